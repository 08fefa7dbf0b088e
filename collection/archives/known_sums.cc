#include "collection/archives/known_sums.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "text/number.h"

namespace wax::collection {

std::string_view size_in(std::string_view stamp) {
  return stamp.substr(0, stamp.find(' '));
}

bool has_all_bytes(const KnownSums& ranges, std::string_view stamp) {
  const auto size = text::whole_number(size_in(stamp));
  return size && (*size == 0 || (ranges.size() == 1 && ranges[0].begin == 0 &&
                                 ranges[0].end == *size));
}

std::string sums_text(const KnownSums& ranges, std::string_view stamp) {
  if (has_all_bytes(ranges, stamp)) {
    return std::to_string(ranges.empty() ? 0 : ranges[0].sum);
  }
  std::string text;
  for (const io::SummedRange& range : ranges) {
    if (!text.empty()) text += ',';
    text += std::to_string(range.begin) + '-' + std::to_string(range.end) +
            ':' + std::to_string(range.sum);
  }
  return text;
}

std::optional<KnownSums> sums_in(std::string_view text,
                                 std::string_view stamp) {
  const auto size = text::whole_number(size_in(stamp));
  if (const auto sum = text::whole_number(text)) {
    if (size == 0U) return KnownSums();
    return KnownSums{{0, size.value_or(0), static_cast<uint32_t>(*sum)}};
  }
  KnownSums ranges;
  while (!text.empty()) {
    std::string_view word = text.substr(0, text.find(','));
    text.remove_prefix(std::min(text.size(), word.size() + 1));
    const size_t dash = std::min(word.find('-'), word.size());
    const size_t colon = std::min(word.find(':'), word.size());
    if (dash >= colon) return {};
    const auto begin = text::whole_number(word.substr(0, dash));
    const auto end =
        text::whole_number(word.substr(dash + 1, colon - dash - 1));
    const auto sum =
        text::whole_number(word.substr(std::min(colon + 1, word.size())));
    if (!begin || !end || !sum) return {};
    ranges.push_back({*begin, *end, static_cast<uint32_t>(*sum)});
  }
  if (ranges.empty()) return {};
  return ranges;
}

}  // namespace wax::collection
