#include "index/text/text_builder.h"

#include <array>
#include <cstdint>

#include "index/text/entities.h"
#include "text/utf8.h"

namespace wax::index {
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
        if (lines && (text[i] == '\n' || text[i] == '\r')) {
          line();
        } else {
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
    // A run of words with single spaces between them goes in one piece.
    size_t end = i + 1;
    while (end < size) {
      if (kind(text[end]) == kOrdinary) {
        ++end;
      } else if (text[end] == ' ' && end + 1 < size &&
                 kind(text[end + 1]) == kOrdinary) {
        end += 2;
      } else {
        break;
      }
    }
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

}  // namespace wax::index
