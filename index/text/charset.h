// Which characters the bytes of a page stand for.
#pragma once

#include <string>
#include <string_view>

namespace wax::index {

// The name of the encoding that a label means ("latin1" is "windows-1252"), by
// the table of the WHATWG Encoding standard, in lower case; empty for a label
// that is not in it.
[[nodiscard]] std::string_view encoding_of_label(std::string_view label);

// The charset parameter of a Content-Type ("text/html; charset=utf-8"), as
// written; empty when there is none.
[[nodiscard]] std::string_view charset_parameter(std::string_view content_type);

// The label that the markup itself states, within its first kPrescan bytes:
// <meta charset>, <meta http-equiv=content-type> (HTML standard, 13.2.3.2,
// "prescan a byte stream") or an XML declaration. Empty when there is none.
inline constexpr size_t kPrescan = 8 * 1024;
[[nodiscard]] std::string_view declared_in_markup(std::string_view bytes);

// Decides in this order: byte order mark, Content-Type, markup, what the bytes
// look like. Two departures from the standard, because archives keep what
// servers got wrong: bytes that are well-formed UTF-8 with characters beyond
// ASCII are UTF-8 even where windows-1252 is declared (the default of old
// servers), and bytes declared to be UTF-8 that are far from it are detected.
// The answer is an encoding name; "utf-8" when all is ASCII and nothing is
// declared.
[[nodiscard]] std::string_view sniff_charset(std::string_view bytes,
                                             std::string_view content_type,
                                             bool markup);

// `bytes` of that encoding in well-formed UTF-8, without a byte order mark;
// what is ill-formed becomes U+FFFD. The answer is `bytes` itself where that
// is so already, else `buffer`.
[[nodiscard]] std::string_view to_utf8(std::string_view bytes,
                                       std::string_view encoding,
                                       std::string& buffer);

}  // namespace wax::index
