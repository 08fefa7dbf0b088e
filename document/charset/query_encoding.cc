#include "document/charset/query_encoding.h"

#include <unicode/ucnv.h>
#include <unicode/ustring.h>

#include <algorithm>
#include <cstdint>
#include <memory>

#include "document/charset/encodings.h"
#include "text/percent.h"
#include "text/utf8.h"

namespace wax::document {
namespace {

struct ConverterCloser {
  void operator()(UConverter* converter) const { ucnv_close(converter); }
};

// Gives the bytes of one character.
class QueryEncoder {
 public:
  explicit QueryEncoder(const Encoding& encoding) {
    if (encoding.single_byte) {
      upper_ = &upper_half(encoding);
      return;
    }
    UErrorCode error = U_ZERO_ERROR;
    converter_.reset(ucnv_open(encoding.icu, &error));
    ucnv_setFromUCallBack(converter_.get(), UCNV_FROM_U_CALLBACK_STOP, nullptr,
                          nullptr, nullptr, &error);
    if (U_FAILURE(error)) converter_.reset();
  }

  // Empty when the encoding lacks it.
  [[nodiscard]] std::string bytes_of(std::string_view character) const {
    if (upper_ != nullptr) {
      for (size_t i = 0; i < upper_->text.size(); ++i) {
        if (std::string_view(upper_->text[i].data(), upper_->size[i]) ==
            character) {
          return {static_cast<char>(0x80 + i)};
        }
      }
      return {};
    }
    if (converter_ == nullptr) return {};
    UErrorCode error = U_ZERO_ERROR;
    char16_t units[2];
    int32_t size = 0;
    u_strFromUTF8(units, 2, &size, character.data(),
                  static_cast<int32_t>(character.size()), &error);
    char bytes[16];
    const int32_t count = ucnv_fromUChars(converter_.get(), bytes, sizeof bytes,
                                          units, size, &error);
    if (U_FAILURE(error)) return {};
    return {bytes, static_cast<size_t>(count)};
  }

 private:
  const UpperHalf* upper_ = nullptr;
  std::unique_ptr<UConverter, ConverterCloser> converter_;
};

}  // namespace

std::string with_encoded_query(std::string_view url,
                               std::string_view encoding) {
  const size_t end = std::min(url.find('#'), url.size());
  const size_t query = url.substr(0, end).find('?');
  if (query == url.npos) return std::string(url);
  const std::string_view text = url.substr(query, end - query);
  if (text::ascii_prefix(text) == text.size()) return std::string(url);
  const Encoding* known = find_encoding(encoding);
  if (known == nullptr || known->name.starts_with("utf-")) {
    return std::string(url);
  }
  const QueryEncoder encoder(*known);
  std::string out(url.substr(0, query));
  for (std::string_view rest = text; !rest.empty();) {
    char32_t c = 0;
    const size_t size = std::max<size_t>(text::decode_utf8(rest, c), 1);
    const std::string_view character = rest.substr(0, size);
    rest.remove_prefix(size);
    if (static_cast<unsigned char>(character[0]) < 0x80) {
      out += character;
      continue;
    }
    const std::string bytes = encoder.bytes_of(character);
    for (char byte : bytes) {
      if (text::is_unreserved(byte)) {
        out += byte;
      } else {
        text::append_percent(byte, out);
      }
    }
    if (bytes.empty()) {
      out.append("%26%23").append(std::to_string(static_cast<uint32_t>(c)));
      out.append("%3B");
    }
  }
  return out.append(url.substr(end));
}

}  // namespace wax::document
