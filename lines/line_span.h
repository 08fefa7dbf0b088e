// Sorted lines in memory, each with a code that tells how it differs from the
// one before it, so that merges compare integers however much the lines have in
// common (CDX keys share long prefixes).
//
// A line is seen as big-endian words of four bytes, continued by zeros without
// end. Its code relative to a line that is not greater (its base) says in one
// integer at which word the two differ first and what that word is. Of two
// lines with one base, the one with the smaller code is the smaller line, and
// the other keeps its code when the first becomes its base ("offset-value
// coding", Conner 1977).
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

// Equal to the base but for zero bytes at the end.
inline constexpr LineCode kSameLine = 0;
// Greater than the code of any line.
inline constexpr LineCode kNoLine = ~uint64_t{0};

// The code of a line that differs from its base in word `index` first.
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

// The word of a code; meaningless for kSameLine.
[[nodiscard]] inline size_t word_of(LineCode code) {
  return 0xfffffffe - static_cast<size_t>(code >> 32);
}

// How many bytes two lines have in common, given that the first `from` are.
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

// Compares two lines whose first `from` bytes are the same. `code` becomes the
// greater one's relative to the other. True when b is less than a.
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
  uint32_t size;  // "\n" stands behind it
};

// A line, with its end, and so a text of several must not be longer.
inline constexpr size_t kMostText = 0xffffffff;

// Lines of one sorted input that lie in memory, in order, each with "\n".
struct LineSpan {
  std::shared_ptr<const void> owner;  // of the text and the entries
  const char* text = nullptr;
  const LineEntry* lines = nullptr;
  size_t size = 0;

  [[nodiscard]] std::string_view line(size_t i) const {
    return {text + lines[i].offset, lines[i].size};
  }
};

// Sorted inputs that give their lines a span at a time.
class SortedInputs {
 public:
  virtual ~SortedInputs() = default;
  [[nodiscard]] virtual size_t size() const = 0;
  // The next lines of an input, at least one. False at its end, after which it
  // is not asked again.
  [[nodiscard]] virtual bool next(size_t input, LineSpan& lines) = 0;
  // Has the pool make lines ready that next() will be asked for. The caller of
  // next() calls it when it will do other work now. The pool ends before the
  // inputs do.
  virtual void read_ahead(io::WorkPool& /*pool*/) {}
};

}  // namespace wax::lines
