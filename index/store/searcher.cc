#include "index/store/searcher.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

#include "index/query/fields.h"
#include "index/store/lucene_search.h"
#include "index/store/matcher.h"
#include "index/store/phrase_matcher.h"
#include "index/store/reader_state.h"
#include "io/error.h"

namespace wax::index {
namespace {

using PartKind = Query::Kind;
using MatcherPtr = std::unique_ptr<Matcher>;

// Calls use(field, boost) for the fields in which a word is looked for.
template <typename Use>
void each_searched_field(const Query& query, Use&& use) {
  if (!query.field.empty()) {
    const Field* field = find_field(query.field);
    use(query.field,
        field != nullptr && field->boost > 0 ? field->boost : 1.0F);
    return;
  }
  for (const Field& field : fields()) {
    if (field.boost > 0) use(std::string(field.name), field.boost);
  }
}

// The terms of a query: each is looked up once in each shard.
class QueryTerms {
 public:
  struct InShard {
    std::vector<std::vector<TermSource>> sources;  // by term
    std::vector<uint64_t> documents;
  };

  explicit QueryTerms(const Query& query) { collect(query); }

  [[nodiscard]] size_t number(const std::string& field,
                              const std::string& text) const {
    return numbers_.at(key(field, text));
  }

  [[nodiscard]] InShard look_up(const Shard& shard,
                                const Deadline& deadline) const {
    InShard found;
    found.sources.resize(terms_.size());
    found.documents.resize(terms_.size());
    for (size_t i = 0; i < terms_.size(); ++i) {
      if (i % 256 == 0) deadline.check();
      const auto& [field, text] = terms_[i];
      const IndexColumn* index = shard.owner(field);
      if (index == nullptr) continue;
      found.documents[i] = index->find(field, text, found.sources[i]);
    }
    return found;
  }

  // Adds up over all shards.
  void count(const InShard& shard) {
    documents_.resize(terms_.size());
    for (size_t i = 0; i < terms_.size(); ++i) {
      documents_[i] += shard.documents[i];
    }
  }
  [[nodiscard]] uint64_t documents(size_t number) const {
    return documents_[number];
  }

 private:
  static std::string key(const std::string& field, const std::string& text) {
    return field + '\0' + text;
  }

  void collect(const Query& query) {
    if (query.kind == PartKind::kWords) {
      each_searched_field(query, [&](const std::string& field, float) {
        for (const Query::Word& word : query.words) add(field, word.text);
      });
    } else if (query.kind == PartKind::kExact && !query.prefix) {
      for (const std::string& value : query.values) add(query.field, value);
    }
    for (const Query& part : query.parts) collect(part);
  }

  void add(const std::string& field, const std::string& text) {
    if (numbers_.emplace(key(field, text), terms_.size()).second) {
      terms_.emplace_back(field, text);
    }
  }

  std::unordered_map<std::string, size_t> numbers_;
  std::vector<std::pair<std::string, std::string>> terms_;
  std::vector<uint64_t> documents_;
};

// Makes the matcher of a query for one shard.
class MatcherMaker {
 public:
  MatcherMaker(const Shard& shard, const QueryTerms& terms,
               const QueryTerms::InShard& here, uint64_t documents,
               WindowPool& pool, const Deadline& deadline,
               const SearchOptions& options)
      : shard_(&shard),
        terms_(&terms),
        here_(&here),
        documents_(static_cast<float>(documents)),
        pool_(&pool),
        deadline_(&deadline),
        options_(&options) {}

  // Null: nothing matches.
  MatcherPtr matcher(const Query& query) {
    switch (query.kind) {
      case PartKind::kAll:
        return std::make_unique<NotMatcher>(*pool_, shard_->documents, nullptr);
      case PartKind::kWords:
        return words(query);
      case PartKind::kExact:
        return exact(query);
      case PartKind::kDates:
        return dates(query);
      case PartKind::kAnd:
        return all_of(query);
      case PartKind::kOr: {
        std::vector<MatcherPtr> parts;
        for (const Query& part : query.parts) {
          if (MatcherPtr made = matcher(part)) parts.push_back(std::move(made));
        }
        return any_of(std::move(parts));
      }
      case PartKind::kNot:
        return std::make_unique<NotMatcher>(*pool_, shard_->documents,
                                            matcher(query.parts.front()));
    }
    return nullptr;
  }

