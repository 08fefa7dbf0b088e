// Finds the encoding of a page and decodes its bytes.
#pragma once

#include <string>
#include <string_view>

namespace wax::index {

// The name in lower case of the encoding that a label means ("latin1" is
// "windows-1252"), by the table of the WHATWG Encoding standard; empty for a
// label that is not in it.
[[nodiscard]] std::string_view encoding_of_label(std::string_view label);

// The charset parameter of a Content-Type ("text/html; charset=utf-8"), as
// written; empty when there is none.
[[nodiscard]] std::string_view charset_parameter(std::string_view content_type);

// The label that the markup itself states, within its first kPrescan bytes:
// <meta charset>, <meta http-equiv=content-type> (HTML standard, 13.2.3.2,
// "prescan a byte stream") or an XML declaration. Empty when there is none.
inline constexpr size_t kPrescan = 8 * 1024;
[[nodiscard]] std::string_view declared_in_markup(std::string_view bytes);

// The UTF-16 that a Content-Type states of bytes without a byte order mark:
// "utf-16le" or "utf-16be", as blanks, line ends and angle brackets tell, else
// as stated. Empty where another charset is stated, or the bytes are UTF-8 and
// have no NUL.
[[nodiscard]] std::string_view stated_utf16(std::string_view bytes,
                                            std::string_view content_type);

// Decides in this order: byte order mark, Content-Type, markup, detection from
// the bytes. It differs from the standard twice, because archives keep the
// mistakes of servers: well-formed UTF-8 with non-ASCII characters is UTF-8
// even where windows-1252 is declared (the default of old servers), and bytes
// that are declared as UTF-8 but are mostly ill-formed are detected. The answer
// is an encoding name; "utf-8" when all is ASCII and nothing is declared.
[[nodiscard]] std::string_view sniff_charset(std::string_view bytes,
                                             std::string_view content_type,
                                             bool markup);

// `bytes` of that encoding as well-formed UTF-8, without a byte order mark;
// ill-formed parts become U+FFFD. The answer is `bytes` itself when nothing
// changes, else `buffer`.
[[nodiscard]] std::string_view to_utf8(std::string_view bytes,
                                       std::string_view encoding,
                                       std::string& buffer);

}  // namespace wax::index
