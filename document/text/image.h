// An image that a page shows.
#pragma once

#include <string>

namespace wax::document {

struct Image {
  std::string url;      // absolute, without fragment
  std::string alt;      // white space collapsed, UTF-8
  std::string caption;  // in the same form
  friend bool operator==(const Image&, const Image&) = default;
};

}  // namespace wax::document
