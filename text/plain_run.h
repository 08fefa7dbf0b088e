// How far a text needs no escapes, many bytes at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace wax::text {

// Kinds of bytes at which a run ends. Each tells them of a byte, and of eight
// and sixteen bytes whether there are any.

namespace run {

inline constexpr uint64_t kOnes = 0x0101010101010101;
inline constexpr uint64_t kHighs = 0x8080808080808080;

// Not zero when a byte of `word` is less than `bound`, which is at most 0x80.
constexpr uint64_t less(uint64_t word, uint64_t bound) {
  return (word - kOnes * bound) & ~word & kHighs;
}
constexpr uint64_t equal(uint64_t word, char byte) {
  return less(word ^ kOnes * static_cast<unsigned char>(byte), 1);
}

template <typename Word>
Word load(const char* at) {
  Word word;
  std::memcpy(&word, at, sizeof word);
  return word;
}

#ifdef __SSE2__
inline __m128i load16(const char* at) {
  return _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
}
#endif

}  // namespace run

// What a JSON string in ASCII escapes: all but printable ASCII, the quote, the
// backslash.
struct JsonStops {
  [[nodiscard]] bool at(char c) const {
    auto byte = static_cast<unsigned char>(c);
    return byte < 0x20 || byte >= 0x7f || c == '"' || c == '\\';
  }
  [[nodiscard]] bool in(uint64_t word) const {
    return ((run::less(word, 0x20) | run::equal(word, '"') |
             run::equal(word, '\\') | word | (word + run::kOnes)) &
            run::kHighs) != 0;
  }
#ifdef __SSE2__
  [[nodiscard]] int in(__m128i bytes) const {
    // Bytes beyond ASCII are less, too, as signed numbers.
    __m128i stops =
        _mm_or_si128(_mm_or_si128(_mm_cmplt_epi8(bytes, _mm_set1_epi8(0x20)),
                                  _mm_cmpeq_epi8(bytes, _mm_set1_epi8(0x7f))),
                     _mm_or_si128(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('"')),
                                  _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\'))));
    return _mm_movemask_epi8(stops);
  }
#endif
};

// All but printable ASCII.
struct TextStops {
  [[nodiscard]] bool at(char c) const {
    auto byte = static_cast<unsigned char>(c);
    return byte < 0x20 || byte >= 0x7f;
  }
  [[nodiscard]] bool in(uint64_t word) const {
    return ((run::less(word, 0x20) | word | (word + run::kOnes)) &
            run::kHighs) != 0;
  }
#ifdef __SSE2__
  [[nodiscard]] int in(__m128i bytes) const {
    return _mm_movemask_epi8(
        _mm_or_si128(_mm_cmplt_epi8(bytes, _mm_set1_epi8(0x20)),
                     _mm_cmpeq_epi8(bytes, _mm_set1_epi8(0x7f))));
  }
#endif
};

// Where a JSON string ends or has an escape.
struct QuoteStops {
  [[nodiscard]] bool at(char c) const { return c == '"' || c == '\\'; }
  [[nodiscard]] bool in(uint64_t word) const {
    return (run::equal(word, '"') | run::equal(word, '\\')) != 0;
  }
#ifdef __SSE2__
  [[nodiscard]] int in(__m128i bytes) const {
    return _mm_movemask_epi8(
        _mm_or_si128(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('"')),
                     _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\'))));
  }
#endif
};

// What may break columns: controls, spaces, the delimiter.
struct ColumnStops {
  char delimiter = ' ';
  [[nodiscard]] bool at(char c) const {
    return static_cast<unsigned char>(c) <= 0x20 || c == delimiter;
  }
  [[nodiscard]] bool in(uint64_t word) const {
    return (run::less(word, 0x21) | run::equal(word, delimiter)) != 0;
  }
#ifdef __SSE2__
  [[nodiscard]] int in(__m128i bytes) const {
    __m128i low =
        _mm_cmpeq_epi8(_mm_min_epu8(bytes, _mm_set1_epi8(0x20)), bytes);
    return _mm_movemask_epi8(
        _mm_or_si128(low, _mm_cmpeq_epi8(bytes, _mm_set1_epi8(delimiter))));
  }
#endif
};

// The number of bytes in front of `text` before the first stop. With `copy`,
// these are copied to `to`, which has room for all of `text` and is scribbled
// on after them as far as that goes.
template <bool copy, typename Stops>
inline size_t run_of(std::string_view text, Stops stops, char* to) {
  const char* from = text.data();
  const size_t size = text.size();
  size_t at = 0;
#ifdef __SSE2__
  if (size >= 16) {
    while (true) {
      __m128i bytes = run::load16(from + at);
      if constexpr (copy) {
        _mm_storeu_si128(reinterpret_cast<__m128i*>(to + at), bytes);
      }
      if (int found = stops.in(bytes); found != 0) {
        return at +
               static_cast<size_t>(__builtin_ctz(static_cast<unsigned>(found)));
      }
      if (at + 16 >= size) return size;
      // The last bytes together with some that were looked at already.
      at = at + 32 <= size ? at + 16 : size - 16;
    }
  }
#endif
  for (; at + 8 <= size; at += 8) {
    auto word = run::load<uint64_t>(from + at);
    if constexpr (copy) std::memcpy(to + at, &word, sizeof word);
    if (stops.in(word)) break;
  }
  if (at + 4 <= size) {
    auto word = run::load<uint32_t>(from + at);
    if constexpr (copy) std::memcpy(to + at, &word, sizeof word);
    if (!stops.in(word | uint64_t{word} << 32)) at += 4;
  }
  for (; at < size && !stops.at(from[at]); ++at) {
    if constexpr (copy) to[at] = from[at];
  }
  return at;
}

template <typename Stops>
[[nodiscard]] inline size_t plain_run(std::string_view text, Stops stops) {
  return run_of<false>(text, stops, nullptr);
}
template <typename Stops>
[[nodiscard]] inline size_t copy_plain_run(std::string_view text, Stops stops,
                                           char* to) {
  return run_of<true>(text, stops, to);
}

}  // namespace wax::text
