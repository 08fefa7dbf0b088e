// Lists of URLs that are sitemaps because something names them.
#pragma once

#include <functional>
#include <mutex>
#include <string_view>

#include "crawl/feeds/feed_reader.h"
#include "lines/key_join.h"
#include "lines/sort.h"

namespace wax::crawl {

// Names and lists come in any order, from any thread. Memory: that of `sort`,
// and 1 MiB.
class NamedSitemaps {
 public:
  explicit NamedSitemaps(const lines::SortOptions& sort) : join_(sort) {}

  // A URL names all lists that have its URL key.
  void name(std::string_view url);
  // `lines`, with "\n" each, is what is wanted of the list if it is named.
  void add(const FeedCapture& list, std::string_view lines);

  // Calls `use` with the lines of each list that was named, without "\n", in an
  // order that depends on them alone; `counts` gets these lists. Call once,
  // last, from one thread. Throws IoError.
  void each_line(const std::function<void(std::string_view line)>& use,
                 FeedCounts& counts);

 private:
  std::mutex mutex_;  // of join_
  lines::KeyJoin join_;
};

}  // namespace wax::crawl
