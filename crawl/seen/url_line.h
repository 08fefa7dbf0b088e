// Lists of URLs. In a line, the URL comes first, then its date, if it has one.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "crawl/seen/seen_folder.h"
#include "lines/line_stream.h"

namespace wax::crawl {

struct UrlLine {
  std::string_view url;
  std::optional<Month> month;  // of the date
};

// Columns are separated by tabs, or by spaces in a line without tabs. The date
// has 4 to 14 digits, so that a year alone is its January. Nothing for an empty
// line and a comment ("#"). Views into the line.
[[nodiscard]] std::optional<UrlLine> parse_url_line(std::string_view line);

// The lines of one list after another, gzip'd or not; "-" is standard input.
// Throws what cdx::open_lines() does.
class UrlLists final : public lines::LineStream {
 public:
  explicit UrlLists(std::vector<std::string> paths)
      : paths_(std::move(paths)) {}
  [[nodiscard]] bool next(std::string_view& line) override;

 private:
  std::vector<std::string> paths_;
  size_t next_path_ = 0;
  std::unique_ptr<lines::LineStream> lines_;
};

}  // namespace wax::crawl
