#include "crawl/seen/url_line.h"

#include <algorithm>
#include <string>

#include "cdx/files/open_cdx.h"
#include "text/ascii.h"
#include "warc/record/date.h"

namespace wax::crawl {

namespace {

constexpr size_t kMostShown = 200;  // bytes of a bad line

// Takes what stands before the next `end`, and all of these.
std::string_view take_column(std::string_view& line, char end) {
  const std::string_view column = line.substr(0, line.find(end));
  line.remove_prefix(column.size());
  line.remove_prefix(end == ' ' ? std::min(line.find_first_not_of(' '),
                                           line.size())
                                : std::min<size_t>(1, line.size()));
  return column;
}

bool is_number(std::string_view column) {
  return column.size() >= 4 && text::all_digits(column);
}

}  // namespace

std::optional<UrlLine> parse_url_line(std::string_view line) {
  const char end = line.find('\t') == line.npos ? ' ' : '\t';
  if (end == ' ')
    line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
  if (line.empty() || line.front() == '#') return std::nullopt;
  UrlLine parsed;
  parsed.url = take_column(line, end);
  std::string_view date = take_column(line, end);
  if (const size_t space = parsed.url.rfind(' ');
      space != parsed.url.npos && !is_number(date) &&
      is_number(parsed.url.substr(space + 1))) {
    // "URL date TAB title".
    date = parsed.url.substr(space + 1);
    parsed.url = text::trim_back(parsed.url.substr(0, space));
  }
  if (!is_number(date)) return parsed;
  if (warc::seconds_of_date(date)) {
    parsed.month =
        Month::of(date.size() >= 6 ? std::string(date)
                                   : std::string(date.substr(0, 4)) + "01");
  }
  parsed.has_bad_date = !parsed.month;
  return parsed;
}

bool UrlLists::next(std::string_view& line) {
  for (;;) {
    if (lines_ != nullptr && lines_->next(line)) {
      ++number_;
      return true;
    }
    if (next_path_ == paths_.size()) return false;
    lines_ = cdx::open_lines(paths_[next_path_++]);
    number_ = 0;
  }
}

BadLine bad_line_reporter(const UrlLists& lists, ProblemSink& problems) {
  return [&](std::string_view fault, std::string_view line) {
    std::string text = "line " + std::to_string(lists.number()) + ' ';
    text.append(fault).append(": ").append(line.substr(0, kMostShown));
    problems.report({Severity::kLost, "list-bad-line", lists.path(),
                     std::nullopt, std::move(text)});
  };
}

}  // namespace wax::crawl