 private:
  // Documents as bits that terms set.
  class Bits {
   public:
    explicit Bits(uint32_t documents)
        : words_((uint64_t{documents} + kWindow - 1) / kWindow *
                 (kWindow / 64)) {}
    void add(const TermSource& source) {
      PostingCursor cursor(*source.segment, source.field, source.place);
      cursor.take_until(kNoDocument, [&](uint32_t document, uint32_t) {
        uint32_t n = source.base + document;
        words_[n / 64] |= uint64_t{1} << n % 64;
      });
    }
    [[nodiscard]] std::vector<uint64_t> take() { return std::move(words_); }

   private:
    std::vector<uint64_t> words_;
  };

  MatcherPtr any_of(std::vector<MatcherPtr> parts) {
    if (parts.empty()) return nullptr;
    if (parts.size() == 1) return std::move(parts.front());
    return std::make_unique<OrMatcher>(*pool_, std::move(parts));
  }

  MatcherPtr words(const Query& query) {
    std::vector<MatcherPtr> parts;
    each_searched_field(query, [&](const std::string& field, float boost) {
      if (MatcherPtr part = words_in(field, boost, query.words)) {
        parts.push_back(std::move(part));
      }
    });
    return any_of(std::move(parts));
  }

  MatcherPtr words_in(const std::string& field, float boost,
                      const std::vector<Query::Word>& words) {
    if (shard_->owner(field) == nullptr) return nullptr;
    if (words.size() == 1 && words.front().prefix) {
      Bits bits(shard_->documents);
      each_with_prefix(field, words.front().text, [&](const TermSource& one) {
        bits.add(one);
        return true;
      });
      return std::make_unique<BitsMatcher>(*pool_, bits.take(), boost);
    }
    float sum = 0;
    for (const Query::Word& word : words) {
      auto frequency = static_cast<float>(
          terms_->documents(terms_->number(field, word.text)));
      sum += 1 + std::log(documents_ / (frequency + 1));
    }
    float weight = boost * sum * sum;
    if (words.size() == 1) {
      const auto& sources = sources_of(field, words.front().text);
      if (sources.empty()) return nullptr;
      return std::make_unique<TermMatcher>(*pool_, sources, weight);
    }
    return phrase(field, words, weight);
  }

  MatcherPtr phrase(const std::string& field,
                    const std::vector<Query::Word>& words, float weight) {
    std::vector<PhraseWord> row;
    for (const Query::Word& word : words) {
      row.push_back({{}, word.position, word.prefix});
      std::vector<TermSource>& sources = row.back().sources;
      if (!word.prefix) {
        sources = sources_of(field, word.text);
        if (sources.empty()) return nullptr;
      }
    }
    // The words that are there are looked up first.
    for (size_t i = 0; i < words.size(); ++i) {
      if (!words[i].prefix) continue;
      std::vector<TermSource>& sources = row[i].sources;
      bool cut = false;
      each_with_prefix(field, words[i].text, [&](const TermSource& one) {
        cut = sources.size() == options_->most_words;
        if (!cut) sources.push_back(one);
        return !cut;
      });
      if (sources.empty()) return nullptr;
      if (cut && options_->problems != nullptr) {
        options_->problems->report(
            {Severity::kLost, "query-prefix-cut", shard_->columns.back().path(),
             std::nullopt,
             '"' + words[i].text +
                 "*\" is the beginning of too many words to look for each in a "
                 "phrase; the first " +
                 std::to_string(sources.size()) + " were"});
      }
    }
    return std::make_unique<PhraseMatcher>(*pool_, std::move(row), weight,
                                           *deadline_);
  }

  MatcherPtr exact(const Query& query) {
    if (shard_->owner(query.field) == nullptr) return nullptr;
    if (!query.prefix && query.values.size() == 1) {
      const auto& sources = sources_of(query.field, query.values.front());
      if (sources.empty()) return nullptr;
      return std::make_unique<TermMatcher>(*pool_, sources, 0.0F);
    }
    Bits bits(shard_->documents);
    for (const std::string& value : query.values) {
      if (!query.prefix) {
        for (const TermSource& one : sources_of(query.field, value)) {
          bits.add(one);
        }
        continue;
      }
      each_with_prefix(query.field, value, [&](const TermSource& one) {
        bits.add(one);
        return true;
      });
    }
    return std::make_unique<BitsMatcher>(*pool_, bits.take(), 0.0F);
  }

