#include "index/text/nfc.h"

#include <unicode/bytestream.h>
#include <unicode/normalizer2.h>

#include <algorithm>
#include <utility>

namespace wax::index {

void compose(std::string& text) {
  // Before U+0300 nothing combines.
  if (std::none_of(text.begin(), text.end(), [](char c) {
        return static_cast<unsigned char>(c) >= 0xCC;
      })) {
    return;
  }
  UErrorCode error = U_ZERO_ERROR;
  const icu::Normalizer2* form = icu::Normalizer2::getNFCInstance(error);
  if (U_FAILURE(error) || form->isNormalizedUTF8(text, error)) return;
  std::string composed;
  icu::StringByteSink<std::string> sink(&composed);
  form->normalizeUTF8(0, text, sink, nullptr, error);
  if (U_SUCCESS(error)) text = std::move(composed);
}

}  // namespace wax::index
