// The order of hits.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "index/search/document_values.h"
#include "index/search/result_options.h"
#include "index/store/column_values.h"
#include "index/store/index_reader.h"
#include "index/store/reader_state.h"

namespace wax::index {

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

// What the score of a hit is multiplied by.
class Factors {
 public:
  // Throws UsageError.
  Factors(const IndexReader& reader, const std::vector<Boost>& boosts);
  [[nodiscard]] bool empty() const { return boosts_.empty(); }

  void begin_shard(const Shard& shard);
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
  Places(const IndexReader& reader, const std::vector<Shard>& shards,
         const Sort& sort, const std::vector<Boost>& boosts);

  void begin_shard(const Shard& shard, double expected);
  [[nodiscard]] Place of(uint32_t document, float score) const;
  // In order of relevance, a place of the shard when the score before boosts is
  // greater.
  [[nodiscard]] Place with_more(Place place, float more) const;

 private:
  // The first or last one that is seen; 0: none.
  [[nodiscard]] uint64_t date_of(uint32_t document) const;
  [[nodiscard]] uint64_t key_of(std::string_view value) const;
  void rank_values(const std::vector<Shard>& shards);

  const Sort* sort_;
  const Shard* shard_ = nullptr;
  Factors factors_;
  DocumentNumbers dates_;
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
