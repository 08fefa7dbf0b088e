// Hits folded into groups. Only .cc files of this folder include this.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "index/search/document_values.h"
#include "index/search/hit_order.h"
#include "index/search/result_options.h"
#include "index/store/column_values.h"
#include "index/store/index_reader.h"
#include "index/store/reader_state.h"

namespace wax::index {

// A group while hits come, in any order.
struct OpenGroup {
  std::vector<Place> first;  // sorted
  uint64_t total = 0;

  void add(const Place& place, uint64_t most);
};

// Folds hits into groups.
class Groups {
 public:
  // Throws UsageError.
  Groups(const IndexReader& reader, const Collapse& collapse,
         uint64_t per_group);
  [[nodiscard]] bool is_wanted() const {
    return collapse_->by != Collapse::By::kNothing;
  }

  void begin_shard(const Shard& shard, double expected);
  void add(uint32_t document, const Place& place);
  // `keep` is false when what the shard gave is dropped.
  void end_shard(bool keep);

  // Sorted by their best hits.
  [[nodiscard]] std::vector<OpenGroup> finish();

 private:
  void fold_similar();

  using Numbered = std::pair<Place, uint64_t>;  // 0: alone

  const Collapse* collapse_;
  uint64_t per_group_;
  DocumentNumbers numbers_;
  const ColumnValues* values_ = nullptr;
  std::vector<uint64_t> hashes_;  // by number of the value
  std::vector<Numbered> in_shard_;
  std::vector<Numbered> all_;
  std::unordered_map<uint64_t, size_t> by_number_;
  std::vector<OpenGroup> open_;
};

}  // namespace wax::index
