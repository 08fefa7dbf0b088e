#include "document/charset/east_asian.h"

#include <cstdint>
#include <utility>

#include "document/charset/east_asian_index.h"
#include "text/ascii.h"
#include "text/utf8.h"

namespace wax::document {
namespace {

constexpr char32_t kNoCharacter = 0xFFFD;

bool is_between(unsigned byte, unsigned first, unsigned last) {
  return byte >= first && byte <= last;
}

char32_t at_pointer(const EastAsianIndex& index, size_t pointer) {
  return pointer < index.size() ? index[pointer] : 0;
}

// One character at the front, and how many bytes it takes. A second character
// is 0, but in four places of Big5.
struct Read {
  char32_t character = kNoCharacter;
  size_t size = 1;
  char32_t second = 0;
};

unsigned byte_at(std::string_view bytes, size_t i) {
  return i < bytes.size() ? static_cast<unsigned char>(bytes[i]) : 0;
}

// A character of two bytes. Where there is none, a second byte of ASCII is not
// taken.
Read of_pair(std::string_view bytes, char32_t character) {
  if (character != 0) return {character, 2};
  const bool lone = bytes.size() < 2 || byte_at(bytes, 1) < 0x80;
  return {kNoCharacter, lone ? 1u : 2u};
}

Read read_gb18030(std::string_view bytes) {
  const unsigned lead = byte_at(bytes, 0);
  if (lead == 0x80) return {0x20AC, 1};
  if (lead == 0xFF) return {};
  const unsigned second = byte_at(bytes, 1);
  if (is_between(second, 0x30, 0x39)) {
    const unsigned third = byte_at(bytes, 2);
    const unsigned fourth = byte_at(bytes, 3);
    if (bytes.size() < 4) {
      // Cut off at the end.
      const bool cut = bytes.size() == 2 ||
                       (bytes.size() == 3 && is_between(third, 0x81, 0xFE));
      return {kNoCharacter, cut ? bytes.size() : 1};
    }
    if (!is_between(third, 0x81, 0xFE) || !is_between(fourth, 0x30, 0x39)) {
      return {};
    }
    const size_t pointer = (lead - 0x81) * 12600 + (second - 0x30) * 1260 +
                           (third - 0x81) * 10 + fourth - 0x30;
    if (is_between(static_cast<unsigned>(pointer), 189000, 1237575)) {
      return {static_cast<char32_t>(pointer - 189000 + 0x10000), 4};
    }
    const char32_t c = at_pointer(gb18030_fours(), pointer);
    return {c != 0 ? c : kNoCharacter, 4};
  }
  const bool valid =
      is_between(second, 0x40, 0x7E) || is_between(second, 0x80, 0xFE);
  return of_pair(
      bytes, valid ? at_pointer(gb18030(), (lead - 0x81) * 190 + second -
                                               (second < 0x7F ? 0x40 : 0x41))
                   : 0);
}

Read read_big5(std::string_view bytes) {
  const unsigned lead = byte_at(bytes, 0);
  if (!is_between(lead, 0x81, 0xFE)) return {};
  const unsigned second = byte_at(bytes, 1);
  if (!is_between(second, 0x40, 0x7E) && !is_between(second, 0xA1, 0xFE)) {
    return of_pair(bytes, 0);
  }
  const size_t pointer =
      (lead - 0x81) * 157 + second - (second < 0x7F ? 0x40 : 0x62);
  switch (pointer) {
    case 1133:
      return {0xCA, 2, 0x304};
    case 1135:
      return {0xCA, 2, 0x30C};
    case 1164:
      return {0xEA, 2, 0x304};
    case 1166:
      return {0xEA, 2, 0x30C};
    default:
      return of_pair(bytes, at_pointer(big5(), pointer));
  }
}

Read read_euc_kr(std::string_view bytes) {
  const unsigned lead = byte_at(bytes, 0);
  if (!is_between(lead, 0x81, 0xFE)) return {};
  const unsigned second = byte_at(bytes, 1);
  return of_pair(bytes,
                 is_between(second, 0x41, 0xFE)
                     ? at_pointer(euc_kr(), (lead - 0x81) * 190 + second - 0x41)
                     : 0);
}

Read read_euc_jp(std::string_view bytes) {
  const unsigned lead = byte_at(bytes, 0);
  const unsigned second = byte_at(bytes, 1);
  if (lead == 0x8E && is_between(second, 0xA1, 0xDF)) {
    return {0xFF61 - 0xA1 + second, 2};
  }
  auto pointer = [](unsigned first, unsigned last) {
    return size_t{first - 0xA1} * 94 + last - 0xA1;
  };
  if (lead == 0x8F && is_between(second, 0xA1, 0xFE)) {
    const unsigned third = byte_at(bytes, 2);
    if (bytes.size() < 3) return {kNoCharacter, 2};
    const char32_t c = is_between(third, 0xA1, 0xFE)
                           ? at_pointer(jis0212(), pointer(second, third))
                           : 0;
    if (c != 0) return {c, 3};
    return {kNoCharacter, third < 0x80 ? 2u : 3u};
  }
  if (lead != 0x8E && lead != 0x8F && !is_between(lead, 0xA1, 0xFE)) return {};
  const bool valid =
      is_between(lead, 0xA1, 0xFE) && is_between(second, 0xA1, 0xFE);
  return of_pair(bytes,
                 valid ? at_pointer(jis0208(), pointer(lead, second)) : 0);
}

Read read_shift_jis(std::string_view bytes) {
  const unsigned lead = byte_at(bytes, 0);
  if (lead == 0x80) return {0x80, 1};
  if (is_between(lead, 0xA1, 0xDF)) return {0xFF61 - 0xA1 + lead, 1};
  if (!is_between(lead, 0x81, 0x9F) && !is_between(lead, 0xE0, 0xFC)) {
    return {};
  }
  const unsigned second = byte_at(bytes, 1);
  if (!is_between(second, 0x40, 0x7E) && !is_between(second, 0x80, 0xFC)) {
    return of_pair(bytes, 0);
  }
  const size_t pointer = (lead - (lead < 0xA0 ? 0x81 : 0xC1)) * 188 + second -
                         (second < 0x7F ? 0x40 : 0x41);
  if (pointer >= 8836 && pointer <= 10715) {
    return {static_cast<char32_t>(0xE000 - 8836 + pointer), 2};
  }
  return of_pair(bytes, at_pointer(jis0208(), pointer));
}

// Text between escapes, which choose a set of characters.
class Iso2022JpReader {
 public:
  explicit Iso2022JpReader(std::string& out) : out_(&out) {}

