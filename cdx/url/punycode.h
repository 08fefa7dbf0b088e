// Punycode (RFC 3492).
#pragma once

#include <string>
#include <string_view>

namespace wax::cdx {

// Appends the Punycode of `text`, well-formed UTF-16, to `ascii`.
void append_punycode(std::u16string_view text, std::string& ascii);

}  // namespace wax::cdx
