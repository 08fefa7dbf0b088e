// Values counted over hits.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "index/match/match_windows.h"
#include "index/search/document_values.h"
#include "index/search/results.h"

namespace wax::index {

// Counts values over all hits.
class ValueCounts {
 public:
  // Throws UsageError.
  ValueCounts(const IndexReader& reader, std::string field);

  void begin_shard(const Shard& shard);
  void take(const MatchWindow& window);
  void end_shard(bool keep);
  // The first `count` in order of frequency, or all in order of values.
  [[nodiscard]] Facet finish(uint64_t count, bool by_value);

 private:
  // Whether a year, month or day of a document has a date that is seen.
  [[nodiscard]] bool is_seen(uint32_t document, uint32_t number) const;

  std::string field_;
  ValueKind kind_;
  const ColumnValues* values_ = nullptr;
  const Shard* shard_ = nullptr;  // if some of its dates are not seen
  std::vector<uint64_t> counts_;
  std::vector<std::pair<std::string_view, uint64_t>> found_;
};

}  // namespace wax::index
