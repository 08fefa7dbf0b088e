// A page as it looked, without its scripts.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "document/view/view_url.h"

namespace wax::document {

struct HtmlViewOptions {
  std::string_view url;  // of the page
  // Whether the page is in a frame of another: links stay in their frames.
  bool is_nested = false;
  // Whether its media type is that of XHTML, in which "<script/>" is empty.
  bool is_xml = false;
  std::string_view refresh = {};  // the value of the HTTP header
  // Called now and then while the view is made, and may throw; may be empty.
  std::function<void()> keep_on = {};
};

struct HtmlView {
  std::string html;      // UTF-8
  std::string title;     // of the page, one line; may be empty
  uint64_t parts = 0;    // images, style sheets, frames that the page names
  uint64_t missing = 0;  // of these; their elements have data-missing="URL"
  uint64_t seen = 0;     // images, films and frames of elements that are there
  uint64_t scripts = 0;  // elements and their texts, which the view lacks
  // Bytes of text that a reader sees, of which those for browsers without
  // scripts are not counted.
  uint64_t text_bytes = 0;
  // The URLs of other pages to which a refresh leads at once, or later; those
  // that are there: in a frame without scripts, browsers do not follow it.
  std::string leads_to;
  std::string leads_later_to;
};

// Rewrites a page, UTF-8, token by token: the browser builds the tree, as it
// did for the page. URLs of attributes, srcset, style sheets, meta refresh and
// frames are replaced; scripts, handlers of events, forms' targets, comments
// and what states another encoding or policy are left out. Images that are
// missing, and plug-ins, keep the place that they have where they cannot be
// loaded. Links leave the view's frame (target "_top") unless the page is
// nested. No "<" that begins markup is in the view but those of the tags
// written here, so that browsers read no other, whatever they take an element
// to be. A base of more than 8 KiB is ignored. Throws ViewTooLarge when the
// view is larger than 12 MiB and four times the page. Memory: some six times
// the page, and 50 MiB at most for small ones. For any number of threads.
[[nodiscard]] HtmlView html_view(std::string_view page,
                                 const HtmlViewOptions& options,
                                 const ViewUrl& view);

}  // namespace wax::document
