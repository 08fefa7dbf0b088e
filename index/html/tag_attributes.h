// The attributes of a tag that matter for the text and the links of a page.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace wax::index {

// Views into the page, with character references unresolved. Of several
// attributes of one name the first counts.
struct TagAttributes {
  std::optional<std::string_view> href;
  std::optional<std::string_view> src;
  std::string_view alt;
  std::string_view name;
  std::string_view http_equiv;
  std::string_view content;
  std::string_view shadowrootmode;
};

// Reads the attributes of a tag. `at` stands behind the tag's name and moves
// behind its ">", or to npos when the page ends inside the tag.
void read_attributes(std::string_view page, size_t& at,
                     TagAttributes& attributes);

}  // namespace wax::index
