#include "index/text/nfc.h"

#include <unicode/bytestream.h>
#include <unicode/normalizer2.h>

#include <string_view>
#include <utility>

#include "text/utf8.h"

namespace wax::index {
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

}  // namespace

void compose(std::string& text) {
  if (is_composed(text)) return;
  UErrorCode error = U_ZERO_ERROR;
  const icu::Normalizer2* form = icu::Normalizer2::getNFCInstance(error);
  if (U_FAILURE(error) || form->isNormalizedUTF8(text, error)) return;
  std::string composed;
  icu::StringByteSink<std::string> sink(&composed);
  form->normalizeUTF8(0, text, sink, nullptr, error);
  if (U_SUCCESS(error)) text = std::move(composed);
}

}  // namespace wax::index
