#include "index/schema/unwanted_words.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include <algorithm>
#include <bit>

#include "index/schema/letters.h"

namespace wax::index {

const unsigned char* pass_unwanted(
    [[maybe_unused]] std::span<const char> wanted, const unsigned char* at,
    [[maybe_unused]] const unsigned char* end) {
#ifdef __SSE2__
  const auto& ascii = ascii_table().bytes;
  const unsigned char* begin = at;
  const auto is_wanted = [&](unsigned char c) {
    return std::find(wanted.begin(), wanted.end(), static_cast<char>(c)) !=
           wanted.end();
  };
  if (at == end || ascii[*at] == AsciiTable::kNotAscii ||
      is_wanted(ascii[*at])) {
    return at;
  }
  auto word_begin = [&](const unsigned char* inside) {
    while (inside > begin && ascii[inside[-1]] != AsciiTable::kSeparator) {
      --inside;
    }
    return inside;
  };
  auto load = [](const unsigned char* from) {
    return _mm_loadu_si128(reinterpret_cast<const __m128i*>(from));
  };
  const __m128i lower = _mm_set1_epi8(0x20);
  const __m128i first = _mm_set1_epi8('a');
  const __m128i letters = _mm_set1_epi8('z' - 'a');
  for (++at; end - at >= 16; at += 16) {
    const __m128i bytes = load(at);
    const __m128i low = _mm_or_si128(bytes, lower);
    __m128i found = _mm_setzero_si128();
    for (char c : wanted) {
      // Characters that are no letters have that bit, or others like them are
      // looked at, too.
      found = _mm_or_si128(
          found,
          _mm_cmpeq_epi8(low, _mm_set1_epi8(static_cast<char>(c | 0x20))));
    }
    const __m128i before =
        _mm_sub_epi8(_mm_or_si128(load(at - 1), lower), first);
    const __m128i after_letter =
        _mm_cmpeq_epi8(_mm_min_epu8(before, letters), before);
    auto places = static_cast<unsigned>(
        _mm_movemask_epi8(_mm_andnot_si128(after_letter, found)) |
        _mm_movemask_epi8(bytes));
    for (; places != 0; places &= places - 1) {
      const unsigned char* here = at + std::countr_zero(places);
      if (ascii[*here] == AsciiTable::kNotAscii) return word_begin(here);
      if (ascii[here[-1]] == AsciiTable::kSeparator &&
          is_wanted(ascii[*here])) {
        return here;
      }
    }
  }
  return word_begin(at);
#else
  return at;
#endif
}

}  // namespace wax::index
