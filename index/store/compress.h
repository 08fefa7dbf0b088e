// Long stored values, zlib-compressed.
#pragma once

#include <string>
#include <string_view>

namespace wax::index {

// Appends to `out`.
void deflate_value(std::string_view bytes, std::string& out);

// False when `bytes` are not such a value.
[[nodiscard]] bool inflate_value(std::string_view bytes, std::string& out);

}  // namespace wax::index
