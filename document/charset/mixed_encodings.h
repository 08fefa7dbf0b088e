// Pages whose parts are in different encodings, or were encoded twice.
#pragma once

#include <string>
#include <string_view>

namespace wax::document {

// Whether a row of bytes beyond ASCII, with none before or behind it, in a page
// of another encoding is UTF-8: all of it is well-formed, and it is long (three
// characters), or, where the other encoding is `western`, the most usual
// characters of Western Europe.
[[nodiscard]] bool is_utf8_among_others(std::string_view row, bool western);

// Appends `text`, well-formed UTF-8, with the characters restored that were
// encoded twice: UTF-8 that was taken for windows-1252 and encoded as UTF-8
// again. False when there are none; then nothing is appended.
[[nodiscard]] bool append_decoded_once_more(std::string_view text,
                                            std::string& out);

}  // namespace wax::document
