// Bytes of any encoding to UTF-8. One line (the Content-Type), then the bytes.
#include "document/charset/charset.h"

#include <string>

#include "document/charset/declared_charset.h"
#include "document/charset/encodings.h"
#include "document/charset/media_type.h"
#include "fuzz/support/entry.h"
#include "text/utf8.h"

namespace wax::fuzz {
namespace {

void decode(std::string_view bytes, std::string_view encoding) {
  std::string buffer;
  std::string_view text = document::to_utf8(bytes, encoding, buffer);
  require(text::utf8_prefix(text) == text.size());
  // The widest: a byte that becomes U+FFFD, or two of them.
  require(text.size() <= 6 * bytes.size() + 16);
}

}  // namespace

void run(std::string_view bytes) {
  std::string_view type = take_line(bytes);
  std::string_view label = document::charset_parameter(type);
  if (const document::Encoding* named = document::find_encoding(label)) {
    require(document::encoding_of_label(named->name) == named->name);
    decode(bytes, named->name);
  }
  for (bool markup : {false, true}) {
    std::string_view name = document::sniff_charset(bytes, type, markup);
    require(document::find_encoding(name) != nullptr);
    decode(bytes, name);
    std::string buffer;
    require(text::is_utf8(document::decode_page(bytes, name, type, buffer)));
  }
  require(!document::sniff_type(bytes).empty());
}

}  // namespace wax::fuzz
