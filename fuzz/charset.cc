// Bytes of any encoding to UTF-8. One line (the Content-Type), then the bytes.
#include "index/charset/charset.h"

#include <string>

#include "fuzz/support/entry.h"
#include "index/charset/encodings.h"
#include "index/charset/media_type.h"
#include "text/utf8.h"

namespace wax::fuzz {
namespace {

void decode(std::string_view bytes, std::string_view encoding) {
  std::string buffer;
  std::string_view text = index::to_utf8(bytes, encoding, buffer);
  require(text::utf8_prefix(text) == text.size());
  // The widest: a byte that becomes U+FFFD, or two of them.
  require(text.size() <= 6 * bytes.size() + 16);
}

}  // namespace

void run(std::string_view bytes) {
  std::string_view type = take_line(bytes);
  std::string_view label = index::charset_parameter(type);
  if (const index::Encoding* named = index::find_encoding(label)) {
    require(index::encoding_of_label(named->name) == named->name);
    decode(bytes, named->name);
  }
  for (bool markup : {false, true}) {
    std::string_view name = index::sniff_charset(bytes, type, markup);
    require(index::find_encoding(name) != nullptr);
    decode(bytes, name);
    std::string buffer;
    require(text::is_utf8(index::decode_page(bytes, name, type, buffer)));
  }
  require(!index::sniff_type(bytes).empty());
}

}  // namespace wax::fuzz
