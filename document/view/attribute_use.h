// What the attributes of elements mean for the view of a page.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include "document/view/view_url.h"

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
  kHtml,  // a page within the page, written there
};

// All names are in lower case.
[[nodiscard]] AttributeUse use_of(std::string_view element,
                                  std::string_view name);

// Whether the view has no such element.
[[nodiscard]] bool is_dropped(std::string_view element);

// Whether the view has nothing of the text in the element, which browsers that
// know frames do not show.
[[nodiscard]] bool is_never_shown(std::string_view element);

// The name of the element in the view: <xmp> and <plaintext>, whose text is no
// markup, become <pre>.
[[nodiscard]] std::string_view viewed_element(std::string_view element);

// The rel of a <link> without what makes browsers connect or load ahead; empty
// when it is neither a style sheet nor an icon.
[[nodiscard]] std::string viewed_rel(std::string_view rel);

// Whether nothing can be in the element, so that it has no end tag.
[[nodiscard]] bool is_void(std::string_view element);

// What browsers show of <object> and <embed> without a plug-in, by the type and
// the URL of its data: kMedia, kFrame or kDropped.
[[nodiscard]] ViewPart shown_part(std::string_view element,
                                  std::string_view type,
                                  std::string_view source);

[[nodiscard]] bool is_any(std::string_view name,
                          std::initializer_list<const char*> names);

}  // namespace wax::document
