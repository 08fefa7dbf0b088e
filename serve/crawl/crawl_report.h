// What wax-crawl-check found in the crawl of a collection, and published for
// it. Any number of threads may call what is declared here.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "answers/shown/holdings.h"
#include "crawl/check/crawl_findings.h"

namespace wax::serve {

struct CrawlReport {
  bool is_there = false;
  crawl::FindingKind kind = {};  // of the list
  // By crawl::FindingKind.
  std::array<uint64_t, crawl::kFindingKinds> counts = {};
  std::vector<crawl::Finding> findings;  // of that kind, in order
};

// The findings of this kind, without one of the first kind that has any; no
// more than `most` are in the list. With rules of access, a finding is there
// when all captures of its URL, and of the page that asks for it, may be seen;
// what it tells of further pages (count, detail) is left out. A report that
// cannot be read is reported, as if there were none. Throws OutOfTime when the
// scope's deadline passes.
[[nodiscard]] CrawlReport crawl_report(const answers::Scope& scope,
                                       std::optional<crawl::FindingKind> kind,
                                       size_t most);

// Whether the collection has one.
[[nodiscard]] bool has_crawl_report(const answers::Scope& scope);

}  // namespace wax::serve
