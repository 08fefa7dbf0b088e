// A link of a page.
#pragma once

#include <string>

namespace wax::index {

struct Link {
  std::string url;   // absolute, without fragment
  std::string text;  // of the anchor, white space collapsed, UTF-8
  // Of the element, in lower case: "nofollow", "author".
  std::string rel = {};
  friend bool operator==(const Link&, const Link&) = default;
};

}  // namespace wax::index
