#include "crawl/seen/url_line.h"

#include <algorithm>
#include <string>

#include "cdx/files/open_cdx.h"
#include "warc/record/date.h"

namespace wax::crawl {

std::optional<UrlLine> parse_url_line(std::string_view line) {
  const char end = line.find('\t') == line.npos ? ' ' : '\t';
  if (end == ' ')
    line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
  if (line.empty() || line.front() == '#') return std::nullopt;
  UrlLine parsed;
  parsed.url = line.substr(0, line.find(end));
  if (parsed.url.empty()) return std::nullopt;
  std::string_view rest = line.substr(parsed.url.size());
  if (!rest.empty()) rest.remove_prefix(1);
  const std::string_view date = rest.substr(0, rest.find(end));
  if (warc::is_short_date(date)) {
    parsed.month =
        Month::of(date.size() >= 6 ? std::string(date)
                                   : std::string(date.substr(0, 4)) + "01");
  }
  return parsed;
}

bool UrlLists::next(std::string_view& line) {
  for (;;) {
    if (lines_ != nullptr && lines_->next(line)) return true;
    if (next_path_ == paths_.size()) return false;
    lines_ = cdx::open_lines(paths_[next_path_++]);
  }
}

}  // namespace wax::crawl
