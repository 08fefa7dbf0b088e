// The order of hits, and how users write how they are sorted and collapsed.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "index/match/hits.h"
#include "index/query/query.h"
#include "index/search/document_values.h"
#include "index/store/column_values.h"
#include "index/store/reader_state.h"

namespace wax::index {

struct Sort {
  enum class By {
    kRelevance,
    kNewest,   // the last date
    kOldest,   // the first date
    kField,    // the greatest value, or the least if `ascending`
    kFullest,  // fullness()
  };
  By by = By::kRelevance;
  std::string field;
  bool ascending = false;
  bool states_way = false;  // written with ":asc" or ":desc"
};

// "relevance", "newest", "oldest", "FIELD", "FIELD:asc", "FIELD:desc"; without
// a word, the greatest comes first. Throws UsageError.
[[nodiscard]] Sort parse_sort(std::string_view text);
// What parse_sort() reads as `sort`, which is not by fullness.
[[nodiscard]] std::string text_of(const Sort& sort);

// The order of what the query finds. Versions of one URL, which are all as
// relevant when nothing else is asked for, begin with the fullest.
[[nodiscard]] Sort order_of(const Query& query, const Sort& asked);

// Multiplies the score by 1 + weight * f(value) of a column of numbers; by 1
// when the document has no value, or one below 0.
struct Boost {
  enum class By {
    kValue,
    kLog,  // the natural logarithm of 1 + value
    kRoot,
  };
  By by = By::kValue;
  std::string field;
  double weight = 1;
};

// Reads "views", "log(views)" or "sqrt(views)", with or without "*0.5" after
// it. Throws UsageError.
[[nodiscard]] Boost parse_boost(std::string_view text);
[[nodiscard]] std::string text_of(const Boost& boost);

// Texts whose simhashes differ by so few bits are nearly identical.
inline constexpr int kMostSimilarBits = 6;

// Which hits collapse into one.
struct Collapse {
  enum class By {
    kNothing,
    kField,    // the first value; documents without one are alone
    kUrl,      // the same URL key
    kSimilar,  // simhashes that differ by kMostSimilarBits at most from that of
               // the best hit; documents without one are alone
  };
  By by = By::kNothing;
  std::string field;
};

// "none", "url", "similar", or a field such as "site". Throws UsageError.
[[nodiscard]] Collapse parse_collapse(std::string_view text);
[[nodiscard]] std::string text_of(const Collapse& collapse);

// The place of a hit in the order.
struct Place {
  uint64_t key = 0;
  uint64_t document = 0;
  float score = 0;
  bool has = true;  // those without a value come last
};

[[nodiscard]] inline bool is_before(const Place& a, const Place& b) {
  if (a.has != b.has) return a.has;
  return a.key != b.key ? a.key > b.key : a.document < b.document;
}

[[nodiscard]] inline Hit hit_of(const Place& place) {
  return {place.document, place.score};
}

// The place of a hit in order of relevance.
[[nodiscard]] Place place_by_score(uint64_t document, float score);

// What the score of a hit is multiplied by.
class Factors {
 public:
  // Throws UsageError.
  Factors(const FieldNames& names, const std::vector<Boost>& boosts);
  [[nodiscard]] bool empty() const { return boosts_.empty(); }

  void begin_shard(const Shard& shard, const Deadline& deadline);
  [[nodiscard]] float of(uint32_t document) const {
    float factor = 1;
    for (const InShard& one : boosts_) {
      if (one.values == nullptr) continue;
      std::span<const uint32_t> numbers = one.values->of(document);
      if (!numbers.empty()) factor *= one.factors[numbers.back()];
    }
    return factor;
  }

 private:
  struct InShard {
    Boost boost;
    ValueKind kind;
    const ColumnValues* values;
    std::vector<float> factors;  // by number of the value
  };

  std::vector<InShard> boosts_;
};

// Makes places of hits.
class Places {
 public:
  // Throws UsageError.
  Places(const FieldNames& names, const std::vector<Shard>& shards,
         const Sort& sort, const std::vector<Boost>& boosts,
         MemoryBudget* memory = nullptr);

  // Throws Deadline::Passed and TooMuchMemory.
  void begin_shard(const Shard& shard, double expected,
                   const Deadline& deadline);
  [[nodiscard]] Place of(uint32_t document, float score) const;
  // In order of relevance, a place of the shard when the score before boosts is
  // greater.
  [[nodiscard]] Place with_more(Place place, float more) const;

  // Whether places have the rank of a text among those of the shards as their
  // key, so that they compare with no places of other shards.
  [[nodiscard]] bool ranks_texts() const {
    return sort_->by == Sort::By::kField && !kind_.is_number;
  }
  // Returns the text whose rank the place has.
  [[nodiscard]] std::string_view text_of(const Place& place) const {
    return ranked_[sort_->ascending ? ~place.key : place.key];
  }

 private:
  [[nodiscard]] bool is_by_date() const {
    return sort_->by == Sort::By::kNewest || sort_->by == Sort::By::kOldest;
  }
  // The first or last one that is seen; 0: none.
  [[nodiscard]] uint64_t date_of(uint32_t document) const;
  [[nodiscard]] uint64_t key_of(std::string_view value) const;
  void rank_values(const Deadline& deadline);

  const Sort* sort_;
  const std::vector<Shard>* shards_;
  TakenMemory memory_;
  bool is_ranked_ = false;
  const Shard* shard_ = nullptr;
  Factors factors_;
  DocumentNumbers numbers_;  // dates or fullness
  ValueKind kind_;
  std::vector<std::string_view> ranked_;  // values of all shards, sorted
  uint64_t base_ = 0;
  const ColumnValues* values_ = nullptr;
  std::vector<uint64_t> keys_;  // by number of the value
};

// The first places of all.
class FirstPlaces {
 public:
  explicit FirstPlaces(uint64_t wanted) : wanted_(wanted) {}

  void add(const Place& place);
  [[nodiscard]] std::vector<Place> sorted() &&;

 private:
  uint64_t wanted_;
  std::vector<Place> places_;  // a heap, the last in the order first
};

}  // namespace wax::index
