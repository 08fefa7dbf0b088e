// Encodings of East Asia to UTF-8.
#pragma once

#include <string>
#include <string_view>

namespace wax::document {

// Appends `bytes` as well-formed UTF-8, as the decoders of the WHATWG Encoding
// standard read gbk, gb18030, big5, euc-jp, iso-2022-jp, shift_jis and euc-kr:
// what is no character becomes U+FFFD, and a byte of ASCII within it stays. In
// iso-2022-jp a line end ends characters of two bytes, and an escape may follow
// another one.
// False for another encoding; then nothing is appended.
[[nodiscard]] bool append_east_asian(std::string_view bytes,
                                     std::string_view encoding,
                                     std::string& out);

}  // namespace wax::document
