#include "index/match/query_terms.h"

#include "index/schema/ranking.h"

namespace wax::index {

QueryTerms::InShard QueryTerms::look_up(const Shard& shard,
                                        const Deadline& deadline) const {
  InShard found;
  found.sources.resize(terms_.size());
  found.documents.resize(terms_.size());
  for (size_t i = 0; i < terms_.size(); ++i) {
    if (i % 256 == 0) deadline.check();
    const Term& term = terms_[i];
    const IndexDirectory* index = shard.owner(term.field);
    if (index == nullptr) continue;
    found.documents[i] = index->find(
        term.field, shard.folds || term.exact.empty() ? term.text : term.exact,
        found.sources[i]);
  }
  return found;
}

void QueryTerms::count(const InShard& shard) {
  documents_.resize(terms_.size());
  for (size_t i = 0; i < terms_.size(); ++i) {
    documents_[i] += shard.documents[i];
  }
}

std::vector<uint64_t> QueryTerms::counts_of(const QueryTerms& fewer) const {
  std::vector<uint64_t> counts;
  for (const Term& term : fewer.terms_) {
    const size_t place = find(term.field, term.text, term.exact);
    counts.push_back(place < documents_.size() ? documents_[place] : 0);
  }
  return counts;
}

uint64_t QueryTerms::documents(const std::string& field,
                               const Query::Word& word) const {
  uint64_t most = 0;
  each_searched_field(field, [&](std::string_view one, float) {
    most = std::max(most, documents_[number(one, word)]);
  });
  for (const std::string& stem : word.stems) {
    most = std::max(most, documents_[number(kStemsField, stem)]);
  }
  return most;
}

float QueryTerms::rarity(const Query& query, uint64_t of_all) const {
  float sum = 0;
  for (const Query::Word& word : query.words) {
    if (!word.prefix && !word.pattern && word.edits == 0) {
      sum += rarity_of(of_all, documents(query.field, word));
    }
  }
  return sum > 0 ? sum : 1;
}

void QueryTerms::collect(const Query& query) {
  if (query.kind == Query::Kind::kWords) {
    auto add_words = [&](std::string_view field, float) {
      for (const Query::Word& word : query.words) {
        add(field, word.text, word.exact);
      }
    };
    each_searched_field(query.field, add_words);
    if (may_cross_border(query)) add_words(kBorderField, 0);
    for (const std::string& stem : query.words[0].stems) {
      add(kStemsField, stem, {});
    }
    for (const Query::Word& word : exact_words(query)) {
      if (!word.prefix && !word.pattern) add(kExactField, word.exact, {});
    }
    if (auto condition = written_condition(query)) collect(*condition);
  } else if (query.kind == Query::Kind::kExact && !query.prefix) {
    for (const std::string& value : query.values) add(query.field, value, {});
  }
  for (const Query& part : query.parts) collect(part);
}

void QueryTerms::add(std::string_view field, const std::string& text,
                     const std::string& exact) {
  if (find(field, text, exact) < terms_.size()) return;
  terms_.push_back({std::string(field), text, exact});
  if (terms_.size() < kMany) return;
  for (size_t i = numbers_.size(); i < terms_.size(); ++i) {
    const Term& term = terms_[i];
    numbers_.emplace(key(term.field, term.text, term.exact), i);
  }
}

size_t QueryTerms::find(std::string_view field, const std::string& text,
                        const std::string& exact) const {
  if (terms_.size() >= kMany) {
    auto found = numbers_.find(key(field, text, exact));
    return found == numbers_.end() ? terms_.size() : found->second;
  }
  for (size_t i = 0; i < terms_.size(); ++i) {
    const Term& term = terms_[i];
    if (term.text == text && term.field == field && term.exact == exact) {
      return i;
    }
  }
  return terms_.size();
}

}  // namespace wax::index
