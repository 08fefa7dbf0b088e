#include "text/utf8.h"

#include <bit>
#include <cstring>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace wax::text {

void append_utf8(char32_t point, std::string& out) {
  auto put = [&](char32_t byte) { out += static_cast<char>(byte); };
  if (point < 0x80) {
    put(point);
    return;
  }
  if (point < 0x800) {
    put(0xC0 | point >> 6);
  } else {
    if (point < 0x10000) {
      put(0xE0 | point >> 12);
    } else {
      put(0xF0 | point >> 18);
      put(0x80 | (point >> 12 & 0x3F));
    }
    put(0x80 | (point >> 6 & 0x3F));
  }
  put(0x80 | (point & 0x3F));
}

size_t ascii_prefix(std::string_view bytes) {
  size_t i = 0;
#ifdef __SSE2__
  for (; i + 16 <= bytes.size(); i += 16) {
    const __m128i some =
        _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes.data() + i));
    if (int high = _mm_movemask_epi8(some); high != 0) {
      return i +
             static_cast<size_t>(std::countr_zero(static_cast<unsigned>(high)));
    }
  }
#endif
  for (; i + 8 <= bytes.size(); i += 8) {
    uint64_t word;
    std::memcpy(&word, bytes.data() + i, 8);
    if ((word & 0x8080808080808080) != 0) break;
  }
  while (i < bytes.size() && static_cast<unsigned char>(bytes[i]) < 0x80) ++i;
  return i;
}

size_t utf8_prefix(std::string_view bytes) {
  size_t i = 0;
  while (i < bytes.size()) {
    if (static_cast<unsigned char>(bytes[i]) < 0x80) {
      i += ascii_prefix(bytes.substr(i));
      continue;
    }
    char32_t point;
    size_t size = decode_utf8(bytes.substr(i), point);
    if (size == 0) break;
    i += size;
  }
  return i;
}

size_t ill_formed_length(std::string_view bytes) {
  auto at = [&](size_t i) { return static_cast<unsigned char>(bytes[i]); };
  const unsigned char lead = at(0);
  if (lead < 0xC2 || lead > 0xF4 || bytes.size() < 2) return 1;
  const unsigned char least = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
  const unsigned char most = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
  if (at(1) < least || at(1) > most) return 1;
  const size_t whole = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  size_t got = 2;
  while (got < whole && got < bytes.size() && continues_sequence(bytes[got])) {
    ++got;
  }
  return got;
}

bool is_utf8(std::string_view bytes) {
  return utf8_prefix(bytes) == bytes.size();
}

void append_well_formed(std::string_view bytes, std::string& out) {
  while (!bytes.empty()) {
    size_t good = utf8_prefix(bytes);
    out += bytes.substr(0, good);
    bytes.remove_prefix(good);
    if (bytes.empty()) return;
    out += kReplacement;
    bytes.remove_prefix(ill_formed_length(bytes));
  }
}

std::string as_utf8(std::string_view bytes) {
  std::string text;
  append_well_formed(bytes, text);
  return text;
}

void assign_as_utf8(std::string_view bytes, std::string& text) {
  if (is_utf8(bytes)) {
    text.assign(bytes);
    return;
  }
  text.clear();
  for (char c : bytes) append_utf8(static_cast<unsigned char>(c), text);
}

void append_sane(std::string_view utf8, std::string& out) {
  while (!utf8.empty()) {
    size_t size = ascii_prefix(utf8);
    char32_t point = 0;
    if (size == 0) size = decode_utf8(utf8, point);
    if (size == 0) {
      size = ill_formed_length(utf8);
      out += kReplacement;
    } else if (!ends_a_plane(point)) {
      out += utf8.substr(0, size);
    }
    utf8.remove_prefix(size);
  }
}

std::string sane(std::string_view utf8) {
  std::string out;
  out.reserve(utf8.size());
  append_sane(utf8, out);
  return out;
}

}  // namespace wax::text
