// One line of a list of URLs: the URL, then its date, if it has one.
#pragma once

#include <optional>
#include <string_view>

#include "crawl/seen/seen_folder.h"

namespace wax::crawl {

struct UrlLine {
  std::string_view url;
  std::optional<Month> month;  // of the date
};

// Columns are separated by tabs, or by spaces in a line without tabs. The date
// has 4 to 14 digits, so that a year alone is its January. Nothing for an empty
// line and a comment ("#"). Views into the line.
[[nodiscard]] std::optional<UrlLine> parse_url_line(std::string_view line);

}  // namespace wax::crawl
