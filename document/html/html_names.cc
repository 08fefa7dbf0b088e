#include "document/html/html_names.h"

#include <array>
#include <cstddef>
#include <cstring>

namespace wax::document {
namespace {

constexpr size_t kTagCount = static_cast<size_t>(Tag::kCount);
constexpr size_t kAttrCount = static_cast<size_t>(Attr::kCount);

constexpr std::array<std::string_view, kTagCount> kTagNames = {
    "",
#define TAG(tag, name, groups) name,
#define SVG_TAG(tag, name)
#include "document/html/html_tags.inc"
#undef SVG_TAG
#undef TAG
};

constexpr std::array<uint16_t, kTagCount> kTagGroups = {
    0,
#define TAG(tag, name, groups) groups,
#define SVG_TAG(tag, name)
#include "document/html/html_tags.inc"
#undef SVG_TAG
#undef TAG
};

constexpr std::array<std::string_view, kAttrCount> kAttrNames = {
    "",
#define ATTRIBUTE(attr, name) name,
#define SVG_ATTRIBUTE(attr, name)
#include "document/html/html_attributes.inc"
#undef SVG_ATTRIBUTE
#undef ATTRIBUTE
};

constexpr auto kSvgTagNames = [] {
  std::array<std::string_view, kTagCount> names{};
#define TAG(tag, name, groups)
#define SVG_TAG(tag, name) names[static_cast<size_t>(Tag::tag)] = name;
#include "document/html/html_tags.inc"
#undef SVG_TAG
#undef TAG
  return names;
}();

constexpr auto kSvgAttrNames = [] {
  std::array<std::string_view, kAttrCount> names{};
#define ATTRIBUTE(attr, name)
#define SVG_ATTRIBUTE(attr, name) names[static_cast<size_t>(Attr::attr)] = name;
#include "document/html/html_attributes.inc"
#undef SVG_ATTRIBUTE
#undef ATTRIBUTE
  return names;
}();

constexpr size_t kNameSlots = 2048;

// Four characters and the length tell nearly all names apart.
constexpr size_t name_hash(std::string_view name) {
  auto at = [&](size_t i) {
    return static_cast<uint32_t>(static_cast<unsigned char>(name[i]));
  };
  const size_t size = name.size();
  uint32_t sum = at(0) * 0x9E3779B1u + at(size / 2) * 0x85EBCA6Bu +
                 at(size - 1) * 0xC2B2AE35u + at(size * 3 / 4) * 0x27D4EB2Fu +
                 static_cast<uint32_t>(size) * 0x165667B1u;
  return (sum ^ sum >> 15) >> 3 & (kNameSlots - 1);
}

template <size_t N>
constexpr std::array<uint8_t, kNameSlots> make_name_slots(
    const std::array<std::string_view, N>& names) {
  std::array<uint8_t, kNameSlots> slots{};
  for (size_t i = 1; i < N; ++i) {
    size_t slot = name_hash(names[i]);
    while (slots[slot] != 0) slot = (slot + 1) % kNameSlots;
    slots[slot] = static_cast<uint8_t>(i);
  }
  return slots;
}

constexpr auto kTagNameSlots = make_name_slots(kTagNames);
constexpr auto kAttrNameSlots = make_name_slots(kAttrNames);

template <typename Word>
bool same_ends(const char* a, const char* b, size_t size) {
  Word words[4];
  std::memcpy(&words[0], a, sizeof(Word));
  std::memcpy(&words[1], b, sizeof(Word));
  std::memcpy(&words[2], a + size - sizeof(Word), sizeof(Word));
  std::memcpy(&words[3], b + size - sizeof(Word), sizeof(Word));
  return words[0] == words[1] && words[2] == words[3];
}

// Compares texts of the same size. Most names are too short for a call of
// memcmp.
bool same_bytes(std::string_view a, std::string_view b) {
  const size_t size = a.size();
  if (size > 16) return std::memcmp(a.data(), b.data(), size) == 0;
  if (size >= 8) return same_ends<uint64_t>(a.data(), b.data(), size);
  if (size >= 4) return same_ends<uint32_t>(a.data(), b.data(), size);
  if (size >= 2) return same_ends<uint16_t>(a.data(), b.data(), size);
  return size == 0 || a[0] == b[0];
}

// 0 when the name is not there.
template <size_t N>
uint8_t find_name(std::string_view name,
                  const std::array<std::string_view, N>& names,
                  const std::array<uint8_t, kNameSlots>& slots) {
  if (name.empty()) return 0;
  for (size_t slot = name_hash(name); slots[slot] != 0;
       slot = (slot + 1) % kNameSlots) {
    std::string_view known = names[slots[slot]];
    if (known.size() == name.size() && same_bytes(known, name)) {
      return slots[slot];
    }
  }
  return 0;
}

}  // namespace

Tag tag_of(std::string_view name) {
  return static_cast<Tag>(find_name(name, kTagNames, kTagNameSlots));
}

Attr attr_of(std::string_view name) {
  return static_cast<Attr>(find_name(name, kAttrNames, kAttrNameSlots));
}

std::string_view tag_name(Tag tag) {
  return kTagNames[static_cast<size_t>(tag)];
}

std::string_view attr_name(Attr attr) {
  return kAttrNames[static_cast<size_t>(attr)];
}

std::string_view svg_tag_name(Tag tag) {
  return kSvgTagNames[static_cast<size_t>(tag)];
}

std::string_view svg_attr_name(Attr attr) {
  return kSvgAttrNames[static_cast<size_t>(attr)];
}

uint16_t tag_groups(Tag tag) { return kTagGroups[static_cast<size_t>(tag)]; }

}  // namespace wax::document