  void read(std::string_view bytes) {
    while (!bytes.empty()) {
      if (byte_at(bytes, 0) == 0x1B) {
        if (take_escape(bytes.substr(1))) {
          bytes.remove_prefix(3);
          continue;
        }
        append(kNoCharacter);
        bytes.remove_prefix(1);
        continue;
      }
      bytes.remove_prefix(take(bytes));
    }
  }

 private:
  enum class Set : uint8_t { kAscii, kRoman, kKatakana, kDouble };

  void append(char32_t c) { text::append_utf8(c, *out_); }

  bool take_escape(std::string_view bytes) {
    const std::string_view escape = bytes.substr(0, 2);
    for (auto [name, set] :
         {std::pair<std::string_view, Set>{"(B", Set::kAscii},
          {"(J", Set::kRoman},
          {"(I", Set::kKatakana},
          {"$@", Set::kDouble},
          {"$B", Set::kDouble}}) {
      if (escape != name) continue;
      set_ = set;
      return true;
    }
    return false;
  }

  // The number of bytes taken.
  size_t take(std::string_view bytes) {
    const unsigned byte = byte_at(bytes, 0);
    const bool graphic = is_between(byte, 0x21, 0x7E);
    if (set_ == Set::kDouble) {
      if (byte == '\r' || byte == '\n') set_ = Set::kAscii;
      if (!graphic) {
        return append(set_ == Set::kAscii ? byte : kNoCharacter), 1;
      }
      const unsigned second = byte_at(bytes, 1);
      if (second == 0x1B || bytes.size() < 2) return append(kNoCharacter), 1;
      const char32_t c =
          is_between(second, 0x21, 0x7E)
              ? at_pointer(jis0208(), (byte - 0x21) * 94 + second - 0x21)
              : 0;
      return append(c != 0 ? c : kNoCharacter), 2;
    }
    if (set_ == Set::kKatakana && byte >= 0x20) {
      const bool katakana = is_between(byte, 0x21, 0x5F);
      return append(katakana ? 0xFF61 - 0x21 + byte : kNoCharacter), 1;
    }
    if (set_ == Set::kRoman && byte == 0x5C) return append(0xA5), 1;
    if (set_ == Set::kRoman && byte == 0x7E) return append(0x203E), 1;
    return append(one(byte)), 1;
  }

  static char32_t one(unsigned byte) {
    return byte > 0x7F || byte == 0x0E || byte == 0x0F ? kNoCharacter : byte;
  }

  std::string* out_;
  Set set_ = Set::kAscii;
};

using ReadOne = Read (*)(std::string_view bytes);

ReadOne reader_of(std::string_view encoding) {
  if (encoding == "gbk" || encoding == "gb18030") return read_gb18030;
  if (encoding == "big5") return read_big5;
  if (encoding == "euc-jp") return read_euc_jp;
  if (encoding == "shift_jis") return read_shift_jis;
  if (encoding == "euc-kr") return read_euc_kr;
  return nullptr;
}

}  // namespace

bool append_east_asian(std::string_view bytes, std::string_view encoding,
                       std::string& out) {
  if (encoding == "iso-2022-jp") {
    Iso2022JpReader(out).read(bytes);
    return true;
  }
  const ReadOne read = reader_of(encoding);
  if (read == nullptr) return false;
  while (!bytes.empty()) {
    const size_t ascii = text::ascii_prefix(bytes);
    out += bytes.substr(0, ascii);
    bytes.remove_prefix(ascii);
    if (bytes.empty()) break;
    const Read one = read(bytes);
    text::append_utf8(one.character, out);
    if (one.second != 0) text::append_utf8(one.second, out);
    bytes.remove_prefix(one.size);
  }
  return true;
}

}  // namespace wax::document
