#include "crawl/feeds/feed_items.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "document/charset/charset.h"
#include "document/formats/document_builder.h"
#include "document/formats/xml_reader.h"
#include "document/page/written_date.h"
#include "document/text/url_reference.h"
#include "io/byte_source.h"
#include "text/ascii.h"
#include "text/json.h"
#include "text/utf8.h"

namespace wax::crawl {
namespace {

// A longer text of an item is cut.
constexpr size_t kLongestItemText = 16 * 1024;

struct ItemTexts {
  std::string link;
  std::string original_link;  // of a feed that is served by another
  std::string id;  // or guid, external URL: no reference, but perhaps a URL
  std::string title;
  bool title_is_html = false;
  std::string published;
  std::string changed;
};

std::string absolute_url(std::string_view base, std::string_view reference) {
  std::string url;
  if (reference.empty() || !document::append_resolved(base, reference, url)) {
    return {};
  }
  return url.substr(0, url.find('#'));
}

// Gives items as callers see them.
class ItemMaker {
 public:
  ItemMaker(std::string_view base,
            const std::function<void(FeedItem& item)>& use)
      : base_(base), use_(use) {}

  // What references are relative to, if nothing else is said.
  [[nodiscard]] const std::string& base() const { return base_; }
  [[nodiscard]] uint64_t without_url() const { return without_url_; }

  void make(const ItemTexts& texts, std::string_view base) {
    FeedItem item;
    for (const std::string* link : {&texts.original_link, &texts.link}) {
      item.url = absolute_url(base, text::trim(*link));
      if (!item.url.empty()) break;
    }
    if (item.url.empty()) item.url = absolute_url("", text::trim(texts.id));
    if (item.url.empty()) {
      ++without_url_;
      return;
    }
    item.date = document::written_date(texts.published);
    if (item.date.empty()) item.date = document::written_date(texts.changed);
    item.title = texts.title_is_html ? document::text_of_html(texts.title)
                                     : document::collapsed(texts.title);
    use_(item);
  }

 private:
  std::string base_;
  const std::function<void(FeedItem& item)>& use_;
  uint64_t without_url_ = 0;
};

FeedKind kind_of_root(std::string_view name) {
  if (name == "rss" || name == "RDF" || name == "channel") {
    return FeedKind::kRss;
  }
  if (name == "feed") return FeedKind::kAtom;
  if (name == "urlset") return FeedKind::kSitemap;
  if (name == "sitemapindex") return FeedKind::kSitemapIndex;
  return FeedKind::kNone;
}

bool is_item_of(FeedKind kind, std::string_view name) {
  switch (kind) {
    case FeedKind::kRss:
      return name == "item";
    case FeedKind::kAtom:
      return name == "entry";
    case FeedKind::kSitemap:
      return name == "url";
    case FeedKind::kSitemapIndex:
      return name == "sitemap";
    default:
      return false;
  }
}

class FeedItemHandler final : public document::XmlHandler {
 public:
  FeedItemHandler(FeedSummary& summary, ItemMaker& maker)
      : summary_(summary), maker_(maker) {}

  void begin(std::string_view name,
             const document::XmlAttributes& attributes) override {
    ++depth_;
    if (const auto base = attributes.find("base"); !base.empty()) {
      std::string absolute = absolute_url(base_of_open(), base);
      if (!absolute.empty()) bases_.emplace_back(depth_, std::move(absolute));
    }
    if (depth_ == 1) summary_.kind = kind_of_root(name);
    if (text_depth_ > 0) return;  // markup inside a text
    if (item_depth_ == 0 && is_item_of(summary_.kind, name)) {
      item_depth_ = depth_;
      item_ = {};
    } else if (item_depth_ > 0 && depth_ == item_depth_ + 1) {
      is_news_ = summary_.kind == FeedKind::kSitemap && name == "news";
      begin_field(name, attributes);
    } else if (item_depth_ > 0 && depth_ == item_depth_ + 2 && is_news_) {
      begin_news(name);
    } else if (item_depth_ == 0 && name == "title" && summary_.title.empty()) {
      begin_text(summary_.title);
    }
  }

