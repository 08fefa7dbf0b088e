// What the attributes of elements mean for the view of a page.
#pragma once

#include <initializer_list>
#include <string_view>

namespace wax::document {

enum class AttributeUse {
  kKeep,        // no URL, no script
  kDrop,        // a script, or a URL that nothing shows
  kLink,        // a link leads there
  kFrame,       // a page within the page
  kStyleSheet,  // or an icon, as the element's rel says
  kMedia,
  kSrcset,
  kCss,
};

// Names in lower case.
[[nodiscard]] AttributeUse use_of(std::string_view element,
                                  std::string_view name);

[[nodiscard]] bool is_any(std::string_view name,
                          std::initializer_list<const char*> names);

}  // namespace wax::document
