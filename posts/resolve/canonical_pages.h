// The URLs that archived pages give themselves.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "lines/line_stream.h"
#include "lines/sort.h"

namespace wax::posts {

// For one thread.
class CanonicalPages {
 public:
  // Reads all segments: the pages are sorted by URL key. A canonical URL
  // (rel=canonical, else og:url) counts when it is another one of the same
  // registered domain. Memory: that of `sort`. Throws as
  // collection::SegmentReader.
  CanonicalPages(const std::vector<std::string>& segments,
                 const lines::SortOptions& sort);

  // The canonical URL (plain_url()) that the page at `url`, which is a plain
  // one, gave itself in the capture next to `seconds`, the earlier of two;
  // empty when it gave none. `key` is the URL's and not less than the one
  // before. Valid until the next call.
  [[nodiscard]] std::string_view of(std::string_view key, std::string_view url,
                                    int64_t seconds);

 private:
  struct Page {
    std::string url;
    std::string canonical;
    int64_t seconds = 0;
  };

  void read_key();

  std::unique_ptr<lines::LineStream> sorted_;
  std::string_view line_;
  bool at_line_ = false;
  std::string key_;
  std::vector<Page> pages_;  // of key_
};

}  // namespace wax::posts
