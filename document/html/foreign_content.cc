#include <algorithm>
#include <string>
#include <vector>

#include "document/html/element_kinds.h"
#include "document/html/tree_builder.h"
#include "text/ascii.h"
#include "text/utf8.h"

namespace wax::document {
namespace {

void adjust_svg_attributes(std::vector<NodeAttribute>& attributes) {
  for (NodeAttribute& one : attributes) {
    const std::string_view name = svg_attr_name(one.attr);
    if (!name.empty()) one.name = name;
  }
}

void adjust_math_attributes(std::vector<NodeAttribute>& attributes) {
  for (NodeAttribute& one : attributes) {
    if (one.attr == Attr::kDefinitionurl) one.name = "definitionURL";
  }
}

// Names with the prefixes xlink, xml and xmlns.
void adjust_foreign_attributes(std::vector<NodeAttribute>& attributes) {
  for (NodeAttribute& one : attributes) {
    switch (one.attr) {
      case Attr::kXlinkActuate:
      case Attr::kXlinkArcrole:
      case Attr::kXlinkHref:
      case Attr::kXlinkRole:
      case Attr::kXlinkShow:
      case Attr::kXlinkTitle:
      case Attr::kXlinkType:
        one.ns = AttrNamespace::kXlink;
        one.name.remove_prefix(6);
        break;
      case Attr::kXmlLang:
      case Attr::kXmlSpace:
        one.ns = AttrNamespace::kXml;
        one.name.remove_prefix(4);
        break;
      case Attr::kXmlnsXlink:
        one.ns = AttrNamespace::kXmlns;
        one.name.remove_prefix(6);
        break;
      case Attr::kXmlns:
        one.ns = AttrNamespace::kXmlns;
        break;
      default:
        break;
    }
  }
}

}  // namespace

void TreeBuilder::start_foreign(Token& token, Namespace ns) {
  if (ns == Namespace::kSvg) {
    adjust_svg_attributes(token.attributes);
  } else {
    adjust_math_attributes(token.attributes);
  }
  adjust_foreign_attributes(token.attributes);
  insert_element(token, ns);
  if (token.self_closing) pop();
}

void TreeBuilder::in_foreign_content(Token& token) {
  switch (token.kind) {
    case Kind::kText:
      if (frameset_ok_ &&
          !std::all_of(token.text.begin(), token.text.end(),
                       [](char c) { return c == '\0' || is_html_space(c); })) {
        frameset_ok_ = false;
      }
      if (token.has_nul) {
        std::string text;
        for (char c : token.text) {
          if (c == '\0') {
            text += text::kReplacement;
          } else {
            text += c;
          }
        }
        token.text = arena_->copy(text);
      }
      return insert_text(token.text);
    case Kind::kComment:
      return insert_comment(token);
    case Kind::kStartTag:
      return foreign_start(token);
    case Kind::kEndTag:
      return foreign_end(token);
    case Kind::kDoctype:
    case Kind::kEndOfPage:
      return;
  }
}

void TreeBuilder::foreign_start(Token& token) {
  bool breaks_out = is_in_group(token.tag, kBreakout);
  if (token.tag == Tag::kFont) {
    for (const NodeAttribute& one : token.attributes) {
      breaks_out |= one.attr == Attr::kColor || one.attr == Attr::kFace ||
                    one.attr == Attr::kSize;
    }
  }
  if (breaks_out) {
    while (current()->ns != Namespace::kHtml &&
           !is_math_text_point(*current()) && !is_html_point(*current())) {
      pop();
    }
    process_by_mode(token, mode_);
    return;
  }
  const Namespace ns = adjusted_current()->ns;
  if (ns == Namespace::kSvg && !svg_tag_name(token.tag).empty()) {
    token.text = svg_tag_name(token.tag);
  }
  start_foreign(token, ns);
}

void TreeBuilder::foreign_end(Token& token) {
  if (token.tag == Tag::kBr || token.tag == Tag::kP) {
    while (current()->ns != Namespace::kHtml &&
           !is_math_text_point(*current()) && !is_html_point(*current())) {
      pop();
    }
    process_by_mode(token, mode_);
    return;
  }
  for (size_t i = open_.size(), end = lowest_searched(); i-- > end;) {
    const Node* node = open_[i];
    if (i == 0) return;
    if (i + 1 < open_.size() && node->ns == Namespace::kHtml) {
      process_by_mode(token, mode_);
      return;
    }
    if (text::equal_ignoring_case(node->text, token.text)) {
      pop_until(node);
      return;
    }
  }
}

}  // namespace wax::document
