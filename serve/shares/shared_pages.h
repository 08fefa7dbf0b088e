// The pages that posts share most, of collections that `wax shares --publish`
// has told them. Any number of threads may call what is declared here.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "answers/requests/message.h"
#include "answers/shown/holdings.h"

namespace wax::serve {

struct ShareNumbers {
  uint64_t shares = 0;     // posts
  uint64_t authors = 0;    // different ones
  uint64_t originals = 0;  // posts that are no reposts
  uint64_t reposts = 0;
};

struct SharedPage {
  std::string url;  // as it was captured last
  std::string urlkey;
  std::string title;  // of the last version that has one, or empty
  ShareNumbers numbers;
  std::string first;  // dates of posts
  std::string last;
};

// A day, a week of ISO 8601 or a month.
struct SharedPeriod {
  std::string name;   // "2010-07-14", "2010-W28", "2010-07"
  std::string start;  // its first day: 8 digits
};

struct SharedPages {
  bool has_shares = false;  // the collection; else nothing below is there
  std::string by;           // "day", "week" or "month"
  SharedPeriod period;
  std::string before;  // starts of the periods with shares next to it; may be
  std::string after;   // empty
  std::vector<SharedPage> pages;  // the most shared first
};

// The most shared pages of the period that the parameters ask for: "by", and
// "date" in it, or the last one with shares; at most "count" pages. A page is
// there when searches may find it. A file that cannot be read is reported, as
// if there were none. Throws UsageError for what is no date, OutOfTime when the
// scope's deadline passes before all pages are found.
[[nodiscard]] SharedPages shared_pages(const answers::Scope& scope,
                                       const answers::Request& request);

// Whether the collection has a file of shares.
[[nodiscard]] bool has_shares(const answers::Scope& scope);

struct PeriodShares {
  SharedPeriod period;
  ShareNumbers numbers;
};

// A page's shares, without gaps from its first period to its last.
struct SharesOfPage {
  std::string by;
  std::vector<PeriodShares> periods;
};

// By "day", "week" or "month"; empty: so that there are at most some 100.
// Nothing when searches do not find the page. A file that cannot be read is
// reported. Throws UsageError for another word.
[[nodiscard]] SharesOfPage shares_of_page(const answers::Scope& scope,
                                          const std::string& urlkey,
                                          std::string_view by);

}  // namespace wax::serve
