// How many hits have each value of a field.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "index/match/hits.h"
#include "index/match/shard_search.h"
#include "index/search/document_values.h"
#include "index/store/column_values.h"
#include "index/store/limits.h"
#include "index/store/reader_state.h"

namespace wax::index {

// How many hits have each value of a field; a hit counts for each of its
// values.
struct Facet {
  std::string field;
  // The most frequent ones first, equally frequent ones in the order of their
  // bytes.
  std::vector<FacetValue> values;
  uint64_t different = 0;  // values of all hits
};

// Terms of a field, and how many hits have each.
using TermNumbers = std::vector<std::pair<std::string_view, uint64_t>>;

// Adds up what `found` has of the same term. The first `count` in order of
// frequency, or all in order of values.
[[nodiscard]] Facet facet_of(std::string field, const ValueKind& kind,
                             TermNumbers found, uint64_t count, bool by_value);

// Counts values over all hits.
class ValueCounts {
 public:
  // Throws UsageError.
  ValueCounts(const FieldNames& names, std::string field,
              MemoryBudget* memory = nullptr);

  // Throws Deadline::Passed, TooMuchMemory.
  void begin_shard(const Shard& shard, const Deadline& deadline);
  void take(const MatchWindow& window);
  void end_shard(bool keep);
  // The first `count` in order of frequency, or all in order of values.
  [[nodiscard]] Facet finish(uint64_t count, bool by_value) {
    return facet_of(field_, kind_, std::move(found_), count, by_value);
  }
  // The same for who adds those of others: terms of the field, which are valid
  // as long as the reader, each once.
  [[nodiscard]] TermNumbers terms() && { return std::move(found_); }

 private:
  // Whether a year, month or day of a document has a date that is seen.
  [[nodiscard]] bool is_seen(uint32_t document, uint32_t number) const;

  std::string field_;
  ValueKind kind_;
  const ColumnValues* values_ = nullptr;
  const Shard* shard_ = nullptr;  // if some of its dates are not seen
  TakenMemory memory_;
  std::vector<uint64_t> counts_;
  TermNumbers found_;
};

}  // namespace wax::index
