#include "collection/segment/text_capture.h"

#include <algorithm>

namespace wax::collection {
namespace {

// The longest that a crawler stays on a page.
constexpr int64_t kLongestVisit = 600;

std::optional<size_t> shown_by(const std::vector<PageCapture>& captures,
                               int64_t text) {
  const auto after =
      std::ranges::upper_bound(captures, text, {}, &PageCapture::time);
  std::optional<size_t> found;
  int64_t nearest = kLongestCrawl + 1;
  if (after != captures.begin()) {
    const int64_t before = text - std::prev(after)->time;
    if (before < nearest) {
      nearest = before;
      found = after - captures.begin() - 1;
    }
    if (before <= kLongestVisit) return found;
  }
  if (after != captures.end() && after->time - text < nearest) {
    found = after - captures.begin();
  }
  return found;
}

size_t page_of(const std::vector<PageCapture>& captures, size_t shown) {
  if (captures[shown].has_body) return shown;
  std::optional<size_t> same;   // of the version, the last before or the first
  std::optional<size_t> other;  // likewise of any
  for (size_t i = 0; i < captures.size(); ++i) {
    if (!captures[i].has_body) continue;
    if (i < shown || !other) other = i;
    if (captures[i].version != captures[shown].version) continue;
    if (i < shown || !same) same = i;
  }
  return same.value_or(other.value_or(shown));
}

}  // namespace

std::optional<TextCapture> capture_of_text(
    const std::vector<PageCapture>& captures, int64_t text) {
  const std::optional<size_t> shown = shown_by(captures, text);
  if (!shown) return std::nullopt;
  return TextCapture{*shown, page_of(captures, *shown)};
}

}  // namespace wax::collection
