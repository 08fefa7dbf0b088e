// How many hits have each value of a facet.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "index/match/hits.h"
#include "index/match/matcher.h"
#include "index/store/facet_column.h"
#include "index/store/reader_state.h"

namespace wax::index {

// Throws UsageError unless the values of the field are counted; there need be
// no name.
void check_facet(const std::string& name);

// Null: the shard has no such field, or there is no name. Throws FormatError,
// IoError.
[[nodiscard]] const FacetColumn* facet_of(const Shard& shard,
                                          const std::string& name);

// Counts over shards.
class FacetCounts {
 public:
  // Null: there is no facet in this shard. The column must outlive this.
  void begin(const FacetColumn* column) {
    column_ = column;
    if (column_ != nullptr) counts_.assign(column_->values() + 1, 0);
  }
  [[nodiscard]] bool is_wanted() const { return column_ != nullptr; }
  // The window from `base` on.
  void add(uint32_t base, const WindowMask& mask) {
    if (column_ == nullptr) return;
    const uint32_t* numbers = column_->numbers() + base;
    each_bit(mask, [&](uint32_t n) { ++counts_[numbers[n]]; });
  }
  // What a shard without an end has is not counted.
  void end();
  // Equally frequent ones in the order of their bytes. Once.
  [[nodiscard]] std::vector<FacetValue> most_frequent(uint64_t count);

 private:
  using Found = std::pair<std::string_view, uint64_t>;

  // The same value may be in several shards.
  void add_up();

  const FacetColumn* column_ = nullptr;
  size_t columns_ = 0;
  std::vector<uint64_t> counts_;  // by number of the value; 0: none
  std::vector<Found> found_;
};

}  // namespace wax::index
