// An image that a page shows.
#pragma once

#include <string>

namespace wax::index {

struct Image {
  std::string url;      // absolute, without fragment
  std::string alt;      // white space collapsed, UTF-8
  std::string caption;  // likewise
  friend bool operator==(const Image&, const Image&) = default;
};

}  // namespace wax::index
