#include "document/text/text_builder.h"

#include <array>
#include <cstdint>

#include "document/text/markup.h"
#include "text/plain_run.h"
#include "text/utf8.h"

namespace wax::document {
namespace {

enum Kind : uint8_t { kOrdinary, kSpace, kAmpersand, kLatin };

constexpr std::array<Kind, 256> make_kinds() {
  std::array<Kind, 256> kinds{};
  for (size_t c = 0; c <= ' '; ++c) kinds[c] = kSpace;
  kinds[0x7F] = kSpace;
  kinds['&'] = kAmpersand;
  kinds[0xC2] = kLatin;  // begins U+0080 to U+00BF
  return kinds;
}

constexpr std::array<Kind, 256> kKinds = make_kinds();

Kind kind(char c) { return kKinds[static_cast<unsigned char>(c)]; }

// Where a run of words with single spaces between them ends, whose first byte
// is ordinary.
size_t end_of_words(std::string_view text, size_t at) {
  const size_t size = text.size();
#ifdef __SSE2__
  auto bits = [](__m128i bytes) {
    return static_cast<unsigned>(_mm_movemask_epi8(bytes));
  };
  while (at + 16 <= size) {
    const __m128i bytes = text::run::load16(text.data() + at);
    auto equal = [&](char c) {
      return _mm_cmpeq_epi8(bytes, _mm_set1_epi8(c));
    };
    const __m128i low =
        _mm_cmpeq_epi8(_mm_min_epu8(bytes, _mm_set1_epi8(' ')), bytes);
    const unsigned stops =
        bits(_mm_or_si128(_mm_or_si128(low, equal('\x7F')),
                          _mm_or_si128(equal('&'), equal('\xC2'))));
    // The byte after these is not read: a last space is left to the next round.
    const unsigned single = bits(equal(' ')) & ~(stops >> 1) & 0x7FFF;
    const unsigned ends = stops & ~single;
    const size_t plain =
        ends == 0 ? 16 : static_cast<size_t>(__builtin_ctz(ends));
    if (plain == 0) break;
    at += plain;
  }
#endif
  while (at < size) {
    if (kind(text[at]) == kOrdinary) {
      ++at;
    } else if (text[at] == ' ' && at + 1 < size &&
               kind(text[at + 1]) == kOrdinary) {
      at += 2;
    } else {
      break;
    }
  }
  return at;
}

}  // namespace

std::string_view cut_text(std::string_view text, size_t size) {
  if (text.size() <= size) return text;
  while (size > 0 && text::continues_sequence(text[size])) --size;
  return text.substr(0, size);
}

void TextBuilder::append(std::string_view text, bool entities, bool lines) {
  const size_t size = text.size();
  for (size_t i = 0; i < size;) {
    switch (kind(text[i])) {
      case kSpace:
        if (lines && (text[i] == '\n' || text[i] == '\r' || text[i] == '\f')) {
          line();
        } else {
          if (lines) add_indent(text[i]);
          space();
        }
        ++i;
        continue;
      case kAmpersand:
        if (entities) {
          size_t taken = append_entity(text.substr(i));
          i += taken;
          if (taken > 0) continue;
        }
        break;
      case kLatin:
        if (i + 1 < size) {
          auto next = static_cast<unsigned char>(text[i + 1]);
          if (next <= 0xA0) space();
          if (next <= 0xA0 || next == 0xAD) {
            i += 2;
            continue;
          }
        }
        break;
      case kOrdinary:
        break;
    }
    const size_t end = end_of_words(text, i + 1);
    open_gap();
    out_->append(text, i, end - i);
    i = end;
  }
}

size_t TextBuilder::append_entity(std::string_view text) {
  scratch_.clear();
  size_t taken = decode_entity(text, false, scratch_);
  if (taken > 0) append(scratch_, false, false);
  return taken;
}

}  // namespace wax::document
