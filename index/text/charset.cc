#include "index/text/charset.h"

#include <unicode/ucnv.h>
#include <unicode/ucsdet.h>

#include <algorithm>
#include <array>
#include <memory>
#include <mutex>
#include <unordered_map>

#include "index/text/encodings.h"
#include "index/text/entities.h"
#include "index/text/markup.h"
#include "text/ascii.h"
#include "text/utf8.h"

namespace wax::index {
namespace {

constexpr std::string_view kUtf8 = "utf-8";
constexpr std::string_view kWindows1252 = "windows-1252";

// What the detector gets to see.
constexpr size_t kDetected = 16 * 1024;

size_t find_word(std::string_view text, std::string_view lower, size_t from) {
  for (size_t i = from; i + lower.size() <= text.size(); ++i) {
    if (text::equal_ignoring_case(text.substr(i, lower.size()), lower))
      return i;
  }
  return std::string_view::npos;
}

void skip_spaces(std::string_view& text) {
  text = text::trim_front(text, text::kHtmlSpace);
}

// encoding="..." of an XML declaration.
std::string_view xml_encoding(std::string_view bytes) {
  std::string_view declaration = bytes.substr(0, bytes.find("?>"));
  size_t at = declaration.find("encoding");
  if (at == std::string_view::npos) return {};
  std::string_view rest = declaration.substr(at + 8);
  skip_spaces(rest);
  if (!rest.starts_with('=')) return {};
  rest.remove_prefix(1);
  skip_spaces(rest);
  if (rest.empty() || (rest[0] != '"' && rest[0] != '\'')) return {};
  return rest.substr(1, rest.find(rest[0], 1) - 1);
}

// The label that one meta element states. `at` stands behind its name.
std::string_view meta_charset(std::string_view bytes, size_t& at) {
  Attribute attribute;
  std::string_view charset;
  std::string_view content;
  bool content_type = false;
  while (next_attribute(bytes, at, attribute)) {
    if (text::equal_ignoring_case(attribute.name, "charset")) {
      if (charset.empty()) charset = attribute.value;
    } else if (text::equal_ignoring_case(attribute.name, "content")) {
      if (content.empty()) content = attribute.value;
    } else if (text::equal_ignoring_case(attribute.name, "http-equiv")) {
      content_type |=
          text::equal_ignoring_case(attribute.value, "content-type");
    }
  }
  if (!charset.empty()) return charset;
  return content_type ? charset_parameter(content) : std::string_view();
}

struct Utf8Look {
  bool well_formed = true;
  uint64_t characters = 0;  // beyond ASCII
  uint64_t errors = 0;
};

Utf8Look look(std::string_view bytes) {
  Utf8Look found;
  while (!bytes.empty()) {
    bytes.remove_prefix(text::ascii_prefix(bytes));
    if (bytes.empty()) break;
    size_t length = text::ill_formed_length(bytes);
    if (text::utf8_prefix(bytes.substr(0, length)) == length) {
      ++found.characters;
    } else if (length < bytes.size() ||
               (bytes[0] & 0xC0) != 0xC0) {  // not just cut off at the end
      ++found.errors;
    }
    bytes.remove_prefix(length);
  }
  found.well_formed = found.errors == 0;
  return found;
}

struct CloseDetector {
  void operator()(UCharsetDetector* detector) const { ucsdet_close(detector); }
};
struct CloseConverter {
  void operator()(UConverter* converter) const { ucnv_close(converter); }
};
using Converter = std::unique_ptr<UConverter, CloseConverter>;

std::string_view detect(std::string_view bytes, bool markup) {
  // From a little before the first byte that says anything.
  size_t first = text::ascii_prefix(bytes);
  size_t start = first - std::min<size_t>(first, 256);
  std::string_view sample = bytes.substr(start, kDetected);
  UErrorCode error = U_ZERO_ERROR;
  std::unique_ptr<UCharsetDetector, CloseDetector> detector(
      ucsdet_open(&error));
  ucsdet_setText(detector.get(), sample.data(),
                 static_cast<int32_t>(sample.size()), &error);
  ucsdet_enableInputFilter(detector.get(), markup);
  const UCharsetMatch* match = ucsdet_detect(detector.get(), &error);
  if (U_FAILURE(error) || !match) return kWindows1252;
  const char* name = ucsdet_getName(match, &error);
  if (U_FAILURE(error)) return kWindows1252;
  std::string_view encoding = encoding_of_label(name);
  // Not well-formed UTF-8, as the caller knows.
  return encoding.empty() || encoding == kUtf8 ? kWindows1252 : encoding;
}

Converter open(const char* name) {
  UErrorCode error = U_ZERO_ERROR;
  Converter converter(ucnv_open(name, &error));
  return U_SUCCESS(error) ? std::move(converter) : nullptr;
}

// What the bytes 0x80 to 0xFF of an encoding mean, in UTF-8.
struct UpperHalf {
  std::array<std::array<char, 4>, 128> text;
  std::array<uint8_t, 128> size;

