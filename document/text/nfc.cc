#include "document/text/nfc.h"

#include <unicode/bytestream.h>
#include <unicode/normalizer2.h>
#include <unicode/utf8.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "text/utf8.h"

namespace wax::document {
namespace {

// Whether all characters are of blocks in which none combines and none has
// another form: those before U+0300, Cyrillic letters, dashes and quotation
// marks. Most pages have no others.
bool is_composed(std::string_view utf8) {
  auto byte = [&](size_t at) { return static_cast<unsigned char>(utf8[at]); };
  for (size_t at = 0; at < utf8.size(); ++at) {
    at += text::ascii_prefix(utf8.substr(at));
    if (at == utf8.size()) break;
    const unsigned char first = byte(at);
    if (first < 0xCC || first == 0xD0 || first == 0xD1) continue;
    // U+2000 and U+2001 are others' forms.
    if (first != 0xE2 || at + 2 >= utf8.size() || byte(at + 1) != 0x80 ||
        byte(at + 2) < 0x82) {
      return false;
    }
    at += 2;
  }
  return true;
}

// The form, where the text is not yet in it; else null.
const icu::Normalizer2* form_for(std::string_view utf8) {
  if (is_composed(utf8)) return nullptr;
  UErrorCode error = U_ZERO_ERROR;
  const icu::Normalizer2* form = icu::Normalizer2::getNFCInstance(error);
  if (U_FAILURE(error) || form->isNormalizedUTF8(utf8, error)) return nullptr;
  return form;
}

void append_composed(const icu::Normalizer2& form, std::string_view utf8,
                     std::string& out) {
  UErrorCode error = U_ZERO_ERROR;
  const size_t begin = out.size();
  icu::StringByteSink<std::string> sink(&out);
  form.normalizeUTF8(0, utf8, sink, nullptr, error);
  if (U_FAILURE(error)) out.replace(begin, out.npos, utf8);
}

// The first place from `at` on where a text can be cut before it is composed.
size_t boundary_from(const icu::Normalizer2& form, std::string_view utf8,
                     size_t at) {
  while (at < utf8.size()) {
    const auto size = static_cast<int32_t>(utf8.size());
    auto next = static_cast<int32_t>(at);
    UChar32 c = 0;
    U8_NEXT(reinterpret_cast<const uint8_t*>(utf8.data()), next, size, c);
    if (form.hasBoundaryBefore(c)) break;
    at = static_cast<size_t>(next);
  }
  return std::min(at, utf8.size());
}

}  // namespace

void compose(std::string& text) { compose(text, {}); }

void compose(std::string& text, std::span<text::TextRange> ranges) {
  const icu::Normalizer2* form = form_for(text);
  if (form == nullptr) return;
  std::string composed;
  size_t done = 0;
  auto move = [&](size_t& offset) {
    const size_t at = std::max(done, boundary_from(*form, text, offset));
    append_composed(*form, std::string_view(text).substr(done, at - done),
                    composed);
    done = at;
    offset = composed.size();
  };
  for (text::TextRange& range : ranges) {
    move(range.begin);
    move(range.end);
  }
  append_composed(*form, std::string_view(text).substr(done), composed);
  text = std::move(composed);
}

}  // namespace wax::document
