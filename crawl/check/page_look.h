// Whether a page is what its URL names, or what a server shows instead.
#pragma once

#include <cstdint>
#include <string_view>

#include "document/html/html_tree.h"
#include "document/text/document.h"

namespace wax::crawl {

enum class PageLook : uint8_t {
  kPage,
  kNotFound,    // it says that there is no such page
  kLogin,       // it asks for a name and a password
  kCookieWall,  // it asks for consent, and shows little else
};

// Looks at a page of at most 200 words: a page with more has content; of a
// longer text than 64 KiB, at its beginning. Phrases
// are those of twelve languages. A page whose URL is that of a login form is a
// page.
[[nodiscard]] PageLook look_of(const document::Document& page,
                               const document::HtmlTree& tree);

// What a redirect to `location` says of the URL that leads there, by the path
// of the target: kNotFound, kLogin, kCookieWall; kPage, too, when `url` itself
// has such a path.
[[nodiscard]] PageLook look_of_redirect(std::string_view url,
                                        std::string_view location);

}  // namespace wax::crawl
