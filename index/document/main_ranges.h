// Where the main content of a page is in its text. An index stores the text
// once.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace wax::index {

struct TextRange {
  size_t begin = 0;  // bytes
  size_t end = 0;
  friend bool operator==(const TextRange&, const TextRange&) = default;
};

// The ranges of `content` that hold the lines of `main`, as "0-95 120-990", in
// order; lines are separated by blanks there. Lines that are not in it are left
// out: text that the page hides. Time: some passes over `content`.
[[nodiscard]] std::string main_ranges(std::string_view main,
                                      std::string_view content);
// The same when all of it is main content.
[[nodiscard]] std::string whole_range(std::string_view content);

// Up to the first that is ill-formed or begins before the end of the one before
// it.
[[nodiscard]] std::vector<TextRange> parse_main_ranges(std::string_view ranges);

// The text in the ranges, with a line break between two.
[[nodiscard]] std::string text_in_ranges(std::string_view content,
                                         std::string_view ranges);

}  // namespace wax::index
