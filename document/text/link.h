// A link of a page.
#pragma once

#include <cstddef>
#include <string>

namespace wax::document {

// Together they bound what a page of links of a few bytes each, on a base of
// thousands, can come to.
inline constexpr size_t kMostLinks = 50'000;
inline constexpr size_t kMostLinkBytes = 16 * 1024 * 1024;
inline constexpr size_t kLongestAnchor = 1024;

struct Link {
  std::string url;   // absolute, without fragment
  std::string text;  // of the anchor, white space collapsed, UTF-8
  // The rel attribute in lower case: "nofollow", "author".
  std::string rel = {};
  friend bool operator==(const Link&, const Link&) = default;
};

}  // namespace wax::document
