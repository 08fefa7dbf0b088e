// Pages of HTML, and XML documents, to text and links.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "index/text/link.h"

namespace wax::index {

struct PageText {
  std::string title;
  std::string description;
  std::string content;
  std::vector<Link> links;
  // Links past the limits below, or longer than kLongestUrl.
  uint64_t links_dropped = 0;

  void clear();
};

// Together they bound what a page of links of a few bytes each, on a base of
// thousands, can come to.
inline constexpr size_t kMostLinks = 50'000;
inline constexpr size_t kMostLinkBytes = 16 * 1024 * 1024;
inline constexpr size_t kLongestAnchor = 1024;

// Takes a page of well-formed UTF-8 captured at `url` apart. Any input is taken
// in one pass without recursion; time and memory are proportional to its size.
//
// Tags, comments and character references are read as the tokenizer of the HTML
// standard reads them (13.2.5), with scripting off. Left out is what is not
// shown: script, style, template (but for declarative shadow roots), iframe,
// noembed, and the title, which is kept apart. A page without one has the title
// that a script gives it (script_title.h). The text of images (alt) is kept. An
// unclosed title ends at the next tag, where the standard lets it swallow the
// page.
//
// Links: a, area, frame, iframe, and meta refresh; resolved against the first
// base element.
void parse_html(std::string_view page, std::string_view url, PageText& text);

// The same for XML: every element is a block, CDATA sections are text, the
// first title element is the title (and stays in the text). No links.
void parse_xml(std::string_view document, PageText& text);

}  // namespace wax::index