  void end(std::string_view) override {
    if (text_depth_ == depth_) end_text();
    if (item_depth_ == depth_) {
      item_depth_ = 0;
      maker_.make(item_, base_of_open());
    }
    if (!bases_.empty() && bases_.back().first == depth_) bases_.pop_back();
    --depth_;
  }

  void text(std::string_view utf8) override {
    if (target_ != nullptr && target_->size() < kLongestItemText) {
      *target_ += utf8;
    }
  }

 private:
  [[nodiscard]] const std::string& base_of_open() const {
    return bases_.empty() ? maker_.base() : bases_.back().second;
  }

  void begin_text(std::string& target) {
    target.clear();
    target_ = &target;
    text_depth_ = depth_;
  }

  void end_text() {
    if (target_ == &summary_.title) {
      summary_.title = document::text_of_html(summary_.title);
    }
    target_ = nullptr;
    text_depth_ = 0;
  }

  void begin_field(std::string_view name,
                   const document::XmlAttributes& attributes) {
    if (name == "link") {
      begin_link(attributes);
    } else if (name == "loc") {
      begin_text(item_.link);
    } else if (name == "origLink") {
      begin_text(item_.original_link);
    } else if (name == "guid") {
      if (attributes.find("isPermaLink") != "false") begin_text(item_.id);
    } else if (name == "title" && item_.title.empty()) {
      item_.title_is_html =
          summary_.kind == FeedKind::kRss || attributes.find("type") == "html";
      begin_text(item_.title);
    } else if (name == "pubDate" || name == "published" || name == "issued" ||
               name == "date") {
      if (item_.published.empty()) begin_text(item_.published);
    } else if (name == "updated" || name == "modified" || name == "lastmod") {
      if (item_.changed.empty()) begin_text(item_.changed);
    }
  }

  // Reads the news element of a sitemap: its title and date of publication say
  // more than the sitemap's dates of change.
  void begin_news(std::string_view name) {
    if (name == "title" && item_.title.empty()) begin_text(item_.title);
    if (name == "publication_date" && item_.published.empty()) {
      begin_text(item_.published);
    }
  }

  void begin_link(const document::XmlAttributes& attributes) {
    const std::string_view href = attributes.find("href");
    const std::string_view rel = attributes.find("rel");
    if (summary_.kind == FeedKind::kRss && href.empty()) {
      if (item_.link.empty()) begin_text(item_.link);
    } else if ((rel.empty() || rel == "alternate") && item_.link.empty()) {
      item_.link = absolute_url(base_of_open(), text::trim(href));
    }
  }

