#include "cdx/url/punycode.h"

#include <algorithm>
#include <cstdint>

namespace wax::cdx {
namespace {

constexpr uint32_t kBase = 36;
constexpr uint32_t kLeast = 1;
constexpr uint32_t kMost = 26;
constexpr uint32_t kSkew = 38;
constexpr uint32_t kDamp = 700;
constexpr uint32_t kFirstBias = 72;
constexpr uint32_t kFirstCodePoint = 128;

std::u32string code_points(std::u16string_view text) {
  std::u32string points;
  for (size_t i = 0; i < text.size(); ++i) {
    char32_t c = text[i];
    if (c >= 0xd800 && c < 0xdc00 && i + 1 < text.size()) {
      c = 0x10000 + ((c - 0xd800) << 10) + (text[++i] - 0xdc00u);
    }
    points += c;
  }
  return points;
}

char digit(uint32_t value) {
  return static_cast<char>(value < 26 ? 'a' + value : '0' + (value - 26));
}

uint32_t adapt(uint32_t delta, uint32_t points, bool first) {
  delta = first ? delta / kDamp : delta / 2;
  delta += delta / points;
  uint32_t k = 0;
  for (; delta > (kBase - kLeast) * kMost / 2; k += kBase) {
    delta /= kBase - kLeast;
  }
  return k + (kBase - kLeast + 1) * delta / (delta + kSkew);
}

void append_integer(uint32_t value, uint32_t bias, std::string& ascii) {
  for (uint32_t k = kBase;; k += kBase) {
    uint32_t threshold =
        k <= bias ? kLeast : std::min(std::max(k - bias, kLeast), kMost);
    if (value < threshold) break;
    ascii += digit(threshold + (value - threshold) % (kBase - threshold));
    value = (value - threshold) / (kBase - threshold);
  }
  ascii += digit(value);
}

}  // namespace

void append_punycode(std::u16string_view text, std::string& ascii) {
  std::u32string points = code_points(text);
  uint32_t basic = 0;
  for (char32_t c : points) {
    if (c >= kFirstCodePoint) continue;
    ascii += static_cast<char>(c);
    ++basic;
  }
  if (basic > 0) ascii += '-';

  uint32_t handled = basic;
  uint32_t delta = 0;
  uint32_t bias = kFirstBias;
  char32_t next = kFirstCodePoint;
  while (handled < points.size()) {
    char32_t smallest = 0x110000;
    for (char32_t c : points) {
      if (c >= next) smallest = std::min(smallest, c);
    }
    delta += (smallest - next) * (handled + 1);
    next = smallest;
    for (char32_t c : points) {
      if (c < next) ++delta;
      if (c != next) continue;
      append_integer(delta, bias, ascii);
      bias = adapt(delta, handled + 1, handled == basic);
      delta = 0;
      ++handled;
    }
    ++delta;
    ++next;
  }
}

}  // namespace wax::cdx
