#include "index/document/main_ranges.h"

#include <algorithm>
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

std::string main_ranges(std::string_view main, std::string_view content) {
  // A line of one is sometimes two of the other.
  std::string blanks(content);
  std::replace(blanks.begin(), blanks.end(), '\n', ' ');
  std::vector<TextRange> found;
  size_t at = 0;
  // Bytes that are looked at in vain, so that an odd page costs little.
  size_t left = 8 * content.size();
  while (!main.empty()) {
    std::string_view line = main.substr(0, main.find('\n'));
    main.remove_prefix(std::min(line.size() + 1, main.size()));
    if (line.empty()) continue;
    size_t begin = blanks.find(line, at);
    if (begin == std::string::npos) {
      size_t vain = blanks.size() - at;
      if (vain > left) break;
      left -= vain;
      continue;
    }
    at = begin + line.size();
    if (!found.empty() && begin <= found.back().end + 1) {
      found.back().end = at;
    } else {
      found.push_back({begin, at});
    }
  }
  std::string ranges;
  for (const TextRange& range : found) append_range(range, ranges);
  return ranges;
}

std::string whole_range(std::string_view content) {
  std::string ranges;
  if (!content.empty()) append_range({0, content.size()}, ranges);
  return ranges;
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
  std::string text;
  for (const TextRange& range : parse_main_ranges(ranges)) {
    if (range.begin >= content.size()) break;
    if (!text.empty()) text += '\n';
    text += content.substr(range.begin, range.end - range.begin);
  }
  return text;
}

}  // namespace wax::index