  // Whole days by their own terms, of which there are far fewer, and the rest
  // of a first or last day by the dates themselves.
  MatcherPtr dates(const Query& query) {
    std::string first_day = query.first.substr(0, 8);
    std::string last_day = query.last.substr(0, 8);
    bool from_midnight = query.first.substr(8) == "000000";
    bool to_midnight = query.last.substr(8) >= "235959";
    Bits bits(shard_->documents);
    if (shard_->owner("day") == nullptr ||
        shard_->owner("date") != shard_->owner("day") ||
        (first_day == last_day && !(from_midnight && to_midnight))) {
      add_range(bits, "date", query.first, query.last);
    } else {
      // "20071001/" stands after the first of October, and before the second.
      add_range(bits, "day", from_midnight ? first_day : first_day + '/',
                to_midnight ? last_day : text_before(last_day));
      if (!from_midnight) {
        add_range(bits, "date", query.first, first_day + "999999");
      }
      if (!to_midnight) {
        add_range(bits, "date", last_day + "000000", query.last);
      }
    }
    return std::make_unique<BitsMatcher>(*pool_, bits.take(), 0.0F);
  }

  // The digits before these of the same length; no text is before the first.
  static std::string text_before(std::string digits) {
    for (size_t i = digits.size(); i-- > 0;) {
      if (digits[i] > '0') {
        --digits[i];
        return digits;
      }
      digits[i] = '9';
    }
    return {};
  }

  void add_range(Bits& bits, const std::string& field, const std::string& first,
                 const std::string& last) {
    const IndexColumn* index = shard_->owner(field);
    if (index == nullptr) return;
    index->each_term(field, first,
                     [&](const std::string& term, const TermSource& source) {
                       deadline_->check();
                       if (term > last) return false;
                       bits.add(source);
                       return true;
                     });
  }

  template <typename Use>
  void each_with_prefix(const std::string& field, const std::string& text,
                        Use&& use) {
    shard_->owner(field)->each_term(
        field, text, [&](const std::string& term, const TermSource& source) {
          deadline_->check();
          return term.starts_with(text) && use(source);
        });
  }

