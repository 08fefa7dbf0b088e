// Names of elements and attributes, interned.
#pragma once

#include <cstdint>
#include <string_view>

namespace wax::document {

// kOther: a name that is not in html_tags.inc.
enum class Tag : uint8_t {
  kOther,
#define TAG(tag, name, groups) tag,
#define SVG_TAG(tag, name)
#include "document/html/html_tags.inc"
#undef SVG_TAG
#undef TAG
  kCount
};

enum class Attr : uint8_t {
  kOther,
#define ATTRIBUTE(attr, name) attr,
#define SVG_ATTRIBUTE(attr, name)
#include "document/html/html_attributes.inc"
#undef SVG_ATTRIBUTE
#undef ATTRIBUTE
  kCount
};

// Groups of HTML elements (HTML standard, 13.2.4 and 13.2.6.4).
enum TagGroup : uint16_t {
  kSpecial = 1,     // the special category
  kFormatting = 2,  // the formatting category
  kScopeEnd = 4,    // bounds what is "in scope"
  kImpliedEnd = 8,  // ended by "generate implied end tags"
  kTableEnd = 16,   // ended by that when it is done thoroughly
  kBreakout = 32,   // its start tag ends SVG and MathML
  kBlock = 64,      // its start tag ends a paragraph, its end tag the element
  kMetadata = 128,  // its start tag is one of the head wherever it is
  kMarked = 256,    // bounds the formatting elements that are in it
};

// `name` in lower case.
[[nodiscard]] Tag tag_of(std::string_view name);
[[nodiscard]] Attr attr_of(std::string_view name);

// The name in lower case; of kOther, "". The views stay valid.
[[nodiscard]] std::string_view tag_name(Tag tag);
[[nodiscard]] std::string_view attr_name(Attr attr);

// The name with the capital letters that it has in SVG ("foreignObject",
// "viewBox"); "" when it has none.
[[nodiscard]] std::string_view svg_tag_name(Tag tag);
[[nodiscard]] std::string_view svg_attr_name(Attr attr);

// TagGroup bits of an HTML element.
[[nodiscard]] uint16_t tag_groups(Tag tag);
[[nodiscard]] inline bool is_in_group(Tag tag, TagGroup group) {
  return (tag_groups(tag) & group) != 0;
}

}  // namespace wax::document
