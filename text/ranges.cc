#include "text/ranges.h"

#include <algorithm>

namespace wax::text {

std::string text_in_ranges(std::string_view text,
                           std::span<const TextRange> ranges) {
  std::string joined;
  size_t last = 0;
  for (const TextRange& range : ranges) {
    if (range.begin >= text.size()) break;
    if (!joined.empty()) {
      const std::string_view between =
          text.substr(last, range.begin - std::min(last, range.begin));
      joined += between.find('\n') != between.npos ? '\n' : ' ';
    }
    joined += text.substr(range.begin, range.end - range.begin);
    last = std::min(range.end, text.size());
  }
  return joined;
}

}  // namespace wax::text
