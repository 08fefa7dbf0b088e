// The pages that posts share by day, week and month, in a file that answers
// questions without reading all of it.
//
// Sorted lines, the first a comment; tabs separate their columns.
// KIND is day, week or month; START the first day of a period, with 8 digits:
//   list KIND START PLACE urlkey url shares authors originals reposts
//     first last    the pages of a period, the most shared first; PLACE has
//                   10 digits
//   page urlkey KIND START shares authors originals reposts
//   total KIND START pages    of the period
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "cdx/files/sorted_file.h"
#include "io/output.h"
#include "io/problem.h"
#include "posts/shares/share_counter.h"
#include "posts/shares/share_period.h"

namespace wax::posts {

inline constexpr SharePeriod kListedPeriods[] = {
    SharePeriod::kDay, SharePeriod::kWeek, SharePeriod::kMonth};

// Writes the lists of all posts with a date, as count_shares() counts them;
// options.by, order and limit do not count. counts.pages are pages of days,
// weeks and months. Returns how many shares have no date that a calendar has.
// Finishes the output. Memory: that of options.sort, and some bytes for each
// day. Throws as count_shares().
uint64_t write_share_lists(const std::vector<std::string>& files,
                           const ShareOptions& options, ShareCounts& counts,
                           ProblemSink& problems, io::Output& output);

// Reads such a file. Memory: that of a SortedFile. For one thread.
class ShareLists {
 public:
  // Throws IoError, and FormatError for another file.
  explicit ShareLists(const std::string& path);

  // The starts of the periods in which something was shared, in order.
  [[nodiscard]] std::vector<std::string> starts(SharePeriod kind);

  // Calls `use` with the pages of a period, the most shared first, until it
  // returns false. Throws FormatError for a damaged line.
  void each_page(SharePeriod kind, std::string_view start,
                 const std::function<bool(const PageShares& page)>& use);

  // A page in the periods that have shares of it, in order: `period` is the
  // start; url, first and last are empty.
  [[nodiscard]] std::vector<PageShares> of_page(std::string_view urlkey,
                                                SharePeriod kind);

 private:
  [[noreturn]] void throw_damaged() const;
  // Calls `use` with what follows `prefix` in lines that begin with it.
  void each_line(const std::string& prefix,
                 const std::function<bool(std::string_view rest)>& use);

  cdx::SortedFile file_;
};

}  // namespace wax::posts
