#include "index/schema/main_ranges.h"

#include <charconv>

namespace wax::index {
namespace {

void append_range(const TextRange& range, std::string& out) {
  if (!out.empty()) out += ' ';
  out += std::to_string(range.begin) + '-' + std::to_string(range.end);
}

bool reads_number(std::string_view& text, size_t& number) {
  auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc()) return false;
  text.remove_prefix(static_cast<size_t>(end - text.data()));
  return true;
}

}  // namespace

std::string main_ranges(std::span<const TextRange> ranges) {
  std::string stored;
  for (const TextRange& range : ranges) append_range(range, stored);
  return stored;
}

std::vector<TextRange> parse_main_ranges(std::string_view ranges) {
  std::vector<TextRange> parsed;
  size_t last = 0;
  while (!ranges.empty()) {
    TextRange range;
    if (!reads_number(ranges, range.begin) || !ranges.starts_with('-')) break;
    ranges.remove_prefix(1);
    if (!reads_number(ranges, range.end)) break;
    if (range.begin < last || range.end < range.begin) break;
    last = range.end;
    parsed.push_back(range);
    if (!ranges.starts_with(' ')) break;
    ranges.remove_prefix(1);
  }
  return parsed;
}

std::string text_in_ranges(std::string_view content, std::string_view ranges) {
  return text::text_in_ranges(content, parse_main_ranges(ranges));
}

}  // namespace wax::index
