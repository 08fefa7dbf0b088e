// Finds the encoding of a page and decodes its bytes.
#pragma once

#include <string>
#include <string_view>

namespace wax::document {

// The name in lower case of the encoding that a label means ("latin1" is
// "windows-1252"), by the table of the WHATWG Encoding standard; empty for a
// label that is not in it.
[[nodiscard]] std::string_view encoding_of_label(std::string_view label);

// The UTF-16 that a Content-Type states of bytes without a byte order mark:
// "utf-16le" or "utf-16be", as blanks, line ends and angle brackets tell, else
// as stated. Empty where another charset is stated, or the bytes are UTF-8 and
// have no NUL.
[[nodiscard]] std::string_view stated_utf16(std::string_view bytes,
                                            std::string_view content_type);

// The encoding in which the bytes are valid and read as language. Archives keep
// the mistakes of servers, so what is stated is a vote. In this order:
//   - a byte order mark that the bytes do not contradict;
//   - UTF-16 that the NULs show, and ISO-2022-JP that the escapes show;
//   - what both the Content-Type and the markup state, if each byte is valid,
//     unless the bytes are UTF-8 beyond doubt;
//   - UTF-8, if the bytes are well-formed and not only ASCII;
//   - what the Content-Type or else the markup states, if the bytes read well;
//     windows-1252 holds only where both state it;
//   - else the encoding in which the bytes are the least surprising in one of
//     its languages (guessed_encoding()), with a bonus for what is stated, and
//     for languages of the domain of `url` and of the html element.
// The answer is an encoding name; "utf-8" when all is ASCII and nothing is
// stated.
[[nodiscard]] std::string_view sniff_charset(std::string_view bytes,
                                             std::string_view content_type,
                                             bool markup,
                                             std::string_view url = {});

// UTF-16 without a byte order mark, as NULs beside the ASCII of markup and
// spaces show it: "utf-16le" or "utf-16be"; empty when it is not.
[[nodiscard]] std::string_view utf16_by_nuls(std::string_view bytes);

// `bytes` of that encoding as well-formed UTF-8, without a byte order mark;
// ill-formed parts become U+FFFD. The answer is `bytes` itself when nothing
// changes, else `buffer`.
[[nodiscard]] std::string_view to_utf8(std::string_view bytes,
                                       std::string_view encoding,
                                       std::string& buffer);

// The bytes of a page, whose encoding sniff_charset() found, as to_utf8() gives
// them, but pages of two encodings read well in both: rows of UTF-8 in a page
// of another encoding, ill-formed rows in a page of UTF-8 (in the
// Content-Type's or the markup's encoding, windows-1252, or what is guessed),
// and UTF-8 that was encoded twice.
[[nodiscard]] std::string_view decode_page(std::string_view bytes,
                                           std::string_view encoding,
                                           std::string_view content_type,
                                           std::string& buffer);

}  // namespace wax::document
