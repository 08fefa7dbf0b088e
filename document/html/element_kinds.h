// Questions that tree construction asks of elements.
#pragma once

#include <algorithm>
#include <string_view>

#include "document/html/html_names.h"
#include "document/html/html_tokenizer.h"
#include "document/html/html_tree.h"
#include "document/text/markup.h"
#include "text/ascii.h"

namespace wax::document {

inline bool has_group(const Node& node, TagGroup group) {
  return node.ns == Namespace::kHtml && is_in_group(node.tag, group);
}

inline bool is_math_text_point(const Node& node) {
  return node.ns == Namespace::kMath &&
         (node.tag == Tag::kMi || node.tag == Tag::kMo ||
          node.tag == Tag::kMn || node.tag == Tag::kMs ||
          node.tag == Tag::kMtext);
}

inline bool is_svg_html_point(const Node& node) {
  return node.ns == Namespace::kSvg &&
         (node.tag == Tag::kForeignObject || node.tag == Tag::kDesc ||
          node.tag == Tag::kTitle);
}

inline bool is_html_point(const Node& node) {
  if (node.ns != Namespace::kMath) return is_svg_html_point(node);
  if (node.tag != Tag::kAnnotationXml) return false;
  const std::string_view encoding = node.value(Attr::kEncoding);
  return text::equal_ignoring_case(encoding, "text/html") ||
         text::equal_ignoring_case(encoding, "application/xhtml+xml");
}

// Elements of SVG and MathML that are special and bound scopes.
inline bool is_foreign_special(const Node& node) {
  return is_math_text_point(node) || is_svg_html_point(node) ||
         (node.ns == Namespace::kMath && node.tag == Tag::kAnnotationXml);
}

inline bool is_special(const Node& node) {
  return has_group(node, kSpecial) || is_foreign_special(node);
}

inline bool is_heading(Tag tag) { return tag >= Tag::kH1 && tag <= Tag::kH6; }

inline bool is_named(const Node& node, std::string_view name, Tag tag) {
  return node.ns == Namespace::kHtml && node.tag == tag &&
         (tag != Tag::kOther || node.text == name);
}

inline bool is_table_part(const Node& node) {
  if (node.ns != Namespace::kHtml) return false;
  switch (node.tag) {
    case Tag::kTable:
    case Tag::kTbody:
    case Tag::kTfoot:
    case Tag::kThead:
    case Tag::kTr:
      return true;
    default:
      return false;
  }
}

inline bool is_all_space(std::string_view text) {
  return std::all_of(text.begin(), text.end(), is_html_space);
}

inline bool is_hidden_input(const HtmlToken& token) {
  for (const NodeAttribute& one : token.attributes) {
    if (one.attr == Attr::kType) {
      return text::equal_ignoring_case(one.value, "hidden");
    }
  }
  return false;
}

inline Node* template_contents(Node* node) {
  return node->is_html(Tag::kTemplate) ? node->first_child : node;
}

}  // namespace wax::document
