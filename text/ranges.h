// Ranges of a text, as pairs of offsets.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace wax::text {

struct TextRange {
  size_t begin = 0;  // bytes
  size_t end = 0;
  friend bool operator==(const TextRange&, const TextRange&) = default;
};

// Joins the parts of a text in ranges, which are in order. Between two is a
// line break where the text has one between them, and else a space. What is
// past the end of the text is left out.
[[nodiscard]] std::string text_in_ranges(std::string_view text,
                                         std::span<const TextRange> ranges);

}  // namespace wax::text
