// What a page says of itself, and what it links to and shows.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "index/html/html_tree.h"
#include "index/page/json_ld.h"
#include "index/text/image.h"
#include "index/text/link.h"

namespace wax::index {

struct Heading {
  int level = 0;  // 1 to 6
  std::string text;
  friend bool operator==(const Heading&, const Heading&) = default;
};

// Texts have their white space collapsed, and all but the content at most
// kLongestField bytes, in Unicode normalization form C.
// What the page does not state is empty. Where it states something more than
// once, the first source that is named here counts, and of one source the
// first. Sources in the body (microdata, time elements, rel=author) count only
// when they all say the same: a list of articles has many authors.
struct PageFields {
  std::string content;  // the visible text (visible_text.h), of any size: with
                        // the alternative texts of images; without script,
                        // style, template, iframe, noembed and the title
  // title; what a script gives the page (script_title.h); og:title,
  // twitter:title, dc.title, JSON-LD
  std::string title;
  std::string description;  // meta description; og:description, twitter:...,
                            // dc.description
  std::string keywords;     // meta keywords; news_keywords; article:tag.
                            // Several are separated by ", "
  std::string author;       // JSON-LD; meta author, article:author, dc.creator,
                            // citation_author; microdata; rel=author; the
                            // byline near the first h1. Several are separated
                            // by ", "; URLs are no authors
  // ISO 8601 as in page_date.h. JSON-LD; meta article:published_time, dc.date
  // and the like; microdata; time elements with pubdate or a class that
  // says so; the day that all time elements have; the day in the text near the
  // first h1.
  std::string published;
  std::string modified;    // article:modified_time, dateModified, ... likewise
  std::string section;     // article:section, articleSection, JSON-LD
  std::string lead_image;  // og:image, twitter:image, link image_src, JSON-LD,
                           // microdata
  std::string canonical;   // link canonical; og:url
  std::string language;    // as declared, by language_tag(): lang of html, HTTP
                           // Content-Language, meta, og:locale
  std::string generator;
  std::string robots;  // of meta robots, as written
  std::vector<Heading> headings;
  // a, area, frame, iframe, and meta refresh, in the order of the page.
  std::vector<Link> links;
  // Links and images past the limits, or longer than kLongestUrl.
  uint64_t links_dropped = 0;
  std::vector<Image> images;  // in the order of the page

  // Keeps memory.
  void clear();
};

inline constexpr size_t kLongestField = 4096;
inline constexpr size_t kMostHeadings = 1000;
inline constexpr size_t kMostImages = 10'000;

// What is known of a page beside its bytes. Views.
struct PageContext {
  std::string_view url;               // where it was captured
  std::string_view content_language;  // of the HTTP head
  // What read_main_content() has found out of the page, if it was asked.
  std::span<const Node* const> panels = {};
  const JsonLd* json_ld = nullptr;
};

// Fills the fields, in one pass over the tree. URLs are resolved against the
// first base element; those that are not http, https or ftp are left out. Time
// is linear in the tree's size, memory bounded by the limits here and in
// index/text/link.h.
void read_page_fields(const HtmlTree& tree, const PageContext& context,
                      PageFields& fields);

// The same for a page, or a piece of one, of well-formed UTF-8. The tree is
// lenient (html_tree.h).
void read_page(std::string_view page, const PageContext& context,
               HtmlTree& tree, PageFields& fields);

}  // namespace wax::index
