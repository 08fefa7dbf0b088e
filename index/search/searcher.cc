#include "index/search/searcher.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "index/query/date_ranges.h"
#include "index/query/fields.h"
#include "index/search/lucene_search.h"
#include "index/search/match_windows.h"
#include "index/search/matcher.h"
#include "index/search/phrase_matcher.h"
#include "index/search/term_expansion.h"
#include "index/search/together.h"
#include "index/store/facet_column.h"
#include "index/store/reader_state.h"
#include "io/error.h"

namespace wax::index {
namespace {

using PartKind = Query::Kind;
using MatcherPtr = std::unique_ptr<Matcher>;

constexpr std::string_view kExactField = "exact";

// The terms of a query: each is looked up once in each shard.
class QueryTerms {
 public:
  struct InShard {
    std::vector<std::vector<TermSource>> sources;  // by term
    std::vector<uint64_t> documents;
  };

  explicit QueryTerms(const Query& query) { collect(query); }

  [[nodiscard]] size_t number(std::string_view field, const std::string& text,
                              const std::string& exact = {}) const {
    return numbers_.at(key(field, text, exact));
  }
  [[nodiscard]] size_t number(std::string_view field,
                              const Query::Word& word) const {
    return number(field, word.text, word.exact);
  }

  [[nodiscard]] InShard look_up(const Shard& shard,
                                const Deadline& deadline) const {
    InShard found;
    found.sources.resize(terms_.size());
    found.documents.resize(terms_.size());
    for (size_t i = 0; i < terms_.size(); ++i) {
      if (i % 256 == 0) deadline.check();
      const Term& term = terms_[i];
      const IndexColumn* index = shard.owner(term.field);
      if (index == nullptr) continue;
      found.documents[i] = index->find(
          term.field,
          shard.folds || term.exact.empty() ? term.text : term.exact,
          found.sources[i]);
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
  // How many documents have the word in the field in which most have it.
  [[nodiscard]] uint64_t documents(const std::string& field,
                                   const Query::Word& word) const {
    uint64_t most = 0;
    each_searched_field(field, [&](std::string_view one, float) {
      most = std::max(most, documents_[number(one, word)]);
    });
    return most;
  }
  // Of the words of the query together; beginnings of words are not rare.
  [[nodiscard]] float rarity(const Query& query, uint64_t of_all) const {
    float sum = 0;
    for (const Query::Word& word : query.words) {
      if (!word.prefix && !word.pattern && word.edits == 0) {
        sum += rarity_of(of_all, documents(query.field, word));
      }
    }
    return sum > 0 ? sum : 1;
  }

 private:
  struct Term {
    std::string field;
    std::string text;
    std::string exact;  // in shards whose words are not folded; empty: the same
  };

  static std::string key(std::string_view field, const std::string& text,
                         const std::string& exact) {
    std::string key(field);
    return (key += '\0' + text) += '\0' + exact;
  }

  void collect(const Query& query) {
    if (query.kind == PartKind::kWords) {
      each_searched_field(query.field, [&](std::string_view field, float) {
        for (const Query::Word& word : query.words) {
          add(field, word.text, word.exact);
        }
      });
      if (looks_for_exact(query)) add(kExactField, query.words[0].exact, {});
    } else if (query.kind == PartKind::kExact && !query.prefix) {
      for (const std::string& value : query.values) add(query.field, value, {});
    }
    for (const Query& part : query.parts) collect(part);
  }

  void add(std::string_view field, const std::string& text,
           const std::string& exact) {
    if (numbers_.emplace(key(field, text, exact), terms_.size()).second) {
      terms_.push_back({std::string(field), text, exact});
    }
  }

  std::unordered_map<std::string, size_t> numbers_;
  std::vector<Term> terms_;
  std::vector<uint64_t> documents_;
};

// Makes the matcher of a query for one shard.
class MatcherMaker {
 public:
  MatcherMaker(const Shard& shard, const QueryTerms& terms,
               const QueryTerms::InShard& here, uint64_t documents,
               const Deadline& deadline, const SearchOptions& options)
      : shard_(&shard),
        terms_(&terms),
        here_(&here),
        documents_(documents),
        deadline_(&deadline),
        options_(&options) {}

  // How much greater a rounded sum of scores may be than the exact one.
  [[nodiscard]] double rounding() const {
    constexpr double kRounding = 0x1p-23;
    return 1 + static_cast<double>(made_ + 8) * kRounding;
  }

  // Calls use(field, weight) for the fields in which words are looked for.
  template <typename Use>
  void each_weighted_field(const Query& query, Use&& use) const {
    each_searched_field(query.field, [&](std::string_view field, float weight) {
      auto other = options_->weights.find(field);
      use(field, other == options_->weights.end() ? weight : other->second);
    });
  }

  // What the words score in one field. Null: nothing matches.
  MatcherPtr in_field(std::string_view field, float weight,
                      const Query& query) {
    return words_in(field, weight, query);
  }

  // Null: nothing matches.
  MatcherPtr matcher(const Query& query) {
    ++made_;
    switch (query.kind) {
      case PartKind::kAll:
        return std::make_unique<NotMatcher>(shard_->documents, nullptr);
      case PartKind::kWords:
        return words(query);
      case PartKind::kExact:
        return exact(query);
      case PartKind::kDates:
        return dates(query);
      case PartKind::kRange:
        return range(query);
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
        return std::make_unique<NotMatcher>(shard_->documents,
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
      each_document(*source.segment, source.field, source.place,
                    [&](const uint32_t* documents, uint32_t count) {
                      set_bits(words_.data(), documents, count, -source.base);
                    });
    }
    void add(uint32_t document) {
      words_[document / 64] |= uint64_t{1} << document % 64;
    }
    [[nodiscard]] std::vector<uint64_t> take() { return std::move(words_); }

   private:
    std::vector<uint64_t> words_;
  };

  MatcherPtr any_of(std::vector<MatcherPtr> parts) {
    if (parts.empty()) return nullptr;
    if (parts.size() == 1) return std::move(parts.front());
    return std::make_unique<OrMatcher>(shard_->documents, std::move(parts));
  }

  MatcherPtr words(const Query& query) {
    std::vector<MatcherPtr> parts;
    each_weighted_field(query, [&](std::string_view field, float weight) {
      ++made_;
      if (MatcherPtr part = words_in(field, weight, query)) {
        parts.push_back(std::move(part));
      }
    });
    MatcherPtr fields = any_of(std::move(parts));
    if (fields == nullptr) return nullptr;
    float rarity = terms_->rarity(query, documents_);
    MatcherPtr exact;
    if (looks_for_exact(query) && shard_->folds) {
      const auto& sources =
          sources_of(terms_->number(kExactField, query.words[0].exact));
      if (!sources.empty()) {
        exact = std::make_unique<TermMatcher>(sources, kExactShare * rarity);
      }
    }
    return std::make_unique<WordMatcher>(std::move(fields), rarity,
                                         std::move(exact));
  }

  MatcherPtr words_in(std::string_view name, float weight, const Query& query) {
    const std::string field(name);
    const std::vector<Query::Word>& words = query.words;
    if (shard_->owner(field) == nullptr) return nullptr;
    if (words.size() == 1 &&
        (words.front().pattern || words.front().edits > 0)) {
      return expanded(field, weight, query);
    }
    if (words.size() == 1 && words.front().prefix) {
      Bits bits(shard_->documents);
      each_with_prefix(field, shard_->spelled(words.front()),
                       [&](const TermSource& one) {
                         bits.add(one);
                         return true;
                       });
      return std::make_unique<BitsMatcher>(bits.take(), weight);
    }
    if (words.size() == 1) {
      const auto& sources = sources_of(terms_->number(field, words.front()));
      if (sources.empty()) return nullptr;
      return std::make_unique<TermMatcher>(sources, weight);
    }
    return phrase(field, query, weight);
  }

  // Terms that are like a word, of which each scores the boost; the word itself
  // scores what it does alone.
  MatcherPtr expanded(const std::string& field, float boost,
                      const Query& query) {
    const Query::Word& word = query.words.front();
    const IndexColumn& index = *shard_->owner(field);
    Bits bits(shard_->documents);
    uint64_t terms = 0;
    auto add = [&](const TermSource& one) {
      if (++terms > options_->most_words) return false;
      bits.add(one);
      return true;
    };
    auto check = [&] { deadline_->check(); };
    if (word.pattern) {
      each_like(
          index, field, word.text, check,
          [&](const std::string&, const TermSource& one) { return add(one); });
    } else {
      each_near(index, field, word.text, word.edits, check,
                [&](const std::string&, const TermSource& one, uint32_t) {
                  return add(one);
                });
    }
    if (terms == 0) return nullptr;
    if (terms > options_->most_words) {
      tell_cut(word.pattern
                   ? '"' + word.text + '"'
                   : '"' + word.text + '~' + std::to_string(word.edits) + '"',
               terms - 1);
    }
    std::vector<MatcherPtr> parts;
    parts.push_back(std::make_unique<BitsMatcher>(bits.take(), boost));
    if (word.edits > 0) {
      Query alone = query;
      alone.words.front().edits = 0;
      if (MatcherPtr same = words_in(field, boost, alone)) {
        parts.push_back(std::move(same));
      }
    }
    return any_of(std::move(parts));
  }

  void tell_cut(const std::string& what, uint64_t words) {
    if (options_->problems == nullptr) return;
    options_->problems->report(
        {Severity::kLost, "query-prefix-cut", shard_->columns.back().path(),
         std::nullopt,
         what + " stands for too many words to look for each; the first " +
             std::to_string(words) + " were"});
  }

  MatcherPtr phrase(const std::string& field, const Query& query,
                    float weight) {
    const std::vector<Query::Word>& words = query.words;
    std::vector<PhraseWord> row;
    for (const Query::Word& word : words) {
      row.push_back({{}, word.position, word.prefix});
      std::vector<TermSource>& sources = row.back().sources;
      if (!word.prefix) {
        sources = sources_of(terms_->number(field, word));
        if (sources.empty()) return nullptr;
      }
    }
    // The words that are there are looked up first.
    for (size_t i = 0; i < words.size(); ++i) {
      if (!words[i].prefix) continue;
      std::vector<TermSource>& sources = row[i].sources;
      bool cut = false;
      each_with_prefix(field, shard_->spelled(words[i]),
                       [&](const TermSource& one) {
                         cut = sources.size() == options_->most_words;
                         if (!cut) sources.push_back(one);
                         return !cut;
                       });
      if (sources.empty()) return nullptr;
      if (cut) tell_cut('"' + words[i].text + "*\"", sources.size());
    }
    return std::make_unique<PhraseMatcher>(shard_->documents, std::move(row),
                                           query.slop, weight, *deadline_);
  }

  MatcherPtr exact(const Query& query) {
    if (shard_->owner(query.field) == nullptr) return nullptr;
    if (query.pattern) return exact_like(query);
    if (!query.prefix && query.values.size() == 1) {
      const auto& sources =
          sources_of(terms_->number(query.field, query.values.front()));
      if (sources.empty()) return nullptr;
      return std::make_unique<TermMatcher>(sources, 0.0F);
    }
    Bits bits(shard_->documents);
    for (const std::string& value : query.values) {
      if (!query.prefix) {
        for (const TermSource& one :
             sources_of(terms_->number(query.field, value))) {
          bits.add(one);
        }
        continue;
      }
      each_with_prefix(query.field, value, [&](const TermSource& one) {
        bits.add(one);
        return true;
      });
    }
    return std::make_unique<BitsMatcher>(bits.take(), 0.0F);
  }

  // Values that are like one of the query.
  MatcherPtr exact_like(const Query& query) {
    const IndexColumn& index = *shard_->owner(query.field);
    Bits bits(shard_->documents);
    auto check = [&] { deadline_->check(); };
    for (const std::string& value : query.values) {
      each_like(index, query.field, value, check,
                [&](const std::string&, const TermSource& one) {
                  bits.add(one);
                  return true;
                });
    }
    return std::make_unique<BitsMatcher>(bits.take(), 0.0F);
  }

  MatcherPtr range(const Query& query) {
    const IndexColumn* index = shard_->owner(query.field);
    if (index == nullptr) return nullptr;
    Bits bits(shard_->documents);
    add_range(bits, *index, query.field, query.first, query.last);
    return std::make_unique<BitsMatcher>(bits.take(), 0.0F);
  }

  MatcherPtr dates(const Query& query) {
    const IndexColumn* index = shard_->owner(kDateField);
    if (index == nullptr) return nullptr;
    Bits bits(shard_->documents);
    // Those that are not packed are terms.
    add_range(bits, *index, kDateField, query.first, query.last);
    DateRanges ranges = date_ranges(query.first, query.last);
    for (const DateRanges::Terms& terms : ranges.whole) {
      if (shard_->owner(terms.field) != index) continue;
      add_range(bits, *index, terms.field, terms.first, terms.last);
    }
    for (const std::string& day : ranges.parts) {
      if (shard_->owner("day") != index) break;
      std::vector<TermSource> sources;
      if (index->find("day", day, sources) == 0) continue;
      TermCursor cursor(std::move(sources));
      for (; cursor.document() != kNoDocument; cursor.next()) {
        deadline_->check();
        if (index->has_date(cursor.document(), query.first, query.last)) {
          bits.add(cursor.document());
        }
      }
    }
    return std::make_unique<BitsMatcher>(bits.take(), 0.0F);
  }

  void add_range(Bits& bits, const IndexColumn& index, std::string_view field,
                 const std::string& first, const std::string& last) {
    index.each_term(field, first,
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
    return std::make_unique<AndMatcher>(shard_->documents, std::move(parts));
  }

  // How many documents a part matches at most, as far as that is cheap to say.
  [[nodiscard]] uint64_t estimate(const Query& query) const {
    uint64_t least = UINT64_MAX;
    if (query.kind == PartKind::kWords) {
      for (const Query::Word& word : query.words) {
        if (word.prefix || word.pattern || word.edits > 0) continue;
        uint64_t sum = 0;
        each_searched_field(query.field, [&](std::string_view field, float) {
          sum += here_->documents[terms_->number(field, word)];
        });
        least = std::min(least, sum);
      }
    } else if (query.kind == PartKind::kExact && !query.prefix &&
               !query.pattern) {
      least = 0;
      for (const std::string& value : query.values) {
        least += here_->documents[terms_->number(query.field, value)];
      }
    }
    return least;
  }

  [[nodiscard]] const std::vector<TermSource>& sources_of(size_t number) const {
    return here_->sources[number];
  }

  const Shard* shard_;
  const QueryTerms* terms_;
  const QueryTerms::InShard* here_;
  uint64_t documents_;
  const Deadline* deadline_;
  const SearchOptions* options_;
  size_t made_ = 0;  // parts, or more
};

// The best hits so far; documents come in rising order.
class BestHits {
 public:
  explicit BestHits(uint64_t wanted) : wanted_(wanted) {}

  // A later document must have a greater score.
  [[nodiscard]] float least() const { return least_; }
  [[nodiscard]] uint64_t wanted() const { return wanted_; }
  [[nodiscard]] bool is_full() const { return hits_.size() == wanted_; }

  void add(uint64_t document, float score) {
    if (hits_.size() == wanted_) {
      std::pop_heap(hits_.begin(), hits_.end(), is_better);
      hits_.pop_back();
    }
    hits_.push_back({document, score});
    std::push_heap(hits_.begin(), hits_.end(), is_better);
    if (hits_.size() == wanted_) least_ = hits_.front().score;
  }

  [[nodiscard]] std::vector<Hit> sorted() && {
    std::sort_heap(hits_.begin(), hits_.end(), is_better);
    return std::move(hits_);
  }

 private:
  uint64_t wanted_;
  float least_ = -std::numeric_limits<float>::infinity();
  std::vector<Hit> hits_;  // a heap, the worst first
};

// Counts the values of a facet over shards.
class FacetCounts {
 public:
  // Null: there is no facet in this shard.
  void begin(const FacetColumn* column) {
    column_ = column;
    if (column_ != nullptr) counts_.assign(column_->values() + 1, 0);
  }
  [[nodiscard]] bool is_wanted() const { return column_ != nullptr; }
  void add(uint32_t base, const WindowMask& mask) {
    if (column_ == nullptr) return;
    const uint32_t* numbers = column_->numbers() + base;
    each_bit(mask, [&](uint32_t n) { ++counts_[numbers[n]]; });
  }
  void end() {
    if (column_ == nullptr) return;
    ++columns_;
    for (size_t i = 1; i < counts_.size(); ++i) {
      if (counts_[i] > 0) found_.emplace_back(column_->value(i), counts_[i]);
    }
  }
  [[nodiscard]] std::vector<FacetValue> most_frequent(uint64_t count) {
    if (columns_ > 1) add_up();
    auto end = found_.begin() +
               static_cast<ptrdiff_t>(std::min<uint64_t>(count, found_.size()));
    std::partial_sort(
        found_.begin(), end, found_.end(), [](const Found& a, const Found& b) {
          return a.second != b.second ? a.second > b.second : a.first < b.first;
        });
    std::vector<FacetValue> values;
    for (auto it = found_.begin(); it != end; ++it) {
      values.push_back({std::string(it->first), it->second});
    }
    return values;
  }

 private:
  using Found = std::pair<std::string_view, uint64_t>;

  // The same value may be in several shards.
  void add_up() {
    std::sort(found_.begin(), found_.end());
    size_t kept = 0;
    for (const Found& found : found_) {
      if (kept > 0 && found_[kept - 1].first == found.first) {
        found_[kept - 1].second += found.second;
      } else {
        found_[kept++] = found;
      }
    }
    found_.resize(kept);
  }

  const FacetColumn* column_ = nullptr;
  size_t columns_ = 0;
  std::vector<uint64_t> counts_;  // by number of the value; 0: none
  std::vector<Found> found_;
};

const FacetColumn* facet_of(const Shard& shard, const std::string& name) {
  if (name.empty()) return nullptr;
  const IndexColumn* index = shard.owner(name);
  return index == nullptr ? nullptr : &index->facet(name);
}

// Looks at one shard, window by window.
class ShardSearch {
 public:
  // `rounding`: sums of scores may be so much greater than exact ones.
  ShardSearch(Matcher& matcher, const Shard& shard, const Deadline& deadline,
              const SearchOptions& options, double rounding,
              const BestHits& best)
      : matcher_(&matcher),
        shard_(&shard),
        deadline_(&deadline),
        rounding_(rounding) {
    std::optional<uint64_t> known = matcher.total();
    if (known && shard.deleted.empty()) {
      total_ = *known;
      counts_ = false;
    } else if (!options.exact_total) {
      total_ = static_cast<uint64_t>(std::llround(matcher.expected()));
      exact_ = counts_ = false;
    }
    // Few documents are found faster than windows are judged.
    constexpr double kFewDocuments = 128;
    if (shard.deleted.empty()) {
      floor_ = std::nextafter(matcher.reached_by(best.wanted()),
                              -std::numeric_limits<float>::infinity());
    }
    sees_all_ =
        counts_ || !options.facet.empty() || matcher.expected() < kFewDocuments;
  }

  void run(BestHits& best, FacetCounts& facet) {
    if (!counts_ && best.wanted() == 0 && !facet.is_wanted()) {
      searched_ = shard_->documents;
    }
    WindowMask mask;
    while (searched_ < shard_->documents) {
      deadline_->check();
      if (!sees_all_ && is_hopeless(searched_, best)) {
        searched_ += kWindow;
        continue;
      }
      uint32_t next = matcher_->at_or_after(searched_);
      if (next == kNoDocument) break;
      uint32_t base = next / kWindow * kWindow;
      searched_ = base + kWindow;
      if (!sees_all_ && is_hopeless(base, best)) continue;
      mask = {};
      matcher_->fill(base, nullptr, mask);
      if (!shard_->deleted.empty()) drop_deleted(base, mask);
      if (counts_) total_ += count_of(mask);
      facet.add(base, mask);
      if (best.wanted() > 0) add_best(base, mask, best);
    }
    searched_ = shard_->documents;
  }

  [[nodiscard]] uint64_t total() const { return total_; }
  [[nodiscard]] bool total_is_exact() const { return exact_; }
  [[nodiscard]] uint32_t searched() const {
    return std::min(searched_, shard_->documents);
  }

 private:
  void drop_deleted(uint32_t base, WindowMask& mask) const {
    for (size_t i = 0; i < mask.size(); ++i) {
      mask[i] &= ~shard_->deleted[base / 64 + i];
    }
  }

  // No document with this score can be among the best any more.
  [[nodiscard]] float too_low(const BestHits& best) const {
    return std::max(best.least(), floor_);
  }

  [[nodiscard]] bool is_hopeless(uint32_t base, const BestHits& best) {
    float least = too_low(best);
    return least > -std::numeric_limits<float>::infinity() &&
           matcher_->bound(base) <= least;
  }

  void add_best(uint32_t base, WindowMask& mask, BestHits& best) {
    if (is_hopeless(base, best)) return;
    if (float least = too_low(best);
        least > -std::numeric_limits<float>::infinity()) {
      matcher_->narrow(base, double{least} / rounding_, mask);
    }
    each_bit(mask, [&](uint32_t n) {
      float score = matcher_->score(n);
      if (score > best.least()) best.add(shard_->base + base + n, score);
    });
  }

  Matcher* matcher_;
  const Shard* shard_;
  const Deadline* deadline_;
  double rounding_;
  // As many documents as are wanted score more than this.
  float floor_ = -std::numeric_limits<float>::infinity();
  bool exact_ = true;
  bool counts_ = true;    // the hits of each window
  bool sees_all_ = true;  // windows without one of the best hits, too
  uint64_t total_ = 0;
  uint32_t searched_ = 0;
};

void check_facet(const std::string& name) {
  if (name.empty()) return;
  const Field* field = find_field(name);
  // A document has at most one value of these, but any number of dates.
  if (field != nullptr && field->group && field->indexed == Indexed::kExact &&
      name != "date") {
    return;
  }
  throw UsageError("the values of \"" + name +
                   "\" are not counted; those of site, type, status, charset "
                   "and collection are");
}

// What is told of a shard that turns out to be damaged. Throws the error on
// when nobody is to be told.
void tell(const Shard& shard, const Error& error,
          const SearchOptions& options) {
  if (options.problems == nullptr) throw;
  options.problems->report(unreadable_shard(shard.path, error));
}

// Keeps `count` hits from the `start`-th on.
void cut(uint64_t start, uint64_t count, std::vector<Hit>& hits) {
  auto from = static_cast<ptrdiff_t>(std::min<uint64_t>(start, hits.size()));
  hits.erase(hits.begin(), hits.begin() + from);
  if (hits.size() > count) hits.resize(count);
}

// Looks for the pairs in the best hits, and sorts these again.
void add_together(const std::vector<Shard>& shards,
                  const std::vector<WordPair>& pairs, const QueryTerms& terms,
                  uint64_t documents, const SearchOptions& options,
                  std::vector<Hit>& best) {
  auto end = best.begin() + static_cast<ptrdiff_t>(std::min<uint64_t>(
                                best.size(), kLookedAtForTogether));
  std::sort(best.begin(), end,
            [](const Hit& a, const Hit& b) { return a.document < b.document; });
  auto begin = best.begin();
  for (const Shard& shard : shards) {
    auto last = std::find_if(begin, end, [&](const Hit& hit) {
      return hit.document >= shard.base + shard.documents;
    });
    if (begin == last) continue;
    try {
      for (const WordPair& pair : pairs) {
        PairReader reader(pair, shard);
        uint64_t with = std::max(terms.documents(pair.field, pair.first),
                                 terms.documents(pair.field, pair.second));
        float weight = options.together * rarity_of(documents, with);
        for (auto hit = begin; hit != last; ++hit) {
          hit->score += weight * reader.closeness(static_cast<uint32_t>(
                                     hit->document - shard.base));
        }
      }
    } catch (const Error& error) {
      tell(shard, error, options);
    }
    begin = last;
  }
  std::sort(best.begin(), end, is_better);
}

// The score of a document of the shard; none when it does not match.
std::optional<float> score_of_document(Matcher& matcher, uint32_t document) {
  uint32_t base = document / kWindow * kWindow;
  uint32_t n = document - base;
  WindowMask mask = {};
  matcher.fill(base, nullptr, mask);
  if ((mask[n / 64] >> n % 64 & 1) == 0) return {};
  return matcher.score(n);
}

std::string in_digits(float number) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3f", static_cast<double>(number));
  return text;
}

std::string words_of(const Query& query) {
  std::string text;
  for (const Query::Word& word : query.words) {
    if (!text.empty()) text += ' ';
    text += word.exact.empty() ? word.text : word.exact;
    if (word.prefix) text += '*';
  }
  return '"' + text + '"';
}

// Explains the score of one document.
class Explainer {
 public:
  Explainer(const Shard& shard, uint32_t document, const QueryTerms& terms,
            uint64_t documents, MatcherMaker& maker)
      : shard_(&shard),
        document_(document),
        terms_(&terms),
        documents_(documents),
        maker_(&maker) {}

  void add(const Query& query, Explanation& sum) {
    switch (query.kind) {
      case PartKind::kWords:
        return add_words(query, sum);
      case PartKind::kAnd:
      case PartKind::kOr:
        for (const Query& part : query.parts) add(part, sum);
        return;
      default:
        return;  // counts nothing
    }
  }

 private:
  void add_words(const Query& query, Explanation& sum) {
    MatcherPtr whole = maker_->matcher(query);
    std::optional<float> score;
    if (whole) score = score_of_document(*whole, document_);
    if (!score) return;
    Explanation part;
    part.score = *score;
    float rarity = terms_->rarity(query, documents_);
    float occurrences = 0;
    maker_->each_weighted_field(
        query, [&](std::string_view field, float weight) {
          MatcherPtr matcher = maker_->in_field(field, weight, query);
          std::optional<float> found;
          if (matcher) found = score_of_document(*matcher, document_);
          if (!found) return;
          occurrences += *found;
          part.parts.push_back({*found, in_field(field, weight, *found), {}});
        });
    float counted = saturated(occurrences, rarity);
    part.text = words_of(query) + ": rarity " + in_digits(rarity) + in(query) +
                " * " + in_digits(occurrences) + " / (" +
                in_digits(static_cast<float>(kSaturation)) + " + " +
                in_digits(occurrences) + ")";
    if (*score > counted) {
      part.text += " + " + in_digits(*score - counted) + " as it is written";
    }
    sum.score += part.score;
    sum.parts.push_back(std::move(part));
  }

  [[nodiscard]] std::string in(const Query& query) const {
    if (query.words.size() != 1 || query.words[0].prefix) return {};
    return " (in " +
           std::to_string(terms_->documents(query.field, query.words[0])) +
           " of " + std::to_string(documents_) + " documents)";
  }

  // "main: 3 times in 210 words * weight 1".
  [[nodiscard]] std::string in_field(std::string_view field, float weight,
                                     float score) const {
    const IndexColumn::Part& part = shard_->owner(field)->part_of(document_);
    uint32_t number = part.segment->field_number(field);
    std::string text(field);
    NormReader norms = part.segment->norms(number);
    if (norms.empty() || weight == 0) return text;
    uint8_t norm = norms.at(document_ - part.base);
    float value = values_of_norms()[norm];
    float factor = factors_of(field)[norm];
    text += ": " + std::to_string(std::lround(score / (weight * factor))) +
            " times * " + in_digits(factor) + " for some " +
            std::to_string(std::lround(1 / (value * value))) + " words";
    return text + " * weight " + in_digits(weight);
  }

  const Shard* shard_;
  uint32_t document_;
  const QueryTerms* terms_;
  uint64_t documents_;
  MatcherMaker* maker_;
};

}  // namespace

Hits Searcher::search(const Query& query, uint64_t start, uint64_t count,
                      const SearchOptions& options) const {
  const IndexReader::State& state = *reader_->state_;
  check_facet(options.facet);
  if (state.shards.front().lucene != nullptr) {
    if (!options.facet.empty()) {
      throw UsageError("Lucene++ counts no facets; leave the engine out");
    }
  }
  uint64_t wanted = count > UINT64_MAX - start ? UINT64_MAX : start + count;
  std::vector<WordPair> pairs;
  if (count > 0 && options.together > 0) pairs = pairs_of(query);
  if (!pairs.empty()) wanted = std::max(wanted, kLookedAtForTogether);
  QueryTerms terms(query);
  Hits hits;
  if (state.shards.front().lucene != nullptr) {
    hits = lucene_search(state.shards, state.documents, query, 0, wanted);
    if (!pairs.empty()) {
      for (const Shard& shard : state.shards) {
        terms.count(terms.look_up(shard, Deadline()));
      }
      add_together(state.shards, pairs, terms, state.documents, options,
                   hits.best);
    }
    cut(start, count, hits.best);
    return hits;
  }
  Deadline deadline(options.deadline);
  FacetCounts facet;
  BestHits best(wanted);
  size_t unreadable = 0;
  try {
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
      std::optional<ShardSearch> search;
      try {
        MatcherMaker maker(shard, terms, *found[i], state.documents, deadline,
                           options);
        if (MatcherPtr matcher = maker.matcher(query)) {
          facet.begin(facet_of(shard, options.facet));
          search.emplace(*matcher, shard, deadline, options, maker.rounding(),
                         best);
          search->run(best, facet);
          hits.total += search->total();
          hits.total_is_exact &= search->total_is_exact();
          facet.end();
        }
        hits.searched += shard.documents;
      } catch (const Deadline::Passed&) {
        if (search) {
          hits.total += search->total();
          hits.total_is_exact &= search->total_is_exact();
          hits.searched += search->searched();
          facet.end();
        }
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
  hits.best = std::move(best).sorted();
  if (!hits.total_is_exact && !hits.best.empty()) {
    hits.total = std::max<uint64_t>(hits.total, hits.best.size());
  }
  if (!pairs.empty() && !hits.out_of_time) {
    add_together(state.shards, pairs, terms, state.documents, options,
                 hits.best);
  }
  cut(start, count, hits.best);
  if (!options.facet.empty()) {
    hits.facet = facet.most_frequent(options.facet_values);
  }
  return hits;
}

namespace {

// Gives the windows of a shard with matches to `user`; false when no more are
// wanted. `searched` is the number of documents looked at.
bool use_windows(const Shard& shard, Matcher& matcher, const Deadline& deadline,
                 WindowUser& user, uint32_t& searched) {
  while (searched < shard.documents) {
    deadline.check();
    uint32_t next = matcher.at_or_after(searched);
    if (next == kNoDocument) break;
    uint32_t base = next / kWindow * kWindow;
    WindowMask mask = {};
    matcher.fill(base, nullptr, mask);
    for (size_t i = 0; !shard.deleted.empty() && i < mask.size(); ++i) {
      mask[i] &= ~shard.deleted[base / 64 + i];
    }
    if (!user.take({shard, base, mask, matcher})) return false;
    searched = std::min(base + kWindow, shard.documents);
  }
  searched = shard.documents;
  return true;
}

}  // namespace

const std::vector<Shard>& Searcher::shards_of(const IndexReader& reader) {
  return reader.state_->shards;
}

Hits Searcher::each_window(const Query& query, const SearchOptions& options,
                           WindowUser& user) const {
  const IndexReader::State& state = *reader_->state_;
  if (state.shards.front().lucene != nullptr) {
    throw UsageError("Lucene++ gives the best hits only; leave the engine out");
  }
  Deadline deadline(options.deadline);
  Hits hits;
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
    bool more = true;
    for (size_t i = 0; more && i < state.shards.size(); ++i) {
      if (!found[i]) continue;
      const Shard& shard = state.shards[i];
      uint32_t searched = 0;
      bool begun = false;
      try {
        MatcherMaker maker(shard, terms, *found[i], state.documents, deadline,
                           options);
        if (MatcherPtr matcher = maker.matcher(query)) {
          user.begin_shard(shard, matcher->expected());
          begun = true;
          more = use_windows(shard, *matcher, deadline, user, searched);
          user.end_shard(true);
        }
        hits.searched += shard.documents;
      } catch (const Deadline::Passed&) {
        if (begun) user.end_shard(true);
        hits.searched += searched;
        throw;
      } catch (const Error& error) {
        if (begun) user.end_shard(false);
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
  return hits;
}

Explanation Searcher::explain(const Query& query, uint64_t document,
                              const SearchOptions& options) const {
  const IndexReader::State& state = *reader_->state_;
  Deadline deadline;
  QueryTerms terms(query);
  QueryTerms::InShard here;
  const Shard& shard = state.shard_of(document);
  for (const Shard& one : state.shards) {
    QueryTerms::InShard found = terms.look_up(one, deadline);
    terms.count(found);
    if (&one == &shard) here = std::move(found);
  }
  auto in_shard = static_cast<uint32_t>(document - shard.base);
  MatcherMaker maker(shard, terms, here, state.documents, deadline, options);
  Explanation sum;
  sum.text = "sum of";
  Explainer(shard, in_shard, terms, state.documents, maker).add(query, sum);
  for (const WordPair& pair : pairs_of(query)) {
    float closeness = PairReader(pair, shard).closeness(in_shard);
    if (closeness == 0) continue;
    uint64_t with = std::max(terms.documents(pair.field, pair.first),
                             terms.documents(pair.field, pair.second));
    float rarity = rarity_of(state.documents, with);
    Explanation part;
    part.score = options.together * rarity * closeness;
    part.text = '"' + pair.first.text + "\" and \"" + pair.second.text +
                "\" together: " + in_digits(options.together) + " * rarity " +
                in_digits(rarity) + " * closeness " + in_digits(closeness) +
                ", if it is one of the first " +
                std::to_string(kLookedAtForTogether) + " hits";
    sum.score += part.score;
    sum.parts.push_back(std::move(part));
  }
  return sum;
}

}  // namespace wax::index
