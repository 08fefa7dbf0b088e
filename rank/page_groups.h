// Groups of URL keys that are one page: a map for wax-rank --entities.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "io/problem.h"
#include "lines/line_stream.h"
#include "lines/sort.h"

namespace wax::rank {

struct GroupCounts {
  uint64_t keys = 0;
  uint64_t grouped = 0;  // with the entity of another key
  uint64_t loops = 0;    // whose names lead to no end: each is its own entity
};

// Takes keys and what else their pages are called. Memory: that of `sort`. For
// one thread.
class PageGroups {
 public:
  static constexpr unsigned kMostSteps = 20;

  explicit PageGroups(const lines::SortOptions& sort);

  // A key, and the page that it is a name of, on that date (14 digits): it
  // redirects there for ever, or gives it as its canonical URL. Empty: none. Of
  // several dates the last one counts, of one date the first target in byte
  // order that is not empty. A target is a key, too.
  void add(std::string_view key, std::string_view date,
           std::string_view target);

  // Adds all captures of a sorted CDX file with SURT keys: a redirect (301,
  // 308) is a name of its target's key. Other redirects are not for ever.
  // Throws what cdx::KeyCursor does.
  void add_captures(const std::string& file, ProblemSink& problems);

  // Lines "key entity" in byte order: where the names of a key lead, at most
  // kMostSteps of them. Call once, last. `counts` is complete after the last
  // line, and outlives the stream.
  [[nodiscard]] std::unique_ptr<lines::LineStream> map(GroupCounts& counts);

 private:
  lines::SortOptions sort_;
  lines::LineSorter added_;
  std::string line_;
};

}  // namespace wax::rank