  explicit UpperHalf(const char* name) {
    Converter converter = open(name);
    for (size_t i = 0; i < 128; ++i) {
      UChar32 point = 0xFFFD;
      if (converter) {
        char byte = static_cast<char>(0x80 + i);
        const char* at = &byte;
        UErrorCode error = U_ZERO_ERROR;
        ucnv_reset(converter.get());
        point = ucnv_getNextUChar(converter.get(), &at, at + 1, &error);
        if (U_FAILURE(error)) point = 0xFFFD;
      }
      std::string utf8;
      text::append_utf8(static_cast<char32_t>(point), utf8);
      size[i] = static_cast<uint8_t>(utf8.size());
      std::copy(utf8.begin(), utf8.end(), text[i].begin());
    }
  }
};

const UpperHalf& upper_half(const char* name) {
  static std::mutex mutex;  // guards `halves`; its elements do not change
  static std::unordered_map<std::string_view, UpperHalf> halves;
  std::lock_guard lock(mutex);
  return halves.try_emplace(name, name).first->second;
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

}  // namespace

std::string_view encoding_of_label(std::string_view label) {
  const Encoding* encoding = find_encoding(label);
  return encoding ? encoding->name : std::string_view();
}

std::string_view charset_parameter(std::string_view content_type) {
  for (size_t at = 0;;) {
    at = find_word(content_type, "charset", at);
    if (at == std::string_view::npos) return {};
    at += 7;
    std::string_view rest = content_type.substr(at);
    skip_spaces(rest);
    if (!rest.starts_with('=')) continue;
    rest.remove_prefix(1);
    skip_spaces(rest);
    if (rest.starts_with('"') || rest.starts_with('\'')) {
      size_t end = rest.find(rest[0], 1);
      if (end != std::string_view::npos) return rest.substr(1, end - 1);
      rest.remove_prefix(1);
    }
    return rest.substr(0, rest.find_first_of("; \t\r\n\f,"));
  }
}

std::string_view stated_utf16(std::string_view bytes,
                              std::string_view content_type) {
  std::string_view encoding =
      encoding_of_label(charset_parameter(content_type));
  if (!encoding.starts_with("utf-16")) return {};
  if (bytes.find('\0') == std::string_view::npos && look(bytes).well_formed) {
    return {};
  }
  constexpr size_t kLooked = 8 * 1024;
  size_t little = 0;
  size_t big = 0;
  for (size_t i = 0; i + 1 < std::min(bytes.size(), kLooked); i += 2) {
    little += bytes[i + 1] == '\0' && text::is_one_of(bytes[i], " \r\n<>");
    big += bytes[i] == '\0' && text::is_one_of(bytes[i + 1], " \r\n<>");
  }
  return little == big ? encoding : little > big ? "utf-16le" : "utf-16be";
}

std::string_view declared_in_markup(std::string_view bytes) {
  bytes = bytes.substr(0, kPrescan);
  if (bytes.starts_with("<?xml")) {
    std::string_view label = xml_encoding(bytes);
    if (!label.empty()) return label;
  }
  for (size_t at = 0; at < bytes.size();) {
    at = bytes.find('<', at);
    if (at == std::string_view::npos || at + 1 >= bytes.size()) break;
    char next = bytes[at + 1];
    if (text::equal_ignoring_case(bytes.substr(at + 1, 4), "meta") &&
        at + 5 < bytes.size() &&
        (is_html_space(bytes[at + 5]) || bytes[at + 5] == '/')) {
      at += 5;
      std::string_view label = meta_charset(bytes, at);
      if (at != std::string_view::npos && find_encoding(label)) return label;
    } else if (text::is_letter(next) || (next == '/' && at + 2 < bytes.size() &&
                                         text::is_letter(bytes[at + 2]))) {
      at += 2;
      while (at < bytes.size() && !is_html_space(bytes[at]) &&
             bytes[at] != '>') {
        ++at;
      }
      skip_attributes(bytes, at);
    } else if (next == '!' || next == '/' || next == '?') {
      at = end_of_declaration(bytes, at);
    } else {
      ++at;
    }
  }
  return {};
}

std::string_view sniff_charset(std::string_view bytes,
                               std::string_view content_type, bool markup) {
  if (bytes.starts_with("\xEF\xBB\xBF")) return kUtf8;
  if (bytes.starts_with("\xFE\xFF")) return "utf-16be";
  if (bytes.starts_with("\xFF\xFE")) return "utf-16le";
  std::string_view encoding =
      encoding_of_label(charset_parameter(content_type));
  if (encoding.starts_with("utf-16")) {
    encoding = stated_utf16(bytes, content_type);
  }
  if (encoding.empty() && markup) {
    encoding = encoding_of_label(declared_in_markup(bytes));
    // The markup could be read, so it is not of two bytes a character.
    if (encoding.starts_with("utf-16")) encoding = kUtf8;
  }
  if (!encoding.empty() && encoding != kUtf8 && encoding != kWindows1252) {
    return encoding;
  }
  Utf8Look found = look(bytes);
  if (found.well_formed) {
    return found.characters > 0 || encoding.empty() ? kUtf8 : encoding;
  }
  if (encoding == kWindows1252) return encoding;
  bool utf8 = encoding == kUtf8 ? found.errors <= found.characters
                                : found.errors * 16 <= found.characters;
  return utf8 ? kUtf8 : detect(bytes, markup);
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
    append_single_byte(bytes, upper_half(facts->icu), buffer);
    return buffer;
  }
  append_converted(bytes, facts->icu, buffer);
  if (buffer.starts_with("\xEF\xBB\xBF")) buffer.erase(0, 3);
  return buffer;
}

}  // namespace wax::index
