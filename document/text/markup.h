// Reads tags and character references as the HTML standard says (13.2.5).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace wax::document {

// Views into the page: the name as written (any case), and the value with its
// character references unresolved; an attribute without a value has an empty
// one.
struct Attribute {
  std::string_view name;
  std::string_view value;
};

[[nodiscard]] inline bool is_html_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r';
}

inline void skip_html_spaces(std::string_view page, size_t& at) {
  while (at < page.size() && is_html_space(page[at])) ++at;
}

// Reads the next attribute of a tag. `at` is after the tag's name or the
// previous attribute, and moves on. False when the tag has ended: `at` is then
// after its ">", or npos when the page ends inside the tag.
[[nodiscard]] bool next_attribute(std::string_view page, size_t& at,
                                  Attribute& attribute);

// Moves `at` after the ">" of the tag, or to npos.
void skip_attributes(std::string_view page, size_t& at);

// The end of the markup declaration at `at`, which begins with "<!", "<?", or
// "</" without a letter after it: the position after the comment, doctype or
// bogus comment, or the page's size when it does not end.
[[nodiscard]] size_t end_of_declaration(std::string_view page, size_t at);

// The longest name in the HTML standard, without "&" and ";".
inline constexpr size_t kLongestEntity = 31;

// Reads the reference at the beginning of `text` (its first byte is "&"),
// appends its characters to `out`, and returns its size in bytes. 0: this is
// not a reference but a plain "&", and nothing was appended. HTML
// standard, 13.2.5.72 to 13.2.5.80: names without ";" where the standard has
// them, but in an attribute not before "=" or a letter or digit; numbers of
// windows-1252 are mapped; surrogates and numbers beyond Unicode become U+FFFD.
[[nodiscard]] size_t decode_entity(std::string_view text, bool attribute,
                                   std::string& out);

}  // namespace wax::document
