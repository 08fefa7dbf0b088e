#include "index/match/matcher_maker.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "index/match/document_sets.h"
#include "index/match/joined_matchers.h"
#include "index/match/phrase_matcher.h"
#include "index/match/term_matcher.h"
#include "index/query/repeated_parts.h"
#include "index/schema/word_signs.h"

namespace wax::index {

MatcherPtr MatcherMaker::matcher(const Query& query, float times) {
  deadline_->check();
  ++made_;
  switch (query.kind) {
    case Query::Kind::kAll:
      return std::make_unique<NotMatcher>(shard_->documents, nullptr);
    case Query::Kind::kWords:
      return words(query, times);
    case Query::Kind::kExact:
      return bits_.exact(query);
    case Query::Kind::kDates:
      return bits_.dates(query);
    case Query::Kind::kRange:
      return bits_.range(query);
    case Query::Kind::kAnd:
      return all_of(query, times);
    case Query::Kind::kOr: {
      std::vector<MatcherPtr> parts;
      for (const auto& [part, often] : repeated_parts(query.parts)) {
        if (MatcherPtr made =
                matcher(*part, times * static_cast<float>(often))) {
          parts.push_back(std::move(made));
        }
      }
      return any_of(std::move(parts));
    }
    case Query::Kind::kNot:
      return std::make_unique<NotMatcher>(shard_->documents,
                                          matcher(query.parts.front()));
  }
  return nullptr;
}

MatcherPtr MatcherMaker::any_of(std::vector<MatcherPtr> parts) {
  if (parts.empty()) return nullptr;
  if (parts.size() == 1) return std::move(parts.front());
  return std::make_unique<OrMatcher>(shard_->documents, std::move(parts));
}

std::optional<CombinedWord> MatcherMaker::combined(const Query& query) const {
  if (!query.field.empty() || query.words.size() != 1 ||
      !options_->weights.empty() || !query.words[0].written.empty()) {
    return {};
  }
  const Query::Word& word = query.words.front();
  if (word.prefix || word.pattern || word.edits > 0) return {};
  CombinedWord made;
  const LuceneSegment* segment = nullptr;
  for (const CombinedField& field : combined_fields()) {
    const auto& sources = sources_of(terms_->number(field.name, word));
    if (sources.empty()) continue;
    if (segment == nullptr) segment = sources[0].segment;
    if (sources.size() > 1 || sources[0].segment != segment ||
        segment->documents() != shard_->documents) {
      return {};
    }
    made.fields.push_back({sources[0], field.weight});
  }
  if (made.fields.size() < 2 || segment->combined() == nullptr ||
      !segment->combined()->is_of_these_rules()) {
    return {};
  }
  auto first = std::min_element(
      made.fields.begin(), made.fields.end(), [](const auto& a, const auto& b) {
        return a.source.place.postings < b.source.place.postings;
      });
  made.list = segment->combined()->find(first->source.place.postings);
  if (made.list.documents == 0) return {};
  return made;
}

MatcherPtr MatcherMaker::words(const Query& query, float times) {
  std::vector<MatcherPtr> parts;
  std::optional<CombinedWord> word = combined(query);
  const float rarity = times * terms_->rarity(query, documents_);
  auto is_combined = [&](std::string_view field) {
    return word &&
           std::any_of(
               combined_fields().begin(), combined_fields().end(),
               [&](const CombinedField& one) { return one.name == field; });
  };
  const std::optional<Query> condition =
      shard_->folds ? written_condition(query) : std::nullopt;
  // Other fields do not have the signs of words.
  const bool holds_everywhere = std::any_of(
      query.words.begin(), query.words.end(),
      [](const auto& one) { return has_signs_to_match(one.written); });
  std::vector<MatcherPtr> conditional;
  each_weighted_field(query, [&](std::string_view field, float weight) {
    ++made_;
    if (is_combined(field)) return;
    if (MatcherPtr part = in_field(field, weight, query)) {
      const bool is_conditional =
          condition && (holds_everywhere || is_in_exact(field));
      (is_conditional ? conditional : parts).push_back(std::move(part));
    }
  });
  if (MatcherPtr part = any_of(std::move(conditional))) {
    if (MatcherPtr needed = matcher(*condition)) {
      std::vector<MatcherPtr> both;
      both.push_back(std::move(part));
      both.push_back(std::move(needed));
      parts.push_back(
          std::make_unique<AndMatcher>(shard_->documents, std::move(both)));
    }
  }
  const std::vector<Query::Word> exact =
      shard_->folds ? exact_words(query) : std::vector<Query::Word>();
  if (word && parts.empty() && exact.empty()) {
    return std::make_unique<CombinedMatcher>(*word, rarity);
  }
  if (word) {
    parts.insert(parts.begin(),
                 std::make_unique<CombinedMatcher>(*word, std::nullopt));
  }
  MatcherPtr fields = any_of(std::move(parts));
  if (fields == nullptr) return nullptr;
  return std::make_unique<WordMatcher>(
      std::move(fields), rarity, as_written(exact, kExactShare * rarity));
}

MatcherPtr MatcherMaker::as_written(const std::vector<Query::Word>& words,
                                    float weight) {
  std::vector<MatcherPtr> parts;
  for (const Query::Word& word : words) {
    parts.push_back(
        as_written(word, weight / static_cast<float>(words.size())));
    if (parts.back() == nullptr) return nullptr;
  }
  if (parts.size() < 2) return parts.empty() ? nullptr : std::move(parts[0]);
  return std::make_unique<AndMatcher>(shard_->documents, std::move(parts));
}

MatcherPtr MatcherMaker::as_written(const Query::Word& word, float weight) {
  if (!word.prefix && !word.pattern) {
    const auto& sources = sources_of(terms_->number(kExactField, word.exact));
    if (sources.empty()) return nullptr;
    return std::make_unique<TermMatcher>(sources, weight);
  }
  const IndexDirectory* index = shard_->owner(kExactField);
  if (index == nullptr) return nullptr;
  DocumentBits bits = bits_.new_bits();
  each_like(
      *index, kExactField, word.exact + (word.prefix ? "*" : ""),
      [&] { deadline_->check(); },
      [&](const std::string&, const TermSource& one) {
        bits.add(one);
        return true;
      });
  return std::make_unique<BitsMatcher>(bits.take(), weight);
}

MatcherPtr MatcherMaker::in_field(std::string_view name, float weight,
                                  const Query& query) {
  const std::string field(name);
  const std::vector<Query::Word>& words = query.words;
  if (shard_->owner(field) == nullptr) return nullptr;
  if (words.size() == 1 && (words.front().pattern || words.front().edits > 0)) {
    return expanded(field, weight, query);
  }
  if (words.size() == 1 && words.front().prefix) {
    DocumentBits bits = bits_.new_bits();
    bits_.each_with_prefix(
        field, shard_->spelled(words.front().text, words.front().exact),
        [&](const TermSource& one) {
          bits.add(one);
          return true;
        });
    return std::make_unique<BitsMatcher>(bits.take(), weight);
  }
  if (words.size() == 1) {
    std::vector<MatcherPtr> parts;
    each_term_in(field, words.front(), [&](const auto& sources) {
      parts.push_back(std::make_unique<TermMatcher>(sources, weight));
    });
    return any_of(std::move(parts));
  }
  return phrase(field, query, weight);
}

MatcherPtr MatcherMaker::expanded(const std::string& field, float boost,
                                  const Query& query) {
  const Query::Word& word = query.words.front();
  const std::string& text = shard_->spelled(word.text, word.exact);
  const IndexDirectory& index = *shard_->owner(field);
  DocumentBits bits = bits_.new_bits();
  uint64_t terms = 0;
  auto add = [&](const TermSource& one) {
    if (++terms > options_->most_words) return false;
    bits.add(one);
    return true;
  };
  auto check = [&] { deadline_->check(); };
  if (word.pattern) {
    each_like(
        index, field, text, check,
        [&](const std::string&, const TermSource& one) { return add(one); });
  } else {
    each_near(index, field, text, word.edits, check,
              [&](const std::string&, const TermSource& one, uint32_t) {
                return add(one);
              });
  }
  if (terms == 0) return nullptr;
  if (terms > options_->most_words) {
    bits_.tell_cut(
        word.pattern ? '"' + word.text + '"'
                     : '"' + word.text + '~' + std::to_string(word.edits) + '"',
        terms - 1);
  }
  std::vector<MatcherPtr> parts;
  parts.push_back(std::make_unique<BitsMatcher>(bits.take(), boost));
  if (word.edits > 0) {
    Query alone = query;
    alone.words.front().edits = 0;
    if (MatcherPtr same = in_field(field, boost, alone)) {
      parts.push_back(std::move(same));
    }
  }
  return any_of(std::move(parts));
}

MatcherPtr MatcherMaker::phrase(const std::string& field, const Query& query,
                                float weight) {
  auto spelling = [&](const Query::Word& word) {
    return std::tie(shard_->spelled(word.text, word.exact), word.prefix);
  };
  // Places of the same word follow each other.
  std::vector<const Query::Word*> words;
  for (const Query::Word& word : query.words) words.push_back(&word);
  std::stable_sort(words.begin(), words.end(), [&](auto* a, auto* b) {
    return spelling(*a) < spelling(*b);
  });
  std::vector<PhraseWord> row;
  std::vector<const Query::Word*> word_of_row;
  for (const Query::Word* word : words) {
    if (!row.empty() && spelling(*word_of_row.back()) == spelling(*word)) {
      row.back().positions.push_back(word->position);
      continue;
    }
    word_of_row.push_back(word);
    row.push_back({{}, {word->position}, word->prefix});
    if (word->prefix) continue;
    row.back().sources = sources_of(terms_->number(field, *word));
    if (row.back().sources.empty()) return nullptr;
  }
  // The words that are there are looked up first.
  for (size_t i = 0; i < row.size(); ++i) {
    const Query::Word& word = *word_of_row[i];
    if (!word.prefix) continue;
    std::vector<TermSource>& sources = row[i].sources;
    bool cut = false;
    bits_.each_with_prefix(field, shard_->spelled(word.text, word.exact),
                           [&](const TermSource& one) {
                             cut = sources.size() == options_->most_words;
                             if (cut) return false;
                             bits_.take_memory(sizeof one);
                             sources.push_back(one);
                             return true;
                           });
    if (sources.empty()) return nullptr;
    if (cut) bits_.tell_cut('"' + word.text + "*\"", sources.size());
  }
  return std::make_unique<PhraseMatcher>(shard_->documents, std::move(row),
                                         query.slop, weight, *deadline_);
}

MatcherPtr MatcherMaker::all_of(const Query& query, float times) {
  struct Part {
    uint64_t estimate;
    const Query* query;
    float times;
  };
  std::vector<Part> order;
  for (const auto& [part, often] : repeated_parts(query.parts)) {
    order.push_back({estimate(*part), part, times * static_cast<float>(often)});
  }
  std::stable_sort(
      order.begin(), order.end(),
      [](const Part& a, const Part& b) { return a.estimate < b.estimate; });
  std::vector<MatcherPtr> parts;
  size_t next = 0;
  std::vector<TermConjunction::Term> terms;
  // For each term, those before it are gone through again.
  constexpr size_t kMostTerms = 64;
  for (; next < order.size() && next < kMostTerms; ++next) {
    std::optional<TermConjunction::Term> term =
        only_term(*order[next].query, order[next].times);
    if (!term ||
        (!terms.empty() && terms[0].source.segment != term->source.segment)) {
      break;
    }
    terms.push_back(*term);
  }
  if (terms.size() > 1) {
    made_ += 2 * terms.size();
    parts.push_back(
        std::make_unique<TermConjunction>(shard_->documents, terms));
  } else {
    next = 0;
  }
  for (; next < order.size(); ++next) {
    parts.push_back(matcher(*order[next].query, order[next].times));
    if (parts.back() == nullptr) return nullptr;
  }
  if (parts.size() == 1) return std::move(parts.front());
  return std::make_unique<AndMatcher>(shard_->documents, std::move(parts));
}

std::optional<TermConjunction::Term> MatcherMaker::only_term(
    const Query& query, float times) const {
  if (query.kind != Query::Kind::kWords || query.words.size() != 1 ||
      !exact_words(query).empty() || !query.words[0].written.empty()) {
    return {};
  }
  const Query::Word& word = query.words.front();
  if (word.prefix || word.pattern || word.edits > 0) return {};
  std::optional<TermConjunction::Term> found;
  size_t fields = 0;
  std::optional<CombinedWord> list = combined(query);
  const float rarity = times * terms_->rarity(query, documents_);
  each_weighted_field(query, [&](std::string_view field, float weight) {
    each_term_in(field, word, [&](const auto& sources) {
      if (list && std::any_of(list->fields.begin(), list->fields.end(),
                              [&](const WeightedTerm& one) {
                                return one.source.field == sources[0].field &&
                                       one.source.segment == sources[0].segment;
                              })) {
        return;
      }
      ++fields;
      if (sources.size() > 1 || sources[0].base != 0 || weight <= 0) return;
      found = {sources[0], weight, rarity};
    });
  });
  if (list && fields == 0) {
    found = {list->fields[0].source, 0, rarity, std::move(list)};
  } else if (fields != 1 || list) {
    found.reset();
  }
  return found;
}

uint64_t MatcherMaker::estimate(const Query& query) const {
  uint64_t least = UINT64_MAX;
  if (query.kind == Query::Kind::kWords) {
    for (const Query::Word& word : query.words) {
      if (word.prefix || word.pattern || word.edits > 0) continue;
      uint64_t sum = 0;
      each_searched_field(query.field, [&](std::string_view field, float) {
        sum += here_->documents[terms_->number(field, word)];
      });
      for (const std::string& stem : word.stems) {
        sum += here_->documents[terms_->number(kStemsField, stem)];
      }
      least = std::min(least, sum);
    }
  } else if (query.kind == Query::Kind::kExact && !query.prefix &&
             !query.pattern) {
    least = 0;
    for (const std::string& value : query.values) {
      least += here_->documents[terms_->number(query.field, value)];
    }
  }
  return least;
}

}  // namespace wax::index
