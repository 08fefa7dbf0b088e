#include "index/html/html_tags.h"

#include <array>

namespace wax::index {
namespace {

using enum TagFacts::Flow;

constexpr TagFacts kTags[] = {
    {"a", Tag::kA},
    {"address", Tag::kOther, kBlock},
    {"area", Tag::kArea},
    {"article", Tag::kOther, kBlock},
    {"aside", Tag::kOther, kBlock},
    {"base", Tag::kBase},
    {"blockquote", Tag::kOther, kBlock},
    {"body", Tag::kOther, kBlock},
    {"br", Tag::kOther, kBlock},
    {"button", Tag::kOther, kCell},
    {"caption", Tag::kOther, kBlock},
    {"center", Tag::kOther, kBlock},
    {"dd", Tag::kOther, kBlock},
    {"details", Tag::kOther, kBlock},
    {"dialog", Tag::kOther, kBlock},
    {"dir", Tag::kOther, kBlock},
    {"div", Tag::kOther, kBlock},
    {"dl", Tag::kOther, kBlock},
    {"dt", Tag::kOther, kBlock},
    {"fieldset", Tag::kOther, kBlock},
    {"figcaption", Tag::kOther, kBlock},
    {"figure", Tag::kOther, kBlock},
    {"footer", Tag::kOther, kBlock},
    {"form", Tag::kOther, kBlock},
    {"frame", Tag::kFrame, kBlock},
    {"frameset", Tag::kOther, kBlock},
    {"h1", Tag::kOther, kBlock},
    {"h2", Tag::kOther, kBlock},
    {"h3", Tag::kOther, kBlock},
    {"h4", Tag::kOther, kBlock},
    {"h5", Tag::kOther, kBlock},
    {"h6", Tag::kOther, kBlock},
    {"head", Tag::kOther, kBlock},
    {"header", Tag::kOther, kBlock},
    {"hgroup", Tag::kOther, kBlock},
    {"hr", Tag::kOther, kBlock},
    {"html", Tag::kOther, kBlock},
    {"iframe", Tag::kIframe, kBlock, true},
    {"img", Tag::kImg},
    {"input", Tag::kInput, kCell},
    {"label", Tag::kOther, kCell},
    {"legend", Tag::kOther, kBlock},
    {"li", Tag::kOther, kBlock},
    {"listing", Tag::kPre, kBlock},
    {"main", Tag::kOther, kBlock},
    {"math", Tag::kMath},
    {"menu", Tag::kOther, kBlock},
    {"meta", Tag::kMeta},
    {"nav", Tag::kOther, kBlock},
    {"noembed", Tag::kOther, kInline, true},
    {"noframes", Tag::kOther, kBlock},
    {"object", Tag::kOther, kCell},
    {"ol", Tag::kOther, kBlock},
    {"optgroup", Tag::kOther, kBlock},
    {"option", Tag::kOther, kBlock},
    {"p", Tag::kOther, kBlock},
    {"plaintext", Tag::kPlaintext, kBlock},
    {"pre", Tag::kPre, kBlock},
    {"script", Tag::kScript, kInline, true},
    {"search", Tag::kOther, kBlock},
    {"section", Tag::kOther, kBlock},
    {"select", Tag::kOther, kBlock},
    {"style", Tag::kOther, kInline, true},
    {"summary", Tag::kOther, kBlock},
    {"svg", Tag::kSvg, kCell},
    {"table", Tag::kOther, kBlock},
    {"tbody", Tag::kOther, kBlock},
    {"td", Tag::kOther, kCell},
    {"template", Tag::kTemplate},
    {"textarea", Tag::kTextarea, kBlock},
    {"tfoot", Tag::kOther, kBlock},
    {"th", Tag::kOther, kCell},
    {"thead", Tag::kOther, kBlock},
    {"title", Tag::kTitle},
    {"tr", Tag::kOther, kBlock},
    {"ul", Tag::kOther, kBlock},
    {"xmp", Tag::kPre, kBlock},
};

constexpr size_t kSlots = 512;

constexpr size_t hash(std::string_view name) {
  uint32_t value = 2166136261;
  for (char c : name) {
    value = (value ^ static_cast<unsigned char>(c)) * 16777619;
  }
  return (value ^ value >> 13) % kSlots;
}

constexpr std::array<uint8_t, kSlots> make_slots() {
  std::array<uint8_t, kSlots> slots{};
  for (size_t i = 0; i < std::size(kTags); ++i) {
    size_t slot = hash(kTags[i].name);
    while (slots[slot] != 0) slot = (slot + 1) % kSlots;
    slots[slot] = static_cast<uint8_t>(i + 1);
  }
  return slots;
}

constexpr std::array<uint8_t, kSlots> kTagSlots = make_slots();
constexpr TagFacts kUnknown;

}  // namespace

const TagFacts& tag_facts(std::string_view name) {
  for (size_t slot = hash(name); kTagSlots[slot] != 0;
       slot = (slot + 1) % kSlots) {
    const TagFacts& facts = kTags[kTagSlots[slot] - 1];
    if (facts.name == name) return facts;
  }
  return kUnknown;
}

}  // namespace wax::index
