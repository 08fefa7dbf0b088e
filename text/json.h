// Writing JSON, as far as lines of it need.
#pragma once

#include <string>
#include <string_view>

namespace wax::text {

// Appends `bytes` as a JSON string with its quotes. The result is valid JSON in
// UTF-8 whatever the bytes are: each byte that is no part of well-formed UTF-8
// becomes U+FFFD.
void append_json_string(std::string& out, std::string_view bytes);

}  // namespace wax::text
