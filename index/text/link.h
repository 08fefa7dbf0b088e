// A link of a page.
#pragma once

#include <string>

namespace wax::index {

struct Link {
  std::string url;   // absolute, without fragment
  std::string text;  // of the anchor, white space collapsed, UTF-8
  friend bool operator==(const Link&, const Link&) = default;
};

}  // namespace wax::index
