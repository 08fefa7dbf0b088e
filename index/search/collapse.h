// Collapses hits: of those with one value, the best stand for all.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "index/search/document_values.h"
#include "index/search/hit_order.h"
#include "index/store/column_values.h"
#include "index/store/limits.h"
#include "index/store/reader_state.h"

namespace wax::index {

// The hits that collapse into one, while they come, in any order.
struct OpenCollapse {
  Place best;
  std::vector<Place> others;  // the next best, sorted
  uint64_t total = 0;

  // Keeps the `most` best.
  void add(const Place& place, uint64_t most);
};

// What hits have in common that collapse into one. Number 0: such a hit is
// alone.
struct CollapseKey {
  uint64_t number = 0;
  std::string text = {};  // by the value of a field; then the number is 1

  friend bool operator==(const CollapseKey&, const CollapseKey&) = default;
};

// Sorts the places, each with its simhash or 0, and collapses those that are
// similar (Collapse::By::kSimilar), in the order of their best ones.
[[nodiscard]] std::vector<OpenCollapse> similar_collapses(
    std::vector<std::pair<Place, uint64_t>> places, uint64_t collapsed_hits);

// Collapses hits. For one thread.
class Collapser {
 public:
  // Throws UsageError.
  Collapser(const FieldNames& names, const Collapse& collapse,
            uint64_t collapsed_hits, MemoryBudget* memory = nullptr);
  [[nodiscard]] bool is_wanted() const {
    return collapse_->by != Collapse::By::kNothing;
  }

  // Throws Deadline::Passed; this and the others TooMuchMemory.
  void begin_shard(const Shard& shard, double expected,
                   const Deadline& deadline);
  void add(uint32_t document, const Place& place) {
    if (in_shard_.size() == in_shard_.capacity()) grow();
    in_shard_.emplace_back(place, number_of(document));
  }
  // `keep` is false when what the shard gave is dropped.
  void end_shard(bool keep);

  // The first `count` are sorted by their best hits; the others follow in any
  // order. `moved` are places that hits have instead of those with which they
  // were added, sorted; they come before all others.
  [[nodiscard]] std::vector<OpenCollapse> finish(
      uint64_t count, const std::vector<Shard>& shards,
      const std::vector<Place>& moved);

  // Instead of finish(), for who joins them with those of others: all that
  // collapse, in any order; similar ones are still apart. They are no more here
  // then.
  [[nodiscard]] std::vector<std::pair<CollapseKey, OpenCollapse>> parts();
  // Returns the keys by which the hits at these places of the shards collapse.
  [[nodiscard]] std::vector<CollapseKey> keys_of(
      const std::vector<Shard>& shards, const std::vector<Place>& places);

 private:
  static constexpr size_t kNoCollapse = SIZE_MAX;
  using Numbered = std::pair<Place, uint64_t>;

  // 0: alone. Of a field, the number of its first value in the shard, from 1.
  [[nodiscard]] uint64_t number_of(uint32_t document) const {
    if (collapse_->by != Collapse::By::kField) return numbers_.of(document);
    if (values_ == nullptr) return 0;
    std::span<const uint32_t> values = values_->of(document);
    return values.empty() ? 0 : uint64_t{values.front()} + 1;
  }
  // Returns the index in open_ of what collapses by this number, which may be
  // new.
  [[nodiscard]] size_t collapse_of(uint64_t number);
  void grow();
  void move(const std::vector<Shard>& shards, const std::vector<Place>& moved);

  const Collapse* collapse_;
  uint64_t collapsed_hits_;
  TakenMemory shard_memory_;
  TakenMemory memory_;
  DocumentNumbers numbers_;
  const ColumnValues* values_ = nullptr;
  std::vector<size_t> by_value_;  // of the shard; kNoCollapse: not known yet
  std::vector<Numbered> in_shard_;
  std::vector<Numbered> all_;
  std::unordered_map<std::string_view, size_t> by_text_;
  std::unordered_map<uint64_t, size_t> by_number_;
  std::vector<OpenCollapse> open_;
};

}  // namespace wax::index
