// Sorted lines in memory. Each has a code that says how it differs from the
// line before it. So merges compare integers, even if the lines share long
// prefixes as CDX keys do.
//
// A line is taken as big-endian words of four bytes, with endless zeros after
// it. The code of a line relative to a line that is not greater (its base) is
// one integer: the first word where the two differ, and the value of that word.
// If two lines have the same base, the line with the smaller code is smaller,
// and the other one keeps its code when the smaller one becomes its base
// ("offset-value coding", Conner 1977).
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string_view>

namespace wax::io {
class WorkPool;
}

namespace wax::lines {

using LineCode = uint64_t;

// The line equals its base, except for zero bytes at the end.
inline constexpr LineCode kSameLine = 0;
// Greater than the codes of all lines.
inline constexpr LineCode kNoLine = ~uint64_t{0};

// The code of a line whose first difference to its base is in word `index`.
[[nodiscard]] inline LineCode code_at(std::string_view line, size_t index) {
  uint32_t word = 0;
  size_t at = index * 4;
  if (at + 4 <= line.size()) {
    std::memcpy(&word, line.data() + at, 4);
    word = __builtin_bswap32(word);
  } else {
    for (size_t i = 0; i < 4; ++i) {
      word <<= 8;
      if (at + i < line.size()) word |= static_cast<uint8_t>(line[at + i]);
    }
  }
  return (0xfffffffe - uint64_t{index}) << 32 | word;
}

// The number of the word in a code; kSameLine has none.
[[nodiscard]] inline size_t word_of(LineCode code) {
  return 0xfffffffe - static_cast<size_t>(code >> 32);
}

// The length of the common prefix of two lines whose first `from` bytes are the
// same.
[[nodiscard]] inline size_t common_prefix(std::string_view a,
                                          std::string_view b, size_t from) {
  size_t n = std::min(a.size(), b.size());
  size_t i = std::min(from, n);
  for (; i + 8 <= n; i += 8) {
    uint64_t x;
    uint64_t y;
    std::memcpy(&x, a.data() + i, 8);
    std::memcpy(&y, b.data() + i, 8);
    if (x != y) {
      return i + static_cast<size_t>(std::countr_zero(x ^ y)) / 8;
    }
  }
  while (i < n && a[i] == b[i]) ++i;
  return i;
}

// Whether b is less than a; their first `from` bytes are the same. `code`
// becomes the code of the greater line relative to the other.
[[nodiscard]] inline bool less_from(std::string_view b, std::string_view a,
                                    size_t from, LineCode& code) {
  size_t at = common_prefix(a, b, from);
  if (at < a.size() && at < b.size()) {
    bool less = static_cast<uint8_t>(b[at]) < static_cast<uint8_t>(a[at]);
    code = code_at(less ? a : b, at / 4);
    return less;
  }
  std::string_view longer = a.size() > b.size() ? a : b;
  size_t rest = longer.find_first_not_of('\0', at);
  code = rest == std::string_view::npos ? kSameLine : code_at(longer, rest / 4);
  return b.size() < a.size();
}

// Where a line lies in a text.
struct LineEntry {
  LineCode code;  // relative to the line before it
  uint32_t offset;
  uint32_t size;  // "\n" comes after it
};

// The longest text of lines in memory, and so the longest line with its "\n".
inline constexpr size_t kMostText = 0xffffffff;

// Lines of one sorted input in memory, in order, each with "\n".
struct LineSpan {
  // Owns the text and the entries; null where somebody else keeps them longer
  // than the span is used.
  std::shared_ptr<const void> owner;
  const char* text = nullptr;
  const LineEntry* lines = nullptr;
  size_t size = 0;

  [[nodiscard]] std::string_view line(size_t i) const {
    return {text + lines[i].offset, lines[i].size};
  }
};

// Sorted inputs, each of which gives one span of lines after the other.
class SortedInputs {
 public:
  virtual ~SortedInputs() = default;
  [[nodiscard]] virtual size_t size() const = 0;
  // The next lines of an input, at least one. False at its end; after that,
  // nobody asks for more.
  [[nodiscard]] virtual bool next(size_t input, LineSpan& lines) = 0;
  // The pool reads lines that next() will be asked for. The caller of next()
  // calls it before it does other work. The pool must end before the inputs.
  virtual void read_ahead(io::WorkPool& /*pool*/) {}
};

}  // namespace wax::lines
