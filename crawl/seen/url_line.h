// Lists of URLs. In a line, the URL comes first, then its date, if it has one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "crawl/seen/seen_folder.h"
#include "io/problem.h"
#include "lines/line_stream.h"

namespace wax::crawl {

struct UrlLine {
  std::string_view url;        // empty: the line has columns, but no URL
  std::optional<Month> month;  // of the date
  bool has_bad_date = false;   // digits, but no date
};

// Columns are separated by tabs, or by spaces in a line without tabs. The date
// has 4 to 14 digits, so that a year alone is its January; it may also follow
// the URL after a space where tabs come later. Digits that are no date are a
// bad one. Nothing for an empty line and a comment ("#"). Views into the line.
[[nodiscard]] std::optional<UrlLine> parse_url_line(std::string_view line);

// The lines of one list after another, gzip'd or not; "-" is standard input.
// Throws what cdx::open_lines() does.
class UrlLists final : public lines::LineStream {
 public:
  explicit UrlLists(std::vector<std::string> paths)
      : paths_(std::move(paths)) {}
  [[nodiscard]] bool next(std::string_view& line) override;
  // Where the last line is: its file, and its number there, from 1 on.
  [[nodiscard]] const std::string& path() const {
    return paths_[next_path_ - 1];
  }
  [[nodiscard]] uint64_t number() const { return number_; }
  [[nodiscard]] size_t lists() const { return paths_.size(); }

 private:
  std::vector<std::string> paths_;
  size_t next_path_ = 0;
  std::unique_ptr<lines::LineStream> lines_;
  uint64_t number_ = 0;
};

// Called with the fault of a line ("has no URL") and the line.
using BadLine =
    std::function<void(std::string_view fault, std::string_view line)>;

// Reports the last line of the lists as lost ("list-bad-line").
[[nodiscard]] BadLine bad_line_reporter(const UrlLists& lists,
                                        ProblemSink& problems);

}  // namespace wax::crawl
