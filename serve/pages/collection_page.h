// The page of a collection.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "cdx/stats/capture_stats.h"
#include "serve/api/scope.h"
#include "serve/http/message.h"

namespace wax::serve {

// Counts of captures, made once for each generation of a collection. Any number
// of threads may ask.
class CollectionCounts {
 public:
  // Reads all captures, unless it has the counts of this generation; meanwhile
  // others that ask wait. Throws as cdx::capture_stats().
  [[nodiscard]] std::shared_ptr<const cdx::CaptureStats> of(const Scope& scope);

 private:
  struct Counted {
    uint64_t generation = 0;
    std::shared_ptr<const cdx::CaptureStats> stats;
  };
  std::mutex mutex_;  // guards counted_, also while captures are counted
  std::map<std::string, Counted> counted_;  // by name of the collection
};

// "/collection": its captures by year, types, sites and sizes.
[[nodiscard]] Response collection_page(const Site& site, const Request& request,
                                       CollectionCounts& counts);

}  // namespace wax::serve
