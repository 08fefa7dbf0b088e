// Where the main content of a page is in its text. An index stores the text
// once.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "text/ranges.h"

namespace wax::index {

using text::TextRange;

// The stored form of ranges that are in order: "0-95 120-990".
[[nodiscard]] std::string main_ranges(std::span<const TextRange> ranges);
// Up to the first that is ill-formed or begins before the end of the one before
// it.
[[nodiscard]] std::vector<TextRange> parse_main_ranges(std::string_view ranges);

// Joins the text in the ranges (text/ranges.h).
[[nodiscard]] std::string text_in_ranges(std::string_view content,
                                         std::string_view ranges);

}  // namespace wax::index
