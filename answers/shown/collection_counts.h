// What a collection has: counts of its captures and documents.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "answers/requests/message.h"
#include "answers/shown/holdings.h"
#include "answers/shown/once_per_state.h"
#include "index/match/hits.h"

namespace wax::answers {

struct YearCount {
  uint64_t first = 0;  // captures that begin a version
  uint64_t duplicates = 0;
  uint64_t revisits = 0;

  [[nodiscard]] uint64_t all() const { return first + duplicates + revisits; }
};

// Captures, or documents, with a value, the most frequent values first.
struct ValueCount {
  std::string value;
  uint64_t count = 0;
  uint64_t bytes = 0;  // of the records; 0 when it is not known
};
struct FieldCounts {
  std::string field;  // of the index
  std::vector<ValueCount> values;
};

struct CaptureTotals {
  uint64_t captures = 0;
  uint64_t urls = 0;
  uint64_t hosts = 0;
  uint64_t versions = 0;
  uint64_t bytes = 0;                // of the records
  uint64_t bytes_saved = 0;          // by revisits
  uint64_t bytes_of_duplicates = 0;  // that are no revisits
  std::map<int, YearCount> years;    // all from the first to the last
  std::vector<FieldCounts> fields;   // type, site, status
};

// Counts of captures, made once for each state of a collection. Any number of
// threads may ask.
class CollectionCounts {
 public:
  CollectionCounts();

  struct Answer {
    // The fields mean what those of OncePerState::Answer mean.
    std::shared_ptr<const CaptureTotals> counts;
    bool being_counted = false;
    std::string failure;
  };
  // Does not wait for counts, except for a moment that small collections need.
  [[nodiscard]] Answer of(const Scope& scope);

 private:
  OncePerState<CaptureTotals> counts_;
};

// What is counted of a collection without CDX files.
struct DocumentCounts {
  uint64_t documents = 0;
  std::vector<FieldCounts> fields;
  index::Missing missing;
};
// Throws as answer_search().
[[nodiscard]] DocumentCounts document_counts(
    const Scope& scope, std::chrono::steady_clock::time_point deadline);

}  // namespace wax::answers
