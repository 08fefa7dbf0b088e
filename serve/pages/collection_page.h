// The page of a collection.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "cdx/stats/capture_stats.h"
#include "io/ordered_pool.h"
#include "serve/api/scope.h"
#include "serve/http/message.h"

namespace wax::serve {

// Counts of captures, made once for each state of a collection by a thread of
// its own. Any number of threads may ask.
class CollectionCounts {
 public:
  CollectionCounts() = default;
  ~CollectionCounts();
  CollectionCounts(const CollectionCounts&) = delete;
  CollectionCounts& operator=(const CollectionCounts&) = delete;

  struct Answer {
    // Of this state, or, while it is counted, of one before it with the same
    // rules of access; null: there are none yet.
    std::shared_ptr<const cdx::CaptureStats> stats;
    bool being_counted = false;
    std::string failure;  // why it could not be counted
  };
  // Does not wait for counts, except for a moment that small collections need.
  [[nodiscard]] Answer of(const Scope& scope);

 private:
  struct Counted {
    std::shared_ptr<const Generation> generation;  // of the stats or failure
    Answer answer;
    uint64_t wanted = 0;  // number of the generation that is being counted
  };
  void count(const Scope& scope);

  std::mutex mutex_;  // guards counted_ and the beginning of work
  std::condition_variable done_;
  std::map<std::string, Counted> counted_;  // by name of the collection
  std::atomic<bool> stopping_{false};
  io::WorkPool pool_{1};  // the last member: its thread uses the others
};

// "/collection": its captures by year, types, sites and sizes.
[[nodiscard]] Response collection_page(const Site& site, const Request& request,
                                       CollectionCounts& counts);

}  // namespace wax::serve