  FeedSummary& summary_;
  ItemMaker& maker_;
  size_t depth_ = 0;
  size_t item_depth_ = 0;  // of the open item; 0: none
  size_t text_depth_ = 0;  // of the element whose text goes to target_
  std::string* target_ = nullptr;
  bool is_news_ = false;  // in the news of the open item
  std::vector<std::pair<size_t, std::string>> bases_;  // depth, xml:base
  ItemTexts item_;
};

FeedSummary read_xml_feed(std::string_view bytes, ItemMaker& maker) {
  std::string buffer;
  std::string_view feed = document::to_utf8(
      bytes, document::sniff_charset(bytes, "", true), buffer);
  // Expat takes white space in front of the XML declaration for an error.
  feed.remove_prefix(std::min(feed.find('<'), feed.size()));
  FeedSummary summary;
  FeedItemHandler handler(summary, maker);
  io::MemorySource source(feed);
  try {
    summary.whole = document::read_xml(source, handler,
                                       document::XmlNames::kPrefixes, true);
  } catch (const document::NoText&) {
    summary.whole = false;
  }
  return summary;
}

// Well-formed, whatever bytes and halves of pairs the feed has.
std::string json_text(const text::JsonMemberText& member) {
  if (!member.escaped) return text::as_utf8(member.value);
  std::string unescaped;
  text::append_unescaped(member.value, unescaped);
  return text::as_utf8(unescaped);
}

void read_json_item(std::string_view json, ItemMaker& maker) {
  ItemTexts item;
  std::string external;
  text::JsonMembers members(json);
  for (text::JsonMemberText member; members.next(member);) {
    if (member.name == "url") item.link = json_text(member);
    if (member.name == "external_url") external = json_text(member);
    if (member.name == "id") item.id = json_text(member);
    if (member.name == "title") item.title = json_text(member);
    if (member.name == "date_published") item.published = json_text(member);
    if (member.name == "date_modified") item.changed = json_text(member);
  }
  if (item.link.empty()) item.link = external;
  maker.make(item, maker.base());
}

FeedSummary read_json_feed(std::string_view json, ItemMaker& maker) {
  FeedSummary summary;
  std::string_view items;
  text::JsonMembers members(json);
  for (text::JsonMemberText member; members.next(member);) {
    if (member.name == "version" &&
        member.value.find("jsonfeed.org/") != std::string_view::npos) {
      summary.kind = FeedKind::kJson;
    }
    if (member.name == "title") {
      summary.title = document::collapsed(json_text(member));
    }
    if (member.name == "items") items = member.value;
  }
  summary.whole = members.whole();
  if (summary.kind != FeedKind::kJson) return {};
  text::JsonMembers elements(items, true);
  for (text::JsonMemberText element; elements.next(element);) {
    read_json_item(element.value, maker);
  }
  return summary;
}

std::string_view beginning_of_text(std::string_view bytes) {
  bytes = bytes.substr(0, 1024);
  if (bytes.starts_with("\xEF\xBB\xBF")) bytes.remove_prefix(3);
  return text::trim_front(bytes, text::kAllSpace);
}

// A URL in each line.
FeedSummary read_text_sitemap(std::string_view text, ItemMaker& maker) {
  FeedSummary summary;
  summary.kind = FeedKind::kSitemap;
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    ItemTexts item;
    item.id = text::trim(line, text::kAllSpace);
    if (!item.id.empty()) maker.make(item, maker.base());
  }
  return summary;
}

}  // namespace

bool begins_like_url_list(std::string_view bytes) {
  const std::string_view begin = beginning_of_text(bytes);
  return text::starts_with_ignoring_case(begin, "http://") ||
         text::starts_with_ignoring_case(begin, "https://");
}

bool is_text_sitemap(std::string_view url) {
  url = url.substr(0, url.find_first_of("?#"));
  const std::string_view name = url.substr(url.rfind('/') + 1);
  return text::starts_with_ignoring_case(name, "sitemap") &&
         (name.ends_with(".txt") || name.ends_with(".txt.gz"));
}

std::string_view name(FeedKind kind) {
  switch (kind) {
    case FeedKind::kRss:
      return "rss";
    case FeedKind::kAtom:
      return "atom";
    case FeedKind::kJson:
      return "json";
    case FeedKind::kSitemap:
      return "sitemap";
    case FeedKind::kSitemapIndex:
      return "sitemap-index";
    default:
      return {};
  }
}

FeedSummary read_feed_items(std::string_view bytes, std::string_view url,
                            const std::function<void(FeedItem& item)>& use) {
  ItemMaker maker(url, use);
  FeedSummary summary;
  if (beginning_of_text(bytes).starts_with('{')) {
    summary = read_json_feed(bytes.substr(bytes.find('{')), maker);
  } else if (begins_like_url_list(bytes)) {
    summary = read_text_sitemap(bytes, maker);
  } else {
    summary = read_xml_feed(bytes, maker);
  }
  summary.without_url = maker.without_url();
  return summary;
}

}  // namespace wax::crawl
