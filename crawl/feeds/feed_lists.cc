#include "crawl/feeds/feed_lists.h"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <utility>

#include "cdx/url/url.h"

namespace wax::crawl {
namespace {

class FirstItems final : public lines::LineStream {
 public:
  explicit FirstItems(std::unique_ptr<lines::LineStream> sorted)
      : sorted_(std::move(sorted)) {}

  bool next(std::string_view& line) override {
    while (sorted_->next(line)) {
      std::array<std::string_view, 4> columns;
      std::string_view rest = line;
      for (std::string_view& column : columns) {
        column = rest.substr(0, rest.find('\t'));
        rest.remove_prefix(std::min(column.size() + 1, rest.size()));
      }
      if (columns[0] != url_) {
        url_ = columns[0];
        feeds_.clear();
      }
      if (feeds_.emplace(columns[3]).second) return true;
    }
    return false;
  }

 private:
  std::unique_ptr<lines::LineStream> sorted_;
  std::string url_;
  std::set<std::string, std::less<>> feeds_;
};

}  // namespace

void append_item_lines(const FeedCapture& feed, std::string& lines) {
  std::string url;
  cdx::append_as_field(feed.url, url);
  for (const FeedItem& item : feed.items) {
    cdx::append_as_field(item.url, lines);
    ((lines += '\t') += feed.date) += '\t';
    (lines += item.date.empty() ? "-" : item.date) += '\t';
    ((lines += url) += '\t') += item.title;
    lines += '\n';
  }
}

std::unique_ptr<lines::LineStream> first_items(
    std::unique_ptr<lines::LineStream> sorted) {
  return std::make_unique<FirstItems>(std::move(sorted));
}

}  // namespace wax::crawl
