// Gives a search server the versions of the pages of segments, and later what
// has changed.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "collection/feed/search_server.h"
#include "index/store/index_reader.h"
#include "io/problem.h"
#include "lines/sort.h"

namespace wax::collection {

struct FeedOptions {
  ServerKind kind = ServerKind::kSolr;
  std::string url;
  // A folder that says what the server has (FeedState), which is not sent
  // again. Empty: everything is sent.
  std::string state;
  // Sends everything, whatever the server has.
  bool all = false;
  // Without a state: whether rules may have hidden something at an earlier run,
  // which had sent other documents then.
  bool had_rules = true;
  // Makes it visible at the end.
  bool commit = true;
  uint64_t batch_bytes = uint64_t{4} << 20;  // of one request
  io::HttpOptions http = {};
  lines::SortOptions sort = {};  // memory, folder, threads
};

struct FedCounts {
  uint64_t versions = 0;   // that are shown
  uint64_t hidden = 0;     // others, which are removed
  uint64_t replaced = 0;   // documents that the server got
  uint64_t dated = 0;      // documents that got other dates alone
  uint64_t removed = 0;    // documents that the server must not have any more
  uint64_t unchanged = 0;  // versions that the server had
  uint64_t refused = 0;    // documents that it does not take
};

// A document for each version (SegmentVersions), by discovery_document.h.
// `shown` are the documents that may be seen, with their dates (shown_index());
// null: all. Dates that are new become an update, unless the first one that may
// be seen is another; what is not shown any more,
// or gone from the segments, is removed. A document that the server does not
// take is reported ("refused-document"), and sent again by the next run.
// The result does not depend on threads. `progress` gets captures and all
// captures. Throws as SegmentVersions, SearchServer; UsageError for a state of
// another server.
FedCounts feed(const std::vector<std::string>& segments,
               const index::IndexReader* shown, const FeedOptions& options,
               ProblemSink& problems,
               const std::function<void(uint64_t, uint64_t)>& progress = {});

// The segments of a collection that `wax build` made. Throws IoError.
[[nodiscard]] std::vector<std::string> segments_of_collection(
    const std::string& folder);

}  // namespace wax::collection
