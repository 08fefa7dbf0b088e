#include <unicode/ucnv.h>

#include <algorithm>
#include <array>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <utility>

#include "document/charset/charset.h"
#include "document/charset/east_asian.h"
#include "document/charset/encodings.h"
#include "text/ascii.h"
#include "text/utf8.h"

namespace wax::document {
namespace {

struct CloseConverter {
  void operator()(UConverter* converter) const { ucnv_close(converter); }
};
using Converter = std::unique_ptr<UConverter, CloseConverter>;

Converter open(const char* name) {
  UErrorCode error = U_ZERO_ERROR;
  Converter converter(ucnv_open(name, &error));
  return U_SUCCESS(error) ? std::move(converter) : nullptr;
}

void append_converted(std::string_view bytes, const char* name,
                      std::string& out) {
  Converter from = open(name);
  Converter to = open("UTF-8");
  if (!from || !to) return text::append_well_formed(bytes, out);
  const char* source = bytes.data();
  const char* end = source + bytes.size();
  std::array<UChar, 4096> pivot;
  UChar* pivot_source = pivot.data();
  UChar* pivot_target = pivot.data();
  std::array<char, 16384> target;
  UErrorCode error;
  do {
    error = U_ZERO_ERROR;
    char* at = target.data();
    ucnv_convertEx(to.get(), from.get(), &at, target.data() + target.size(),
                   &source, end, pivot.data(), &pivot_source, &pivot_target,
                   pivot.data() + pivot.size(), false, true, &error);
    out.append(target.data(), static_cast<size_t>(at - target.data()));
  } while (error == U_BUFFER_OVERFLOW_ERROR);
}

// ISO 8859-16, which ICU has not, from 0xA0 on.
constexpr std::u16string_view kIso8859Part16 =
    u"\u00A0ĄąŁ€„Š§š©Ș«Ź\u00ADźŻ°±ČłŽ”¶·žčș»ŒœŸż"
    u"ÀÁÂĂÄĆÆÇÈÉÊËÌÍÎÏĐŃÒÓÔŐÖŚŰÙÚÛÜĘȚßàáâăäćæçèéêëìíîïđńòóôőöśűùúûüęțÿ";

// A byte that ICU knows otherwise than the Encoding standard.
struct Corrected {
  std::string_view encoding;
  uint8_t byte;
  char16_t character;
};
constexpr Corrected kCorrected[] = {
    {"koi8-u", 0xAE, 0x45E},        {"koi8-u", 0xBE, 0x40E},
    {"windows-874", 0xDB, 0xFFFD},  {"windows-874", 0xDC, 0xFFFD},
    {"windows-874", 0xDD, 0xFFFD},  {"windows-874", 0xDE, 0xFFFD},
    {"windows-874", 0xFC, 0xFFFD},  {"windows-874", 0xFD, 0xFFFD},
    {"windows-874", 0xFE, 0xFFFD},  {"windows-874", 0xFF, 0xFFFD},
    {"windows-1253", 0xAA, 0xFFFD}, {"windows-1255", 0xCA, 0x5BA}};

// The character of the byte 0x80 + `upper`; 0: ICU has it.
char32_t corrected(std::string_view encoding, size_t upper) {
  if (encoding == "x-user-defined") {
    return static_cast<char32_t>(0xF780 + upper);
  }
  if (encoding == "iso-8859-16") {
    return upper < 0x20 ? static_cast<char32_t>(0x80 + upper)
                        : kIso8859Part16[upper - 0x20];
  }
  for (const Corrected& one : kCorrected) {
    if (one.encoding == encoding && one.byte == 0x80 + upper) {
      return one.character;
    }
  }
  return 0;
}

}  // namespace

UpperHalf::UpperHalf(const Encoding& encoding) {
  Converter converter = open(encoding.icu);
  for (size_t i = 0; i < 128; ++i) {
    char32_t point = corrected(encoding.name, i);
    if (point == 0 && converter) {
      char byte = static_cast<char>(0x80 + i);
      const char* at = &byte;
      UErrorCode error = U_ZERO_ERROR;
      ucnv_reset(converter.get());
      const UChar32 c = ucnv_getNextUChar(converter.get(), &at, at + 1, &error);
      if (U_SUCCESS(error)) point = static_cast<char32_t>(c);
    }
    std::string utf8;
    text::append_utf8(point != 0 ? point : 0xFFFD, utf8);
    size[i] = static_cast<uint8_t>(utf8.size());
    std::copy(utf8.begin(), utf8.end(), text[i].begin());
  }
}

const UpperHalf& upper_half(const Encoding& encoding) {
  static std::mutex mutex;  // guards `halves`; its elements do not change
  static std::unordered_map<std::string_view, UpperHalf> halves;
  std::lock_guard lock(mutex);
  return halves.try_emplace(encoding.name, encoding).first->second;
}

void append_single_byte(std::string_view bytes, const UpperHalf& upper,
                        std::string& out) {
  while (!bytes.empty()) {
    size_t ascii = text::ascii_prefix(bytes);
    out += bytes.substr(0, ascii);
    bytes.remove_prefix(ascii);
    while (!bytes.empty() && static_cast<unsigned char>(bytes[0]) >= 0x80) {
      size_t i = static_cast<unsigned char>(bytes[0]) - 0x80u;
      out.append(upper.text[i].data(), upper.size[i]);
      bytes.remove_prefix(1);
    }
  }
}

std::string_view to_utf8(std::string_view bytes, std::string_view encoding,
                         std::string& buffer) {
  buffer.clear();
  const Encoding* facts = find_encoding(encoding);
  if (!facts || facts->name == kUtf8) {
    if (bytes.starts_with("\xEF\xBB\xBF")) bytes.remove_prefix(3);
    if (text::utf8_prefix(bytes) == bytes.size()) return bytes;
    text::append_well_formed(bytes, buffer);
    return buffer;
  }
  if (facts->single_byte) {
    if (text::ascii_prefix(bytes) == bytes.size()) return bytes;
    buffer.reserve(bytes.size() + bytes.size() / 8);
    append_single_byte(bytes, upper_half(*facts), buffer);
    return buffer;
  }
  if (append_east_asian(bytes, facts->name, buffer)) return buffer;
  append_converted(bytes, facts->icu, buffer);
  if (buffer.starts_with("\xEF\xBB\xBF")) buffer.erase(0, 3);
  return buffer;
}

}  // namespace wax::document
