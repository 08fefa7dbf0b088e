// The items of feeds: RSS, Atom, JSON Feed, and sitemaps. Any number of threads
// may call these functions.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace wax::crawl {

enum class FeedKind {
  kNone,
  kRss,           // 0.9 to 2.0, also RDF
  kAtom,          // 0.3, 1.0
  kJson,          // JSON Feed 1, 1.1
  kSitemap,       // also a list of URLs
  kSitemapIndex,  // its items are sitemaps
};

// "rss", "atom", "json", "sitemap", "sitemap-index"; empty for none.
[[nodiscard]] std::string_view name(FeedKind kind);

// Whether a file may be a list of URLs, one in each line: it begins with one.
[[nodiscard]] bool begins_like_url_list(std::string_view bytes);
// Whether such a file is a sitemap, as its name says: "sitemap-1.txt".
[[nodiscard]] bool is_text_sitemap(std::string_view url);

struct FeedItem {
  std::string url;    // absolute, without fragment
  std::string date;   // 14 digits, UTC; empty: none that can be read
  std::string title;  // plain text, white space collapsed
};

struct FeedSummary {
  FeedKind kind = FeedKind::kNone;
  std::string title;
  bool whole = true;         // else it ends, or is damaged, after the last item
  uint64_t without_url = 0;  // items that are left out
};

// Calls `use` with each item of a document that was captured at `url`, in their
// order; `use` may take it. References are resolved by xml:base, else by `url`.
// An id or guid is the URL of an item that has no other, if it is one. Items
// without a URL (http, https, ftp) are left out. Of several dates, that of
// publication counts, else that of change. What is no feed has no items.
// Memory: an item, and the bytes as UTF-8 where they are not. Throws what `use`
// throws.
FeedSummary read_feed_items(std::string_view bytes, std::string_view url,
                            const std::function<void(FeedItem& item)>& use);

}  // namespace wax::crawl
