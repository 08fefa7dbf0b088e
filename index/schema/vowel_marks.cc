#include <unicode/normalizer2.h>
#include <unicode/unistr.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "index/schema/tokens.h"

namespace wax::index {

std::string_view without_vowel_marks(std::string_view word, std::string& room) {
  // U+064B to U+0652 and U+0670 are D9 8B to D9 92 and D9 B0.
  auto is_mark = [](char first, char second) {
    const auto byte = static_cast<unsigned char>(second);
    return first == '\xD9' && ((byte >= 0x8B && byte <= 0x92) || byte == 0xB0);
  };
  // Letters in the forms that they have at a place in a word.
  const bool has_forms = word.find('\xEF') != std::string_view::npos;
  if (!has_forms && word.find('\xD9') == std::string_view::npos) return word;
  room.clear();
  if (has_forms) {
    UErrorCode error = U_ZERO_ERROR;
    const icu::Normalizer2* nfkc = icu::Normalizer2::getNFKCInstance(error);
    if (U_FAILURE(error)) return word;
    const icu::UnicodeString letters =
        nfkc->normalize(icu::UnicodeString::fromUTF8(icu::StringPiece(
                            word.data(), static_cast<int32_t>(word.size()))),
                        error);
    if (U_FAILURE(error)) return word;
    letters.toUTF8String(room);
  } else {
    room = word;
  }
  size_t kept = 0;
  for (size_t i = 0; i < room.size();) {
    if (i + 1 < room.size() && is_mark(room[i], room[i + 1])) {
      i += 2;
      continue;
    }
    room[kept++] = room[i++];
  }
  if (kept == 0) return word;
  room.resize(kept);
  return room;
}

}  // namespace wax::index
