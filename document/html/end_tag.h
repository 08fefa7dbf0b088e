// Finds the end tags of elements that hold no markup: script, style, title,
// textarea and the like.
#pragma once

#include <cstddef>
#include <string_view>

#include "document/text/markup.h"

namespace wax::document {

// Whether the name of a tag ends at `at`.
[[nodiscard]] inline bool ends_tag_name(std::string_view page, size_t at) {
  return at >= page.size() || page[at] == '>' || page[at] == '/' ||
         is_html_space(page[at]);
}

// Finds "</name" from `at` on, in any case of letters; npos when it is not
// there. With `other`, the first end tag of the two.
[[nodiscard]] size_t find_end_tag(std::string_view page, size_t at,
                                  std::string_view name,
                                  std::string_view other = {});

// The same for script, whose end tag does not count inside "<!-- <script>"
// (HTML standard, 13.2.5.15 to 13.2.5.31).
[[nodiscard]] size_t find_script_end(std::string_view page, size_t at);

}  // namespace wax::document
