// Percent-escapes ("%20").
#pragma once

#include <string>
#include <string_view>

namespace wax::text {

// Makes %XX of every byte of `text` that stands in `odd`.
void escape_bytes(std::string_view odd, std::string& text);

}  // namespace wax::text