  // The rarest part first: the others are then looked up only where it is.
  MatcherPtr all_of(const Query& query) {
    std::vector<std::pair<uint64_t, const Query*>> order;
    for (const Query& part : query.parts) {
      order.emplace_back(estimate(part), &part);
    }
    std::stable_sort(
        order.begin(), order.end(),
        [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<MatcherPtr> parts;
    for (const auto& [estimated, part] : order) {
      parts.push_back(matcher(*part));
      if (parts.back() == nullptr) return nullptr;
    }
    return std::make_unique<AndMatcher>(*pool_, std::move(parts));
  }

  // How many documents a part matches at most, as far as that is cheap to say.
  [[nodiscard]] uint64_t estimate(const Query& query) const {
    uint64_t least = UINT64_MAX;
    if (query.kind == PartKind::kWords) {
      for (const Query::Word& word : query.words) {
        if (word.prefix) continue;
        uint64_t sum = 0;
        each_searched_field(query, [&](const std::string& field, float) {
          sum += here_->documents[terms_->number(field, word.text)];
        });
        least = std::min(least, sum);
      }
    } else if (query.kind == PartKind::kExact && !query.prefix) {
      least = 0;
      for (const std::string& value : query.values) {
        least += here_->documents[terms_->number(query.field, value)];
      }
    }
    return least;
  }

  [[nodiscard]] const std::vector<TermSource>& sources_of(
      const std::string& field, const std::string& text) const {
    return here_->sources[terms_->number(field, text)];
  }

  const Shard* shard_;
  const QueryTerms* terms_;
  const QueryTerms::InShard* here_;
  float documents_;
  WindowPool* pool_;
  const Deadline* deadline_;
  const SearchOptions* options_;
};

// The best hits so far; documents come in rising order.
class BestHits {
 public:
  explicit BestHits(uint64_t wanted) : wanted_(wanted) {}

  // A later document must have a greater score.
  [[nodiscard]] float least() const { return least_; }
  [[nodiscard]] uint64_t wanted() const { return wanted_; }

  void add(uint64_t document, float score) {
    if (hits_.size() == wanted_) {
      std::pop_heap(hits_.begin(), hits_.end(), is_better);
      hits_.pop_back();
    }
    hits_.push_back({document, score});
    std::push_heap(hits_.begin(), hits_.end(), is_better);
    if (hits_.size() == wanted_) least_ = hits_.front().score;
  }

  [[nodiscard]] std::vector<Hit> sorted(uint64_t start) && {
    std::sort_heap(hits_.begin(), hits_.end(), is_better);
    hits_.erase(hits_.begin(),
                hits_.begin() + static_cast<ptrdiff_t>(
                                    std::min<uint64_t>(start, hits_.size())));
    return std::move(hits_);
  }

 private:
  uint64_t wanted_;
  float least_ = -std::numeric_limits<float>::infinity();
  std::vector<Hit> hits_;  // a heap, the worst first
};

// Looks at one shard, window by window. `searched` is how far it came.
void search_shard(Matcher& matcher, const Shard& shard,
                  const Deadline& deadline, BestHits& best, uint64_t& total,
                  uint32_t& searched) {
  auto window = std::make_unique<WindowHits>();
  while (searched < shard.documents) {
    deadline.check();
    uint32_t next = matcher.at_or_after(searched);
    if (next == kNoDocument) break;
    uint32_t base = next / kWindow * kWindow;
    window->mask = {};
    matcher.fill(base, nullptr, *window);
    for (size_t i = 0; i < window->mask.size(); ++i) {
      uint64_t word = window->mask[i];
      total += static_cast<uint64_t>(std::popcount(word));
      if (best.wanted() == 0) continue;
      for (; word != 0; word &= word - 1) {
        size_t n = 64 * i + static_cast<size_t>(std::countr_zero(word));
        if (window->scores[n] > best.least()) {
          best.add(shard.base + base + n, window->scores[n]);
        }
      }
    }
    searched = base + kWindow;
  }
  searched = shard.documents;
}

// What is told of a shard that turns out to be damaged. Throws the error on
// when nobody is to be told.
void tell(const Shard& shard, const Error& error,
          const SearchOptions& options) {
  if (options.problems == nullptr) throw;
  options.problems->report(unreadable_shard(shard.path, error));
}

}  // namespace

Hits Searcher::search(const Query& query, uint64_t start, uint64_t count,
                      const SearchOptions& options) const {
  const IndexReader::State& state = *reader_->state_;
  if (state.shards.front().lucene != nullptr) {
    std::vector<const LuceneShard*> shards;
    for (const Shard& shard : state.shards) {
      shards.push_back(shard.lucene.get());
    }
    return lucene_search(shards, state.documents, query, start, count);
  }
  Deadline deadline(options.deadline);
  Hits hits;
  BestHits best(count > UINT64_MAX - start ? UINT64_MAX : start + count);
  size_t unreadable = 0;
  try {
    QueryTerms terms(query);
    std::vector<std::optional<QueryTerms::InShard>> found;
    for (const Shard& shard : state.shards) {
      found.emplace_back();
      try {
        found.back() = terms.look_up(shard, deadline);
        terms.count(*found.back());
      } catch (const Error& error) {
        tell(shard, error, options);
        ++unreadable;
      }
    }
    for (size_t i = 0; i < state.shards.size(); ++i) {
      if (!found[i]) continue;
      const Shard& shard = state.shards[i];
      BestHits before = best;
      uint64_t total = 0;
      uint32_t searched = 0;
      try {
        WindowPool pool;
        MatcherPtr matcher =
            MatcherMaker(shard, terms, *found[i], state.documents, pool,
                         deadline, options)
                .matcher(query);
        if (matcher != nullptr) {
          search_shard(*matcher, shard, deadline, best, total, searched);
        }
        hits.total += total;
        hits.searched += shard.documents;
      } catch (const Deadline::Passed&) {
        hits.total += total;
        hits.searched += searched;
        throw;
      } catch (const Error& error) {
        best = std::move(before);
        tell(shard, error, options);
        ++unreadable;
      }
    }
  } catch (const Deadline::Passed&) {
    hits.out_of_time = true;
  }
  if (unreadable == state.shards.size()) {
    throw Error("no shard of this index can be read");
  }
  hits.best = std::move(best).sorted(start);
  return hits;
}

}  // namespace wax::index
