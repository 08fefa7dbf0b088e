#include "crawl/feeds/named_sitemaps.h"

#include <string>

#include "cdx/url/url_key.h"
#include "text/number.h"

namespace wax::crawl {
namespace {

// What a value of the join begins with: "c items without_url" counts a list.
constexpr char kCounts = 'c';
constexpr char kLine = 'l';

std::string key_of(std::string_view url) {
  return cdx::url_key(cdx::UrlKeyKind::kSurt, url);
}

}  // namespace

void NamedSitemaps::name(std::string_view url) {
  const std::string key = key_of(url);
  const std::lock_guard lock(mutex_);
  join_.note(key);
}

void NamedSitemaps::add(const FeedCapture& list, std::string_view lines) {
  const std::string key = key_of(list.url);
  std::string value(1, kCounts);
  value += std::to_string(list.items.size());
  (value += ' ') += std::to_string(list.summary.without_url);
  const std::lock_guard lock(mutex_);
  join_.add(key, value);
  while (!lines.empty()) {
    const std::string_view line = lines.substr(0, lines.find('\n'));
    lines.remove_prefix(line.size() + 1);
    value.assign(1, kLine).append(line);
    join_.add(key, value);
  }
}

void NamedSitemaps::each_line(
    const std::function<void(std::string_view line)>& use, FeedCounts& counts) {
  join_.each_match([&](std::string_view value) {
    const bool is_line = value.front() == kLine;
    value.remove_prefix(1);
    if (is_line) return use(value);
    const size_t blank = value.find(' ');
    ++counts.feeds;
    counts.items += text::whole_number(value.substr(0, blank)).value_or(0);
    counts.without_url +=
        text::whole_number(value.substr(blank + 1)).value_or(0);
  });
}

}  // namespace wax::crawl
