// Feeds: whatever the bytes are, items have URLs of the web and whole dates.
#include <string_view>

#include "crawl/feeds/feed_items.h"
#include "fuzz/support/entry.h"
#include "text/utf8.h"

namespace wax::fuzz {

void run(std::string_view bytes) {
  const auto summary = crawl::read_feed_items(
      bytes, "http://example.org/feed", [](crawl::FeedItem& item) {
        require(item.url.find("://") != item.url.npos);
        require(item.url.find('#') == item.url.npos);
        require(item.date.empty() || item.date.size() == 14);
        require(text::is_utf8(item.title));
      });
  require(text::is_utf8(summary.title));
}

}  // namespace wax::fuzz
