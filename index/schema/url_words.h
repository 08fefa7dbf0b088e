// The text whose words are those of a URL.
#pragma once

#include <string>
#include <string_view>

namespace wax::index {

// The URL without its scheme and with its escapes undone, once: bytes that are
// no UTF-8 then are letters of ISO-8859-1, as in old forms. `room` is where
// it is, or `url` itself. Escaped signs become spaces: none is an operator of a
// query.
[[nodiscard]] std::string_view url_as_words(std::string_view url,
                                            std::string& room);

}  // namespace wax::index
