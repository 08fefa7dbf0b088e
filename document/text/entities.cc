#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <vector>

#include "document/text/markup.h"
#include "text/ascii.h"
#include "text/number.h"
#include "text/utf8.h"

namespace wax::document {
namespace {

constexpr std::string_view kTable =
#include "document/text/entities.inc"
    ;

struct Entity {
  std::string_view name;
  bool bare;  // recognised without its semicolon
  std::array<char32_t, 2> points;
};

// The names by hash, built once from the table's text.
class Entities {
 public:
  Entities() {
    for (std::string_view rest = kTable; !rest.empty();) {
      size_t mark = rest.find_first_of("!;");
      size_t end = rest.find(' ');
      Entity entity{rest.substr(0, mark), rest[mark] == '!', {}};
      const char* at = rest.data() + mark + 1;
      for (char32_t& point : entity.points) {
        uint32_t value = 0;
        at = std::from_chars(at, rest.data() + end, value, 16).ptr;
        point = value;
        if (*at != '+') break;
        ++at;
      }
      if (entity.bare) {
        longest_bare_ = std::max(longest_bare_, entity.name.size());
      }
      size_t slot = hash(entity.name);
      while (!slots_[slot].name.empty()) slot = (slot + 1) % kSlots;
      slots_[slot] = entity;
      rest.remove_prefix(end + 1);
    }
  }

  [[nodiscard]] const Entity* find(std::string_view name) const {
    for (size_t slot = hash(name); !slots_[slot].name.empty();
         slot = (slot + 1) % kSlots) {
      if (slots_[slot].name == name) return &slots_[slot];
    }
    return nullptr;
  }

  [[nodiscard]] size_t longest_bare() const { return longest_bare_; }

 private:
  static constexpr size_t kSlots = 8192;  // four times the names

  static size_t hash(std::string_view name) {
    uint32_t value = 2166136261;
    for (char c : name) {
      value = (value ^ static_cast<unsigned char>(c)) * 16777619;
    }
    return (value ^ value >> 15) % kSlots;
  }

  std::vector<Entity> slots_ = std::vector<Entity>(kSlots);
  size_t longest_bare_ = 0;
};

const Entities& entities() {
  static const Entities table;
  return table;
}

// What numbers 0x80 to 0x9F mean: bytes of windows-1252. 0: themselves.
constexpr std::array<char16_t, 32> kC1Characters = {
    0x20AC, 0,      0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
    0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0,      0x017D, 0,
    0,      0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,      0x017E, 0x0178};

// "#233;" or "#xE9;", from behind the "&".
size_t decode_number(std::string_view text, std::string& out) {
  bool hex = text.size() > 1 && (text[1] == 'x' || text[1] == 'X');
  size_t start = hex ? 2 : 1;
  size_t i = start;
  const int base = hex ? 16 : 10;
  int value = 0;
  for (; i < text.size(); ++i) {
    int digit = text::hex_value(text[i]);
    if (digit < 0 || digit >= base) break;
    value = std::min(value * base + digit, 0x110000);
  }
  if (i == start) return 0;
  if (i < text.size() && text[i] == ';') ++i;
  auto point = static_cast<char32_t>(value);
  if (point == 0 || !text::is_scalar_value(point)) {
    point = 0xFFFD;
  } else if (point >= 0x80 && point < 0xA0 &&
             kC1Characters[point - 0x80] != 0) {
    point = kC1Characters[point - 0x80];
  }
  text::append_utf8(point, out);
  return i + 1;
}

void append(const Entity& entity, std::string& out) {
  text::append_utf8(entity.points[0], out);
  if (entity.points[1] != 0) text::append_utf8(entity.points[1], out);
}

}  // namespace

size_t decode_entity(std::string_view text, bool attribute, std::string& out) {
  text.remove_prefix(1);
  if (text.empty()) return 0;
  if (text[0] == '#') return decode_number(text, out);
  size_t run = 0;
  while (run < text.size() && run <= kLongestEntity &&
         text::is_alphanumeric(text[run])) {
    ++run;
  }
  if (run < 2) return 0;
  if (run < text.size() && text[run] == ';') {
    const Entity* entity = entities().find(text.substr(0, run));
    if (entity) {
      append(*entity, out);
      return run + 2;
    }
  }
  for (size_t n = std::min(run, entities().longest_bare()); n >= 2; --n) {
    const Entity* entity = entities().find(text.substr(0, n));
    if (!entity || !entity->bare) continue;
    if (attribute && n < text.size() &&
        (text[n] == '=' || text::is_alphanumeric(text[n]))) {
      return 0;
    }
    append(*entity, out);
    return n + 1;
  }
  return 0;
}

}  // namespace wax::document
