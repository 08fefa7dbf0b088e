#include "text/utf8.h"

#include <cstdint>
#include <cstring>

namespace wax::text {
namespace {

// How many bytes of `bytes`, which is not empty, follow the pattern of one
// character, and how many the pattern wants.
struct Sequence {
  size_t got;
  size_t wanted;
};

Sequence sequence(std::string_view bytes) {
  auto at = [&](size_t i) { return static_cast<unsigned char>(bytes[i]); };
  unsigned char lead = at(0);
  if (lead < 0x80) return {1, 1};
  size_t wanted;
  unsigned char least = 0x80;
  unsigned char most = 0xBF;
  if (lead >= 0xC2 && lead <= 0xDF) {
    wanted = 2;
  } else if (lead >= 0xE0 && lead <= 0xEF) {
    wanted = 3;
    if (lead == 0xE0) least = 0xA0;
    if (lead == 0xED) most = 0x9F;
  } else if (lead >= 0xF0 && lead <= 0xF4) {
    wanted = 4;
    if (lead == 0xF0) least = 0x90;
    if (lead == 0xF4) most = 0x8F;
  } else {
    return {1, 2};
  }
  size_t got = 1;
  while (got < wanted && got < bytes.size() && at(got) >= least &&
         at(got) <= most) {
    least = 0x80;
    most = 0xBF;
    ++got;
  }
  return {got, wanted};
}

}  // namespace

size_t ascii_prefix(std::string_view bytes) {
  size_t i = 0;
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
    Sequence found = sequence(bytes.substr(i));
    if (found.got < found.wanted) break;
    i += found.got;
  }
  return i;
}

size_t ill_formed_length(std::string_view bytes) { return sequence(bytes).got; }

bool is_utf8(std::string_view bytes) {
  return utf8_prefix(bytes) == bytes.size();
}

void append_well_formed(std::string_view bytes, std::string& out) {
  while (!bytes.empty()) {
    size_t good = utf8_prefix(bytes);
    out += bytes.substr(0, good);
    bytes.remove_prefix(good);
    if (bytes.empty()) return;
    out += "\xEF\xBF\xBD";
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
  for (char c : bytes) {
    auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80) {
      text += c;
    } else {
      text += static_cast<char>(0xc0 | (byte >> 6));
      text += static_cast<char>(0x80 | (byte & 0x3f));
    }
  }
}

}  // namespace wax::text
