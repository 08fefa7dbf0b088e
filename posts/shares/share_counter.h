// Which pages posts share, and how often.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/problem.h"
#include "posts/shares/counted_posts.h"
#include "posts/shares/share_period.h"

namespace wax::posts {

// The posts that share one page: those with a link of its key (page_key.h),
// each once.
struct PageShares {
  std::string period;  // share_period.h; empty: all
  std::string urlkey;
  std::string url;  // of the first share
  uint64_t shares = 0;
  uint64_t authors = 0;    // different ones
  uint64_t originals = 0;  // posts, replies and quotes
  uint64_t reposts = 0;
  std::string first;  // 14 digits; empty: no post has a date
  std::string last;
};

enum class ShareOrder {
  kShares,  // most first; those with most authors, and then the first shared
  kAuthors,
  kOriginals,
  kReposts,
  kFirst,  // the first shared first
  kLast,   // the last shared first
};

// "shares", "authors", "originals", "reposts", "first", "last"; nothing for
// another word.
[[nodiscard]] std::optional<ShareOrder> share_order(std::string_view name);

struct ShareOptions : PostChoice {
  // Counted in each of these.
  std::vector<SharePeriod> by = {SharePeriod::kAll};
  // Instead of pages, the sections of sites (site_section.h), as `url` and
  // `urlkey`.
  bool sections = false;
  // Pages are those of the index: letter case never counts (page_key.h).
  bool index_keys = false;
  uint64_t least = 1;  // shares of a page in a period
  ShareOrder order = ShareOrder::kShares;
  uint64_t limit = 0;  // pages of a period; 0: all
};

struct ShareCounts : CountedPosts {
  uint64_t shares = 0;
  uint64_t pages = 0;  // in a period each
};

// Calls `use` with each page of counted_posts(), by period, and within it in
// the order that is asked for. Memory: that of options.sort. Throws what
// counted_posts() and `use` throw.
void count_shares(const std::vector<std::string>& files,
                  const ShareOptions& options, ShareCounts& counts,
                  ProblemSink& problems,
                  const std::function<void(const PageShares& page)>& use);

}  // namespace wax::posts
