#include "index/html/tree_builder.h"

#include <algorithm>
#include <cstring>
#include <new>
#include <utility>

#include "index/text/markup.h"
#include "text/ascii.h"
#include "text/utf8.h"

namespace wax::index {
namespace {

using State = HtmlTokenizer::State;

// Searches of the stack of open elements look at so many. It bounds what a tag
// costs where a page opens elements without end.
constexpr size_t kSearchedElements = 512;
// Active formatting elements after a marker; the earliest is dropped for more.
constexpr size_t kMostFormatting = 256;

bool has_group(const Node& node, TagGroup group) {
  return node.ns == Namespace::kHtml && (tag_groups(node.tag) & group) != 0;
}

bool is_math_text_point(const Node& node) {
  return node.ns == Namespace::kMath &&
         (node.tag == Tag::kMi || node.tag == Tag::kMo ||
          node.tag == Tag::kMn || node.tag == Tag::kMs ||
          node.tag == Tag::kMtext);
}

bool is_svg_html_point(const Node& node) {
  return node.ns == Namespace::kSvg &&
         (node.tag == Tag::kForeignObject || node.tag == Tag::kDesc ||
          node.tag == Tag::kTitle);
}

bool is_html_point(const Node& node) {
  if (node.ns != Namespace::kMath) return is_svg_html_point(node);
  if (node.tag != Tag::kAnnotationXml) return false;
  const std::string_view encoding = node.value(Attr::kEncoding);
  return text::equal_ignoring_case(encoding, "text/html") ||
         text::equal_ignoring_case(encoding, "application/xhtml+xml");
}

// Elements of SVG and MathML that are special and bound scopes.
bool is_foreign_special(const Node& node) {
  return is_math_text_point(node) || is_svg_html_point(node) ||
         (node.ns == Namespace::kMath && node.tag == Tag::kAnnotationXml);
}

bool is_special(const Node& node) {
  return has_group(node, kSpecial) || is_foreign_special(node);
}

bool is_heading(Tag tag) { return tag >= Tag::kH1 && tag <= Tag::kH6; }

bool is_named(const Node& node, std::string_view name, Tag tag) {
  return node.ns == Namespace::kHtml && node.tag == tag &&
         (tag != Tag::kOther || node.text == name);
}

bool is_table_part(const Node& node) {
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

bool is_all_space(std::string_view text) {
  return std::all_of(text.begin(), text.end(), is_html_space);
}

bool is_hidden_input(const HtmlToken& token) {
  for (const NodeAttribute& one : token.attributes) {
    if (one.attr == Attr::kType) {
      return text::equal_ignoring_case(one.value, "hidden");
    }
  }
  return false;
}

Node* template_contents(Node* node) {
  return node->is_html(Tag::kTemplate) ? node->first_child : node;
}

bool same_attributes(const Node& a, const Node& b) {
  if (a.attribute_count != b.attribute_count) return false;
  return std::all_of(a.attributes().begin(), a.attributes().end(),
                     [&](const NodeAttribute& one) {
                       for (const NodeAttribute& other : b.attributes()) {
                         if (other.name == one.name)
                           return other.value == one.value;
                       }
                       return false;
                     });
}

// Doctypes of pages that were written for browsers before the standards (HTML
// standard, 13.2.6.4.1).
constexpr std::string_view kQuirkyPublicIds[] = {
    "+//silmaril//dtd html pro v0r11 19970101//",
    "-//as//dtd html 3.0 aswedit + extensions//",
    "-//advasoft ltd//dtd html 3.0 aswedit + extensions//",
    "-//ietf//dtd html 2.0 level 1//",
    "-//ietf//dtd html 2.0 level 2//",
    "-//ietf//dtd html 2.0 strict level 1//",
    "-//ietf//dtd html 2.0 strict level 2//",
    "-//ietf//dtd html 2.0 strict//",
    "-//ietf//dtd html 2.0//",
    "-//ietf//dtd html 2.1e//",
    "-//ietf//dtd html 3.0//",
    "-//ietf//dtd html 3.2 final//",
    "-//ietf//dtd html 3.2//",
    "-//ietf//dtd html 3//",
    "-//ietf//dtd html level 0//",
    "-//ietf//dtd html level 1//",
    "-//ietf//dtd html level 2//",
    "-//ietf//dtd html level 3//",
    "-//ietf//dtd html strict level 0//",
    "-//ietf//dtd html strict level 1//",
    "-//ietf//dtd html strict level 2//",
    "-//ietf//dtd html strict level 3//",
    "-//ietf//dtd html strict//",
    "-//ietf//dtd html//",
    "-//metrius//dtd metrius presentational//",
    "-//microsoft//dtd internet explorer 2.0 html strict//",
    "-//microsoft//dtd internet explorer 2.0 html//",
    "-//microsoft//dtd internet explorer 2.0 tables//",
    "-//microsoft//dtd internet explorer 3.0 html strict//",
    "-//microsoft//dtd internet explorer 3.0 html//",
    "-//microsoft//dtd internet explorer 3.0 tables//",
    "-//netscape comm. corp.//dtd html//",
    "-//netscape comm. corp.//dtd strict html//",
    "-//o'reilly and associates//dtd html 2.0//",
    "-//o'reilly and associates//dtd html extended 1.0//",
    "-//o'reilly and associates//dtd html extended relaxed 1.0//",
    "-//sq//dtd html 2.0 hotmetal + extensions//",
    "-//softquad software//dtd hotmetal pro 6.0::19990601::extensions to html "
    "4.0//",
    "-//softquad//dtd hotmetal pro 4.0::19971010::extensions to html 4.0//",
    "-//spyglass//dtd html 2.0 extended//",
    "-//sun microsystems corp.//dtd hotjava html//",
    "-//sun microsystems corp.//dtd hotjava strict html//",
    "-//w3c//dtd html 3 1995-03-24//",
    "-//w3c//dtd html 3.2 draft//",
    "-//w3c//dtd html 3.2 final//",
    "-//w3c//dtd html 3.2//",
    "-//w3c//dtd html 3.2s draft//",
    "-//w3c//dtd html 4.0 frameset//",
    "-//w3c//dtd html 4.0 transitional//",
    "-//w3c//dtd html experimental 19960712//",
    "-//w3c//dtd html experimental 970421//",
    "-//w3c//dtd w3 html//",
    "-//w3o//dtd w3 html 3.0//",
    "-//webtechs//dtd mozilla html 2.0//",
    "-//webtechs//dtd mozilla html//",
};

QuirksMode quirks_of(const HtmlToken& doctype) {
  auto begins = [&](std::string_view prefix) {
    return text::starts_with_ignoring_case(doctype.public_id, prefix);
  };
  const bool html4 = begins("-//w3c//dtd html 4.01 frameset//") ||
                     begins("-//w3c//dtd html 4.01 transitional//");
  if (doctype.force_quirks || doctype.text != "html" ||
      text::equal_ignoring_case(doctype.public_id,
                                "-//w3o//dtd w3 html strict 3.0//en//") ||
      text::equal_ignoring_case(doctype.public_id,
                                "-/w3c/dtd html 4.0 transitional/en") ||
      text::equal_ignoring_case(doctype.public_id, "html") ||
      text::equal_ignoring_case(
          doctype.system_id,
          "http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd") ||
      std::any_of(std::begin(kQuirkyPublicIds), std::end(kQuirkyPublicIds),
                  begins) ||
      (html4 && !doctype.has_system)) {
    return QuirksMode::kYes;
  }
  if (html4 || begins("-//w3c//dtd xhtml 1.0 frameset//") ||
      begins("-//w3c//dtd xhtml 1.0 transitional//")) {
    return QuirksMode::kLimited;
  }
  return QuirksMode::kNo;
}

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

// Nodes and their places.

Node* TreeBuilder::new_node(NodeKind kind) {
  Node* node = new (arena_->allocate(sizeof(Node))) Node;
  node->kind = kind;
  return node;
}

Node* TreeBuilder::new_element(std::string_view name, Tag tag, Namespace ns) {
  Node* node = new_node(NodeKind::kElement);
  node->ns = ns;
  node->tag = tag;
  node->text = name;
  if (tag == Tag::kTemplate && ns == Namespace::kHtml) {
    insert(new_node(NodeKind::kTemplateContents), {node, nullptr});
  }
  return node;
}

Node* TreeBuilder::new_element(Token& token, Namespace ns) {
  Node* node = new_element(token.text, token.tag, ns);
  node->attribute_list = copy_attributes(token.attributes);
  node->attribute_count = static_cast<uint32_t>(token.attributes.size());
  return node;
}

Node* TreeBuilder::copy_of(const Node& element) {
  Node* copy = new_element(element.text, element.tag, element.ns);
  copy->attribute_list = element.attribute_list;
  copy->attribute_count = element.attribute_count;
  return copy;
}

const NodeAttribute* TreeBuilder::copy_attributes(
    const std::vector<NodeAttribute>& attributes) {
  if (attributes.empty()) return nullptr;
  char* room = arena_->allocate(attributes.size() * sizeof(NodeAttribute));
  return std::uninitialized_copy(attributes.begin(), attributes.end(),
                                 reinterpret_cast<NodeAttribute*>(room)) -
         attributes.size();
}

// The appropriate place for inserting a node into `target`.
TreeBuilder::Place TreeBuilder::place_of(Node* target) const {
  if (!foster_parenting_ || !is_table_part(*target)) {
    return {template_contents(target), nullptr};
  }
  for (size_t i = open_.size(); i-- > 0;) {
    Node* node = open_[i];
    if (node->is_html(Tag::kTemplate)) return {node->first_child, nullptr};
    if (!node->is_html(Tag::kTable)) continue;
    if (node->parent) return {node->parent, node};
    return {template_contents(open_[i - 1]), nullptr};
  }
  return {open_[0], nullptr};
}

void TreeBuilder::insert(Node* node, Place place) {
  node->parent = place.parent;
  node->next = place.before;
  Node* previous =
      place.before ? place.before->previous : place.parent->last_child;
  node->previous = previous;
  (previous ? previous->next : place.parent->first_child) = node;
  (place.before ? place.before->previous : place.parent->last_child) = node;
}

void TreeBuilder::remove(Node* node) {
  Node* parent = node->parent;
  if (!parent) return;
  (node->previous ? node->previous->next : parent->first_child) = node->next;
  (node->next ? node->next->previous : parent->last_child) = node->previous;
  node->parent = node->previous = node->next = nullptr;
}

// Where the next element goes: a sibling of the current node when that is as
// deep as elements may be.
TreeBuilder::Place TreeBuilder::place_of_element() const {
  Place place = place_of(current());
  if (open_.size() > kDeepestElement && !place.before) {
    Node* parent = place.parent;
    if (parent->kind == NodeKind::kTemplateContents) parent = parent->parent;
    if (parent->parent) place.parent = parent->parent;
  }
  return place;
}

Node* TreeBuilder::insert_and_push(Node* node) {
  insert(node, place_of_element());
  push(node);
  return node;
}

Node* TreeBuilder::insert_element(Token& token, Namespace ns) {
  return insert_and_push(new_element(token, ns));
}

Node* TreeBuilder::insert_implied(Tag tag) {
  return insert_and_push(new_element(tag_name(tag), tag, Namespace::kHtml));
}

void TreeBuilder::insert_and_pop(Token& token) {
  insert_element(token);
  pop();
}

void TreeBuilder::insert_comment(Token& token, Node* parent) {
  Node* node = new_node(NodeKind::kComment);
  node->text = token.text;
  insert(node, parent ? Place{parent, nullptr} : place_of(current()));
}

void TreeBuilder::insert_text(std::string_view text) {
  if (text.empty()) return;
  const Place place = place_of(current());
  if (place.parent->kind == NodeKind::kDocument) return;
  Node* previous =
      place.before ? place.before->previous : place.parent->last_child;
  if (previous && previous->kind == NodeKind::kText) {
    append_text(previous, text);
    return;
  }
  Node* node = new_node(NodeKind::kText);
  node->text = text;
  insert(node, place);
}

// Doubles the room of a text that does not go on where it stood in the page.
void TreeBuilder::append_text(Node* node, std::string_view text) {
  const std::string_view old = node->text;
  const std::string_view page = page_;
  if (old.data() + old.size() == text.data() && old.data() >= page.data() &&
      text.data() + text.size() <= page.data() + page.size()) {
    node->text = {old.data(), old.size() + text.size()};
    return;
  }
  const size_t size = old.size() + text.size();
  char* room = const_cast<char*>(old.data());
  if (node->attribute_count < size) {
    room = arena_->allocate(2 * size);
    std::memcpy(room, old.data(), old.size());
    node->attribute_count = static_cast<uint32_t>(
        std::min(2 * size, static_cast<size_t>(UINT32_MAX)));
  }
  std::memcpy(room + old.size(), text.data(), text.size());
  node->text = {room, size};
}

void TreeBuilder::insert_raw(Token& token, State state) {
  insert_element(token);
  if (options_.lenient) {
    tokenizer_.set_lenient_state(state, token.text,
                                 noframes_ ? "noframes"
                                 : open_noscripts_ > 0 || left_noscript_
                                     ? "noscript"
                                     : "");
  } else {
    tokenizer_.set_state(state, token.text);
  }
  original_mode_ = mode_;
  mode_ = Mode::kText;
}

void TreeBuilder::add_missing_attributes(Node* node, Token& token) {
  std::vector<NodeAttribute> all(node->attributes().begin(),
                                 node->attributes().end());
  for (const NodeAttribute& one : token.attributes) {
    if (all.size() < kMostAttributes && !node->attribute(one.name)) {
      all.push_back(one);
    }
  }
  if (all.size() == node->attribute_count) return;
  node->attribute_list = copy_attributes(all);
  node->attribute_count = static_cast<uint32_t>(all.size());
}

// Takes the white space off the front of a text; the token may then be empty.
std::string_view TreeBuilder::leading_space(Token& token) {
  if (token.kind != Kind::kText) return {};
  size_t size = 0;
  while (size < token.text.size() && is_html_space(token.text[size])) ++size;
  const std::string_view space = token.text.substr(0, size);
  token.text.remove_prefix(size);
  return space;
}

std::string_view TreeBuilder::only_spaces(std::string_view text) {
  if (is_all_space(text)) return text;
  std::string spaces;
  std::copy_if(text.begin(), text.end(), std::back_inserter(spaces),
               is_html_space);
  return arena_->copy(spaces);
}

void TreeBuilder::drop_nul(Token& token) {
  if (!token.has_nul) return;
  std::string rest;
  std::copy_if(token.text.begin(), token.text.end(), std::back_inserter(rest),
               [](char c) { return c != '\0'; });
  token.text = arena_->copy(rest);
  token.has_nul = false;
}

// The stack of open elements.

Node* TreeBuilder::adjusted_current() const {
  return context_ && open_.size() == 1 ? context_ : open_.back();
}

void TreeBuilder::push(Node* node) {
  open_.push_back(node);
  node->is_open = true;
  if (node->ns != Namespace::kHtml) return;
  if (node->tag == Tag::kP) ++open_p_;
  if (node->tag == Tag::kTemplate) ++open_templates_;
  if (node->tag == Tag::kNoscript) ++open_noscripts_;
}

void TreeBuilder::pop() {
  Node* node = open_.back();
  open_.pop_back();
  node->is_open = false;
  if (node->ns != Namespace::kHtml) return;
  if (node->tag == Tag::kP) --open_p_;
  if (node->tag == Tag::kTemplate) --open_templates_;
  if (node->tag == Tag::kNoscript) --open_noscripts_;
}

void TreeBuilder::pop_until(Tag tag) {
  while (open_.size() > 1 && !current()->is_html(tag)) pop();
  if (open_.size() > 1) pop();
}

void TreeBuilder::pop_until(const Node* node) {
  while (current() != node) pop();
  pop();
}

void TreeBuilder::remove_from_stack(Node* node) {
  if (!node->is_open) return;
  auto found = std::find(open_.rbegin(), open_.rend(), node);
  open_.erase(std::next(found).base());
  node->is_open = false;
  if (node->is_html(Tag::kP)) --open_p_;
  if (node->is_html(Tag::kTemplate)) --open_templates_;
  if (node->is_html(Tag::kNoscript)) --open_noscripts_;
}

size_t TreeBuilder::lowest_searched() const {
  return open_.size() > kSearchedElements ? open_.size() - kSearchedElements
                                          : 0;
}

bool TreeBuilder::in_scope(Tag tag, Scope scope) const {
  for (size_t i = open_.size(), end = lowest_searched(); i-- > end;) {
    const Node& node = *open_[i];
    if (node.is_html(tag)) return true;
    if (scope == Scope::kTable) {
      if (node.is_html(Tag::kHtml) || node.is_html(Tag::kTable) ||
          node.is_html(Tag::kTemplate)) {
        return false;
      }
      continue;
    }
    if (has_group(node, kScopeEnd) || is_foreign_special(node)) return false;
    if (scope == Scope::kButton && node.is_html(Tag::kButton)) return false;
    if (scope == Scope::kListItem &&
        (node.is_html(Tag::kOl) || node.is_html(Tag::kUl))) {
      return false;
    }
  }
  return false;
}

bool TreeBuilder::in_scope(const Node* wanted) const {
  for (size_t i = open_.size(), end = lowest_searched(); i-- > end;) {
    const Node& node = *open_[i];
    if (&node == wanted) return true;
    if (has_group(node, kScopeEnd) || is_foreign_special(node)) return false;
  }
  return false;
}

bool TreeBuilder::heading_in_scope() const {
  for (size_t i = open_.size(), end = lowest_searched(); i-- > end;) {
    const Node& node = *open_[i];
    if (node.ns == Namespace::kHtml && is_heading(node.tag)) return true;
    if (has_group(node, kScopeEnd) || is_foreign_special(node)) return false;
  }
  return false;
}

bool TreeBuilder::p_in_button_scope() const {
  return open_p_ > 0 && in_scope(Tag::kP, Scope::kButton);
}

// Pops down to an element of these names, a template, or html.
void TreeBuilder::clear_to(std::initializer_list<Tag> tags) {
  while (open_.size() > 1) {
    const Node& node = *current();
    if (node.is_html(Tag::kTemplate) || node.is_html(Tag::kHtml)) return;
    for (Tag tag : tags) {
      if (node.is_html(tag)) return;
    }
    pop();
  }
}

void TreeBuilder::generate_implied_end_tags(Tag except) {
  while (has_group(*current(), kImpliedEnd) && current()->tag != except) pop();
}

void TreeBuilder::generate_all_implied_end_tags() {
  while (has_group(*current(), kImpliedEnd) ||
         has_group(*current(), kTableEnd)) {
    pop();
  }
}

void TreeBuilder::close_p() {
  generate_implied_end_tags(Tag::kP);
  pop_until(Tag::kP);
}

void TreeBuilder::reset_insertion_mode() {
  for (size_t i = open_.size(), end = lowest_searched(); i-- > end;) {
    const bool last = i == 0;
    const Node& node = last && context_ ? *context_ : *open_[i];
    if (node.ns == Namespace::kHtml) {
      switch (node.tag) {
        case Tag::kTd:
        case Tag::kTh:
          if (last) break;
          mode_ = Mode::kInCell;
          return;
        case Tag::kTr:
          mode_ = Mode::kInRow;
          return;
        case Tag::kTbody:
        case Tag::kThead:
        case Tag::kTfoot:
          mode_ = Mode::kInTableBody;
          return;
        case Tag::kCaption:
          mode_ = Mode::kInCaption;
          return;
        case Tag::kColgroup:
          mode_ = Mode::kInColumnGroup;
          return;
        case Tag::kTable:
          mode_ = Mode::kInTable;
          return;
        case Tag::kTemplate:
          mode_ = template_modes_.back();
          return;
        case Tag::kHead:
          if (last) break;
          mode_ = Mode::kInHead;
          return;
        case Tag::kBody:
          mode_ = Mode::kInBody;
          return;
        case Tag::kFrameset:
          mode_ = Mode::kInFrameset;
          return;
        case Tag::kNoframes:
          mode_ = Mode::kInBody;
          return;
        case Tag::kHtml:
          mode_ = tree_->head_ ? Mode::kAfterHead : Mode::kBeforeHead;
          return;
        default:
          break;
      }
    }
  }
  mode_ = Mode::kInBody;
}

// The list of active formatting elements.

void TreeBuilder::push_formatting(Node* node) {
  const size_t size = formatting_.size();
  size_t same = 0;
  size_t earliest_same = 0;
  size_t first = size;  // after the last marker
  while (first > 0 && formatting_[first - 1]) {
    const Node& other = *formatting_[--first];
    if (is_named(other, node->text, node->tag) &&
        same_attributes(other, *node)) {
      ++same;
      earliest_same = first;
    }
  }
  if (same >= 3) {
    formatting_.erase(formatting_.begin() +
                      static_cast<ptrdiff_t>(earliest_same));
  } else if (size - first >= kMostFormatting) {
    formatting_.erase(formatting_.begin() + static_cast<ptrdiff_t>(first));
  }
  formatting_.push_back(node);
}

void TreeBuilder::reconstruct_formatting() {
  if (formatting_.empty()) return;
  size_t i = formatting_.size() - 1;
  if (!formatting_[i] || formatting_[i]->is_open) return;
  while (i > 0 && formatting_[i - 1] && !formatting_[i - 1]->is_open) --i;
  for (; i < formatting_.size(); ++i) {
    const Node& old = *formatting_[i];
    formatting_[i] = insert_and_push(copy_of(old));
  }
}

void TreeBuilder::clear_to_marker() {
  while (!formatting_.empty()) {
    const bool marker = formatting_.back() == nullptr;
    formatting_.pop_back();
    if (marker) return;
  }
}

void TreeBuilder::remove_formatting(const Node* node) {
  auto found = std::find(formatting_.rbegin(), formatting_.rend(), node);
  if (found != formatting_.rend()) {
    formatting_.erase(std::next(found).base());
  }
}

// The last active one of a name after the last marker.
Node* TreeBuilder::find_formatting(std::string_view name, Tag tag) const {
  for (size_t i = formatting_.size(); i-- > 0 && formatting_[i];) {
    if (is_named(*formatting_[i], name, tag)) return formatting_[i];
  }
  return nullptr;
}

void TreeBuilder::adoption_agency(std::string_view name, Tag tag) {
  if (is_named(*current(), name, tag) &&
      std::find(formatting_.begin(), formatting_.end(), current()) ==
          formatting_.end()) {
    pop();
    return;
  }
  for (int outer = 0; outer < 8; ++outer) {
    Node* formatting = find_formatting(name, tag);
    if (!formatting) {
      any_other_end_tag(name, tag);
      return;
    }
    if (!formatting->is_open) {
      remove_formatting(formatting);
      return;
    }
    if (!in_scope(formatting)) return;
    size_t at = open_.size();
    while (open_[--at] != formatting) {
    }
    size_t furthest = at + 1;
    while (furthest < open_.size() && !is_special(*open_[furthest])) ++furthest;
    if (furthest == open_.size()) {
      pop_until(formatting);
      remove_formatting(formatting);
      return;
    }
    Node* block = open_[furthest];
    Node* ancestor = open_[at - 1];
    auto position = [&](const Node* node) {
      return static_cast<size_t>(
          std::find(formatting_.begin(), formatting_.end(), node) -
          formatting_.begin());
    };
    size_t bookmark = position(formatting);
    Node* last = block;
    size_t i = furthest;
    for (int inner = 1;; ++inner) {
      Node* node = open_[--i];
      if (node == formatting) break;
      size_t in_list = position(node);
      if (inner > 3 && in_list < formatting_.size()) {
        formatting_.erase(formatting_.begin() +
                          static_cast<ptrdiff_t>(in_list));
        if (in_list < bookmark) --bookmark;
        in_list = formatting_.size();
      }
      if (in_list == formatting_.size()) {
        remove_from_stack(node);
        continue;
      }
      Node* copy = copy_of(*node);
      node->is_open = false;
      copy->is_open = true;
      open_[i] = copy;
      formatting_[in_list] = copy;
      if (last == block) bookmark = in_list + 1;
      remove(last);
      insert(last, {copy, nullptr});
      last = copy;
    }
    remove(last);
    insert(last, place_of(ancestor));
    Node* copy = copy_of(*formatting);
    Node* holder = template_contents(block);
    copy->first_child = holder->first_child;
    copy->last_child = holder->last_child;
    holder->first_child = holder->last_child = nullptr;
    for (Node* child = copy->first_child; child; child = child->next) {
      child->parent = copy;
    }
    insert(copy, {holder, nullptr});
    const size_t old = position(formatting);
    formatting_.erase(formatting_.begin() + static_cast<ptrdiff_t>(old));
    if (old < bookmark) --bookmark;
    formatting_.insert(formatting_.begin() + static_cast<ptrdiff_t>(bookmark),
                       copy);
    remove_from_stack(formatting);
    auto below = std::find(open_.rbegin(), open_.rend(), block).base();
    open_.insert(below, copy);
    copy->is_open = true;
  }
}

void TreeBuilder::any_other_end_tag(std::string_view name, Tag tag) {
  for (size_t i = open_.size(), end = lowest_searched(); i-- > end;) {
    Node* node = open_[i];
    if (is_named(*node, name, tag)) {
      // An element without a known name has no end tag that is implied.
      generate_implied_end_tags(tag);
      pop_until(node);
      return;
    }
    if (is_special(*node)) return;
  }
}

// From token to token.

TreeBuilder::TreeBuilder(HtmlTree& tree, std::string_view page,
                         const HtmlOptions& options)
    : tree_(&tree),
      arena_(&tree.arena_),
      page_(page),
      tokenizer_(page, tree.arena_),
      options_(options) {
  tree.root_ = new_node(NodeKind::kDocument);
  tree.html_ = tree.head_ = tree.body_ = nullptr;
  tree.quirks_mode_ = QuirksMode::kNo;
  tree.is_cut_ = false;
}

void TreeBuilder::run() { take_tokens(); }

void TreeBuilder::run_fragment(Namespace ns, std::string_view context) {
  std::string lower(context);
  text::lower_case(lower);
  context_ = new_element(arena_->copy(context), tag_of(lower), ns);
  if (ns == Namespace::kHtml) {
    switch (context_->tag) {
      case Tag::kTitle:
      case Tag::kTextarea:
        tokenizer_.set_state(State::kRcdata);
        break;
      case Tag::kStyle:
      case Tag::kXmp:
      case Tag::kIframe:
      case Tag::kNoembed:
      case Tag::kNoframes:
        tokenizer_.set_state(State::kRawtext);
        break;
      case Tag::kScript:
        tokenizer_.set_state(State::kScript);
        break;
      case Tag::kNoscript:
        if (options_.scripting) tokenizer_.set_state(State::kRawtext);
        break;
      case Tag::kPlaintext:
        tokenizer_.set_state(State::kPlaintext);
        break;
      default:
        break;
    }
  }
  Node* html = new_element("html", Tag::kHtml, Namespace::kHtml);
  insert(html, {tree_->root_, nullptr});
  tree_->root_ = html;
  push(html);
  if (context_->is_html(Tag::kTemplate)) {
    template_modes_.push_back(Mode::kInTemplate);
  }
  reset_insertion_mode();
  if (context_->is_html(Tag::kForm)) form_ = context_;
  tokenizer_.allow_cdata(ns != Namespace::kHtml);
  take_tokens();
}

void TreeBuilder::take_tokens() {
  while (!stopped_) {
    tokenizer_.next(token_);
    if (skip_line_end_) {
      skip_line_end_ = false;
      if (token_.kind == Kind::kText && token_.text.starts_with('\n')) {
        token_.text.remove_prefix(1);
        if (token_.text.empty()) continue;
      }
    }
    process(token_);
    if (!open_.empty()) {
      tokenizer_.allow_cdata(adjusted_current()->ns != Namespace::kHtml);
    }
    if (arena_->used() > options_.most_memory && !stopped_) {
      take_rest();
      return;
    }
  }
}

// The rest of a page that took too much memory, as one text.
void TreeBuilder::take_rest() {
  tree_->is_cut_ = true;
  std::string& rest = tree_->rest_;
  rest.clear();
  Node* target = tree_->body_ ? tree_->body_ : open_[0];
  const size_t used = arena_->used();
  NodeArena scratch;
  tokenizer_.use_arena(scratch);
  bool shown = mode_ != Mode::kText;
  while (tokenizer_.next(token_)) {
    if (scratch.used() > used) scratch.clear();
    if (token_.kind == Kind::kText) {
      if (shown) rest += token_.text;
    } else if (token_.kind == Kind::kStartTag) {
      rest += ' ';
      shown = true;
      switch (token_.tag) {
        case Tag::kScript:
          tokenizer_.set_state(State::kScript, token_.text);
          shown = false;
          break;
        case Tag::kStyle:
        case Tag::kIframe:
        case Tag::kNoembed:
        case Tag::kXmp:
          tokenizer_.set_state(State::kRawtext, token_.text);
          shown = token_.tag == Tag::kXmp;
          break;
        case Tag::kTextarea:
        case Tag::kTitle:
          tokenizer_.set_state(State::kRcdata, token_.text);
          break;
        case Tag::kPlaintext:
          tokenizer_.set_state(State::kPlaintext);
          break;
        default:
          break;
      }
    } else if (token_.kind == Kind::kEndTag) {
      rest += ' ';
      shown = true;
    }
  }
  if (is_all_space(rest)) return;
  Node* node = new_node(NodeKind::kText);
  node->text = rest;
  insert(node, {target, nullptr});
}

void TreeBuilder::process(Token& token) {
  if (noframes_ && token.kind == Kind::kEndTag && token.tag == Tag::kNoframes) {
    end_noframes();
    return;
  }
  const Node* node = open_.empty() ? nullptr : adjusted_current();
  if (!node || node->ns == Namespace::kHtml || token.kind == Kind::kEndOfPage) {
    process_by_mode(token, mode_);
    return;
  }
  const bool start = token.kind == Kind::kStartTag;
  const bool text = token.kind == Kind::kText;
  if ((is_math_text_point(*node) &&
       (text || (start && token.tag != Tag::kMglyph &&
                 token.tag != Tag::kMalignmark))) ||
      (node->ns == Namespace::kMath && node->tag == Tag::kAnnotationXml &&
       start && token.tag == Tag::kSvg) ||
      (is_html_point(*node) && (start || text))) {
    process_by_mode(token, mode_);
    return;
  }
  in_foreign_content(token);
}

void TreeBuilder::process_by_mode(Token& token, Mode mode) {
  switch (mode) {
    case Mode::kInitial:
      return initial(token);
    case Mode::kBeforeHtml:
      return before_html(token);
    case Mode::kBeforeHead:
      return before_head(token);
    case Mode::kInHead:
      return in_head(token);
    case Mode::kInHeadNoscript:
      return in_head_noscript(token);
    case Mode::kAfterHead:
      return after_head(token);
    case Mode::kInBody:
      return in_body(token);
    case Mode::kText:
      return text_mode(token);
    case Mode::kInTable:
      return in_table(token);
    case Mode::kInCaption:
      return in_caption(token);
    case Mode::kInColumnGroup:
      return in_column_group(token);
    case Mode::kInTableBody:
      return in_table_body(token);
    case Mode::kInRow:
      return in_row(token);
    case Mode::kInCell:
      return in_cell(token);
    case Mode::kInTemplate:
      return in_template(token);
    case Mode::kAfterBody:
      return after_body(token);
    case Mode::kInFrameset:
      return in_frameset(token);
    case Mode::kAfterFrameset:
      return after_frameset(token);
    case Mode::kAfterAfterBody:
      return after_after_body(token);
    case Mode::kAfterAfterFrameset:
      return after_after_frameset(token);
  }
}

// The insertion modes.

void TreeBuilder::initial(Token& token) {
  if (token.kind == Kind::kText) {
    static_cast<void>(leading_space(token));
    if (token.text.empty()) return;
  }
  if (token.kind == Kind::kComment) {
    insert_comment(token, tree_->root_);
    return;
  }
  mode_ = Mode::kBeforeHtml;
  if (token.kind != Kind::kDoctype) {
    tree_->quirks_mode_ = QuirksMode::kYes;
    process(token);
    return;
  }
  Node* node = new_node(NodeKind::kDoctype);
  node->text = token.text;
  std::vector<NodeAttribute> ids;
  if (token.has_public) ids.push_back({"public", token.public_id});
  if (token.has_system) ids.push_back({"system", token.system_id});
  node->attribute_list = copy_attributes(ids);
  node->attribute_count = static_cast<uint32_t>(ids.size());
  insert(node, {tree_->root_, nullptr});
  tree_->quirks_mode_ = quirks_of(token);
}

void TreeBuilder::before_html(Token& token) {
  Node* html = nullptr;
  switch (token.kind) {
    case Kind::kDoctype:
      return;
    case Kind::kComment:
      insert_comment(token, tree_->root_);
      return;
    case Kind::kText:
      static_cast<void>(leading_space(token));
      if (token.text.empty()) return;
      break;
    case Kind::kStartTag:
      if (token.tag == Tag::kHtml) html = new_element(token, Namespace::kHtml);
      break;
    case Kind::kEndTag:
      if (token.tag != Tag::kHead && token.tag != Tag::kBody &&
          token.tag != Tag::kHtml && token.tag != Tag::kBr) {
        return;
      }
      break;
    case Kind::kEndOfPage:
      break;
  }
  const bool stated = html != nullptr;
  if (!stated) html = new_element("html", Tag::kHtml, Namespace::kHtml);
  insert(html, {tree_->root_, nullptr});
  tree_->html_ = html;
  push(html);
  mode_ = Mode::kBeforeHead;
  if (!stated) process(token);
}

void TreeBuilder::before_head(Token& token) {
  switch (token.kind) {
    case Kind::kDoctype:
      return;
    case Kind::kComment:
      insert_comment(token);
      return;
    case Kind::kText:
      static_cast<void>(leading_space(token));
      if (token.text.empty()) return;
      break;
    case Kind::kStartTag:
      if (token.tag == Tag::kHtml) return in_body(token);
      if (token.tag == Tag::kHead) {
        tree_->head_ = insert_element(token);
        mode_ = Mode::kInHead;
        return;
      }
      break;
    case Kind::kEndTag:
      if (token.tag != Tag::kHead && token.tag != Tag::kBody &&
          token.tag != Tag::kHtml && token.tag != Tag::kBr) {
        return;
      }
      break;
    case Kind::kEndOfPage:
      break;
  }
  tree_->head_ = insert_implied(Tag::kHead);
  mode_ = Mode::kInHead;
  process(token);
}

void TreeBuilder::in_head(Token& token) {
  switch (token.kind) {
    case Kind::kDoctype:
      return;
    case Kind::kComment:
      insert_comment(token);
      return;
    case Kind::kText:
      insert_text(leading_space(token));
      if (token.text.empty()) return;
      break;
    case Kind::kStartTag:
      switch (token.tag) {
        case Tag::kHtml:
          return in_body(token);
        case Tag::kBase:
        case Tag::kBasefont:
        case Tag::kBgsound:
        case Tag::kLink:
        case Tag::kMeta:
          insert_and_pop(token);
          return;
        case Tag::kTitle:
          insert_raw(token, State::kRcdata);
          return;
        case Tag::kNoscript:
          if (options_.scripting) {
            insert_raw(token, State::kRawtext);
          } else {
            insert_element(token);
            mode_ = Mode::kInHeadNoscript;
          }
          return;
        case Tag::kNoframes:
          if (options_.lenient) {
            start_noframes(token);
          } else {
            insert_raw(token, State::kRawtext);
          }
          return;
        case Tag::kStyle:
          insert_raw(token, State::kRawtext);
          return;
        case Tag::kScript:
          insert_raw(token, State::kScript);
          return;
        case Tag::kTemplate:
          insert_element(token);
          formatting_.push_back(nullptr);
          frameset_ok_ = false;
          mode_ = Mode::kInTemplate;
          template_modes_.push_back(Mode::kInTemplate);
          return;
        case Tag::kHead:
          return;
        default:
          break;
      }
      break;
    case Kind::kEndTag:
      switch (token.tag) {
        case Tag::kHead:
          pop();
          mode_ = Mode::kAfterHead;
          return;
        case Tag::kBody:
        case Tag::kHtml:
        case Tag::kBr:
          break;
        case Tag::kTemplate:
          end_template();
          return;
        default:
          return;
      }
      break;
    case Kind::kEndOfPage:
      break;
  }
  pop();
  mode_ = Mode::kAfterHead;
  process(token);
}

void TreeBuilder::end_template() {
  if (open_templates_ == 0) return;
  generate_all_implied_end_tags();
  pop_until(Tag::kTemplate);
  clear_to_marker();
  template_modes_.pop_back();
  reset_insertion_mode();
}

// As an element of the body, wherever it stands.
void TreeBuilder::start_noframes(Token& token) {
  if (noframes_) return;
  noframes_ = insert_element(token);
  formatting_.push_back(nullptr);
  noframes_mode_ = mode_;
  mode_ = Mode::kInBody;
}

void TreeBuilder::end_noframes() {
  const Node* node = std::exchange(noframes_, nullptr);
  if (!node->is_open) return;
  while (current() != node) {
    if (current()->is_html(Tag::kTemplate)) {
      clear_to_marker();
      template_modes_.pop_back();
    }
    pop();
  }
  pop();
  clear_to_marker();
  mode_ = noframes_mode_;
}

// An element without content, where the standard ignores the tag.
void TreeBuilder::insert_mark(Token& token) {
  if (!options_.lenient) return;
  if (token.kind == Kind::kEndTag) token.attributes.clear();
  insert_and_pop(token);
}

void TreeBuilder::in_head_noscript(Token& token) {
  switch (token.kind) {
    case Kind::kDoctype:
      return;
    case Kind::kComment:
      insert_comment(token);
      return;
    case Kind::kText:
      insert_text(leading_space(token));
      if (token.text.empty()) return;
      break;
    case Kind::kStartTag:
      switch (token.tag) {
        case Tag::kHtml:
          return in_body(token);
        case Tag::kBasefont:
        case Tag::kBgsound:
        case Tag::kLink:
        case Tag::kMeta:
        case Tag::kNoframes:
        case Tag::kStyle:
          return in_head(token);
        case Tag::kHead:
        case Tag::kNoscript:
          return;
        default:
          break;
      }
      break;
    case Kind::kEndTag:
      if (token.tag == Tag::kNoscript) {
        pop();
        mode_ = Mode::kInHead;
        return;
      }
      if (token.tag != Tag::kBr) return;
      break;
    case Kind::kEndOfPage:
      break;
  }
  pop();
  left_noscript_ = true;
  mode_ = Mode::kInHead;
  process(token);
}

void TreeBuilder::after_head(Token& token) {
  switch (token.kind) {
    case Kind::kDoctype:
      return;
    case Kind::kComment:
      insert_comment(token);
      return;
    case Kind::kText:
      insert_text(leading_space(token));
      if (token.text.empty()) return;
      break;
    case Kind::kStartTag:
      switch (token.tag) {
        case Tag::kHtml:
          return in_body(token);
        case Tag::kBody:
          tree_->body_ = insert_element(token);
          frameset_ok_ = false;
          mode_ = Mode::kInBody;
          return;
        case Tag::kFrameset:
          insert_element(token);
          mode_ = Mode::kInFrameset;
          return;
        case Tag::kBase:
        case Tag::kBasefont:
        case Tag::kBgsound:
        case Tag::kLink:
        case Tag::kMeta:
        case Tag::kNoframes:
        case Tag::kScript:
        case Tag::kStyle:
        case Tag::kTemplate:
        case Tag::kTitle:
          push(tree_->head_);
          in_head(token);
          remove_from_stack(tree_->head_);
          return;
        case Tag::kHead:
          return;
        default:
          break;
      }
      break;
    case Kind::kEndTag:
      if (token.tag == Tag::kTemplate) return in_head(token);
      if (token.tag != Tag::kBody && token.tag != Tag::kHtml &&
          token.tag != Tag::kBr) {
        return;
      }
      break;
    case Kind::kEndOfPage:
      break;
  }
  tree_->body_ = insert_implied(Tag::kBody);
  mode_ = Mode::kInBody;
  process(token);
}

void TreeBuilder::in_body(Token& token) {
  switch (token.kind) {
    case Kind::kText:
      return in_body_text(token);
    case Kind::kStartTag:
      return in_body_start(token);
    case Kind::kEndTag:
      return in_body_end(token);
    case Kind::kComment:
      return insert_comment(token);
    case Kind::kDoctype:
      return;
    case Kind::kEndOfPage:
      if (!template_modes_.empty()) return in_template(token);
      return stop();
  }
}

void TreeBuilder::stop() { stopped_ = true; }

void TreeBuilder::in_body_text(Token& token) {
  drop_nul(token);
  if (token.text.empty()) return;
  reconstruct_formatting();
  insert_text(token.text);
  if (frameset_ok_ && !is_all_space(token.text)) frameset_ok_ = false;
}

void TreeBuilder::start_html(Token& token) {
  if (open_templates_ == 0) add_missing_attributes(open_[0], token);
}

void TreeBuilder::start_body(Token& token) {
  if (open_.size() < 2 || !open_[1]->is_html(Tag::kBody) ||
      open_templates_ > 0) {
    return;
  }
  frameset_ok_ = false;
  add_missing_attributes(open_[1], token);
}

void TreeBuilder::start_frameset(Token& token) {
  if (open_.size() < 2 || !open_[1]->is_html(Tag::kBody) || !frameset_ok_ ||
      noframes_) {
    return;
  }
  remove(open_[1]);
  tree_->body_ = nullptr;
  while (open_.size() > 1) pop();
  insert_element(token);
  mode_ = Mode::kInFrameset;
}

// li, dd and dt.
void TreeBuilder::start_list_item(Token& token) {
  frameset_ok_ = false;
  for (size_t i = open_.size(), end = lowest_searched(); i-- > end;) {
    const Node& node = *open_[i];
    const bool same = token.tag == Tag::kLi
                          ? node.is_html(Tag::kLi)
                          : node.is_html(Tag::kDd) || node.is_html(Tag::kDt);
    if (same) {
      generate_implied_end_tags(node.tag);
      pop_until(node.tag);
      break;
    }
    if (is_special(node) && !node.is_html(Tag::kAddress) &&
        !node.is_html(Tag::kDiv) && !node.is_html(Tag::kP)) {
      break;
    }
  }
  if (p_in_button_scope()) close_p();
  insert_element(token);
}

void TreeBuilder::start_form(Token& token) {
  if (form_ && open_templates_ == 0) return;
  if (p_in_button_scope()) close_p();
  Node* node = insert_element(token);
  if (open_templates_ == 0) form_ = node;
}

void TreeBuilder::start_a(Token& token) {
  if (Node* open = find_formatting("a", Tag::kA)) {
    adoption_agency("a", Tag::kA);
    remove_formatting(open);
    remove_from_stack(open);
  }
  reconstruct_formatting();
  push_formatting(insert_element(token));
}

void TreeBuilder::start_input(Token& token) {
  if (context_ && context_->is_html(Tag::kSelect)) return;
  if (in_scope(Tag::kSelect)) pop_until(Tag::kSelect);
  reconstruct_formatting();
  insert_and_pop(token);
  if (!is_hidden_input(token)) frameset_ok_ = false;
}

void TreeBuilder::start_select(Token& token) {
  if (context_ && context_->is_html(Tag::kSelect)) return;
  if (in_scope(Tag::kSelect)) {
    pop_until(Tag::kSelect);
    return;
  }
  reconstruct_formatting();
  insert_element(token);
  frameset_ok_ = false;
}

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

void TreeBuilder::in_body_start(Token& token) {
  switch (token.tag) {
    case Tag::kHtml:
      return start_html(token);
    case Tag::kBase:
    case Tag::kBasefont:
    case Tag::kBgsound:
    case Tag::kLink:
    case Tag::kMeta:
    case Tag::kNoframes:
    case Tag::kScript:
    case Tag::kStyle:
    case Tag::kTemplate:
    case Tag::kTitle:
      return in_head(token);
    case Tag::kBody:
      return start_body(token);
    case Tag::kFrameset:
      return start_frameset(token);
    case Tag::kAddress:
    case Tag::kArticle:
    case Tag::kAside:
    case Tag::kBlockquote:
    case Tag::kCenter:
    case Tag::kDetails:
    case Tag::kDialog:
    case Tag::kDir:
    case Tag::kDiv:
    case Tag::kDl:
    case Tag::kFieldset:
    case Tag::kFigcaption:
    case Tag::kFigure:
    case Tag::kFooter:
    case Tag::kHeader:
    case Tag::kHgroup:
    case Tag::kMain:
    case Tag::kMenu:
    case Tag::kNav:
    case Tag::kOl:
    case Tag::kP:
    case Tag::kSearch:
    case Tag::kSection:
    case Tag::kSummary:
    case Tag::kUl:
      if (p_in_button_scope()) close_p();
      insert_element(token);
      return;
    case Tag::kH1:
    case Tag::kH2:
    case Tag::kH3:
    case Tag::kH4:
    case Tag::kH5:
    case Tag::kH6:
      if (p_in_button_scope()) close_p();
      if (current()->ns == Namespace::kHtml && is_heading(current()->tag)) {
        pop();
      }
      insert_element(token);
      return;
    case Tag::kPre:
    case Tag::kListing:
      if (p_in_button_scope()) close_p();
      insert_element(token);
      skip_line_end_ = true;
      frameset_ok_ = false;
      return;
    case Tag::kForm:
      return start_form(token);
    case Tag::kLi:
    case Tag::kDd:
    case Tag::kDt:
      return start_list_item(token);
    case Tag::kPlaintext:
      if (p_in_button_scope()) close_p();
      insert_element(token);
      tokenizer_.set_state(State::kPlaintext);
      return;
    case Tag::kButton:
      if (in_scope(Tag::kButton)) {
        generate_implied_end_tags();
        pop_until(Tag::kButton);
      }
      reconstruct_formatting();
      insert_element(token);
      frameset_ok_ = false;
      return;
    case Tag::kA:
      return start_a(token);
    case Tag::kB:
    case Tag::kBig:
    case Tag::kCode:
    case Tag::kEm:
    case Tag::kFont:
    case Tag::kI:
    case Tag::kS:
    case Tag::kSmall:
    case Tag::kStrike:
    case Tag::kStrong:
    case Tag::kTt:
    case Tag::kU:
      reconstruct_formatting();
      push_formatting(insert_element(token));
      return;
    case Tag::kNobr:
      reconstruct_formatting();
      if (in_scope(Tag::kNobr)) {
        adoption_agency("nobr", Tag::kNobr);
        reconstruct_formatting();
      }
      push_formatting(insert_element(token));
      return;
    case Tag::kApplet:
    case Tag::kMarquee:
    case Tag::kObject:
      reconstruct_formatting();
      insert_element(token);
      formatting_.push_back(nullptr);
      frameset_ok_ = false;
      return;
    case Tag::kTable:
      if (tree_->quirks_mode_ != QuirksMode::kYes && p_in_button_scope()) {
        close_p();
      }
      insert_element(token);
      frameset_ok_ = false;
      mode_ = Mode::kInTable;
      return;
    case Tag::kImage:
      token.tag = Tag::kImg;
      token.text = tag_name(Tag::kImg);
      [[fallthrough]];
    case Tag::kArea:
    case Tag::kBr:
    case Tag::kEmbed:
    case Tag::kImg:
    case Tag::kKeygen:
    case Tag::kWbr:
      reconstruct_formatting();
      insert_and_pop(token);
      frameset_ok_ = false;
      return;
    case Tag::kInput:
      return start_input(token);
    case Tag::kParam:
    case Tag::kSource:
    case Tag::kTrack:
      insert_and_pop(token);
      return;
    case Tag::kHr:
      if (p_in_button_scope()) close_p();
      if (in_scope(Tag::kSelect)) generate_implied_end_tags();
      insert_and_pop(token);
      frameset_ok_ = false;
      return;
    case Tag::kTextarea:
      insert_raw(token, State::kRcdata);
      skip_line_end_ = true;
      frameset_ok_ = false;
      return;
    case Tag::kXmp:
      if (p_in_button_scope()) close_p();
      reconstruct_formatting();
      frameset_ok_ = false;
      insert_raw(token, State::kRawtext);
      return;
    case Tag::kIframe:
      frameset_ok_ = false;
      insert_raw(token, State::kRawtext);
      return;
    case Tag::kNoembed:
      insert_raw(token, State::kRawtext);
      return;
    case Tag::kNoscript:
      if (options_.scripting) {
        insert_raw(token, State::kRawtext);
        return;
      }
      break;
    case Tag::kSelect:
      return start_select(token);
    case Tag::kOption:
      if (in_scope(Tag::kSelect)) {
        generate_implied_end_tags(Tag::kOptgroup);
      } else if (current()->is_html(Tag::kOption)) {
        pop();
      }
      break;
    case Tag::kOptgroup:
      if (in_scope(Tag::kSelect)) {
        generate_implied_end_tags();
      } else if (current()->is_html(Tag::kOption)) {
        pop();
      }
      break;
    case Tag::kRb:
    case Tag::kRtc:
      if (in_scope(Tag::kRuby)) generate_implied_end_tags();
      insert_element(token);
      return;
    case Tag::kRp:
    case Tag::kRt:
      if (in_scope(Tag::kRuby)) generate_implied_end_tags(Tag::kRtc);
      insert_element(token);
      return;
    case Tag::kMath:
      reconstruct_formatting();
      start_foreign(token, Namespace::kMath);
      return;
    case Tag::kSvg:
      reconstruct_formatting();
      start_foreign(token, Namespace::kSvg);
      return;
    case Tag::kCaption:
    case Tag::kFrame:
    case Tag::kTbody:
    case Tag::kTd:
    case Tag::kTfoot:
    case Tag::kTh:
    case Tag::kThead:
    case Tag::kTr:
      return insert_mark(token);
    case Tag::kCol:
    case Tag::kColgroup:
    case Tag::kHead:
      return;
    default:
      break;
  }
  reconstruct_formatting();
  insert_element(token);
}

void TreeBuilder::end_element_in_scope(Token& token) {
  if (!in_scope(token.tag)) return;
  generate_implied_end_tags();
  pop_until(token.tag);
}

void TreeBuilder::end_form() {
  if (open_templates_ > 0) {
    if (!in_scope(Tag::kForm)) return;
    generate_implied_end_tags();
    pop_until(Tag::kForm);
    return;
  }
  Node* node = form_;
  form_ = nullptr;
  if (!node || !in_scope(node)) return;
  generate_implied_end_tags();
  remove_from_stack(node);
}

void TreeBuilder::in_body_end(Token& token) {
  switch (token.tag) {
    case Tag::kTemplate:
      return in_head(token);
    case Tag::kBody:
      if (in_scope(Tag::kBody)) mode_ = Mode::kAfterBody;
      return;
    case Tag::kHtml:
      if (!in_scope(Tag::kBody)) return;
      mode_ = Mode::kAfterBody;
      process(token);
      return;
    case Tag::kAddress:
    case Tag::kArticle:
    case Tag::kAside:
    case Tag::kBlockquote:
    case Tag::kButton:
    case Tag::kCenter:
    case Tag::kDetails:
    case Tag::kDialog:
    case Tag::kDir:
    case Tag::kDiv:
    case Tag::kDl:
    case Tag::kFieldset:
    case Tag::kFigcaption:
    case Tag::kFigure:
    case Tag::kFooter:
    case Tag::kHeader:
    case Tag::kHgroup:
    case Tag::kListing:
    case Tag::kMain:
    case Tag::kMenu:
    case Tag::kNav:
    case Tag::kOl:
    case Tag::kPre:
    case Tag::kSearch:
    case Tag::kSection:
    case Tag::kSelect:
    case Tag::kSummary:
    case Tag::kUl:
      return end_element_in_scope(token);
    case Tag::kForm:
      return end_form();
    case Tag::kP:
      if (!p_in_button_scope()) insert_implied(Tag::kP);
      close_p();
      return;
    case Tag::kLi:
      if (!in_scope(Tag::kLi, Scope::kListItem)) return;
      generate_implied_end_tags(Tag::kLi);
      pop_until(Tag::kLi);
      return;
    case Tag::kDd:
    case Tag::kDt:
      if (!in_scope(token.tag)) return;
      generate_implied_end_tags(token.tag);
      pop_until(token.tag);
      return;
    case Tag::kH1:
    case Tag::kH2:
    case Tag::kH3:
    case Tag::kH4:
    case Tag::kH5:
    case Tag::kH6:
      if (!heading_in_scope()) return;
      generate_implied_end_tags();
      while (current()->ns != Namespace::kHtml || !is_heading(current()->tag)) {
        pop();
      }
      pop();
      return;
    case Tag::kA:
    case Tag::kB:
    case Tag::kBig:
    case Tag::kCode:
    case Tag::kEm:
    case Tag::kFont:
    case Tag::kI:
    case Tag::kNobr:
    case Tag::kS:
    case Tag::kSmall:
    case Tag::kStrike:
    case Tag::kStrong:
    case Tag::kTt:
    case Tag::kU:
      return adoption_agency(token.text, token.tag);
    case Tag::kApplet:
    case Tag::kMarquee:
    case Tag::kObject:
      if (!in_scope(token.tag)) return;
      generate_implied_end_tags();
      pop_until(token.tag);
      clear_to_marker();
      return;
    case Tag::kBr:
      reconstruct_formatting();
      insert_implied(Tag::kBr);
      pop();
      frameset_ok_ = false;
      return;
    case Tag::kNoscript:
      left_noscript_ = false;
      return any_other_end_tag(token.text, token.tag);
    case Tag::kTd:
    case Tag::kTh:
    case Tag::kTr:
      if (options_.lenient) return insert_mark(token);
      return any_other_end_tag(token.text, token.tag);
    default:
      return any_other_end_tag(token.text, token.tag);
  }
}

void TreeBuilder::text_mode(Token& token) {
  if (token.kind == Kind::kText) {
    insert_text(token.text);
    return;
  }
  const bool ended = token.kind == Kind::kEndTag &&
                     is_named(*current(), token.text, token.tag);
  pop();
  mode_ = original_mode_;
  if (!ended) process(token);
}

void TreeBuilder::in_table_text(Token& token) {
  drop_nul(token);
  if (token.text.empty()) return;
  if (is_all_space(token.text)) {
    insert_text(token.text);
    return;
  }
  foster_parenting_ = true;
  in_body(token);
  foster_parenting_ = false;
}

void TreeBuilder::in_table(Token& token) {
  switch (token.kind) {
    case Kind::kText:
      if (is_table_part(*current()) || current()->is_html(Tag::kTemplate)) {
        return in_table_text(token);
      }
      break;
    case Kind::kComment:
      return insert_comment(token);
    case Kind::kDoctype:
      return;
    case Kind::kEndOfPage:
      return in_body(token);
    case Kind::kStartTag:
      switch (token.tag) {
        case Tag::kCaption:
          clear_to({Tag::kTable});
          formatting_.push_back(nullptr);
          insert_element(token);
          mode_ = Mode::kInCaption;
          return;
        case Tag::kColgroup:
          clear_to({Tag::kTable});
          insert_element(token);
          mode_ = Mode::kInColumnGroup;
          return;
        case Tag::kCol:
          clear_to({Tag::kTable});
          insert_implied(Tag::kColgroup);
          mode_ = Mode::kInColumnGroup;
          process(token);
          return;
        case Tag::kTbody:
        case Tag::kTfoot:
        case Tag::kThead:
          clear_to({Tag::kTable});
          insert_element(token);
          mode_ = Mode::kInTableBody;
          return;
        case Tag::kTd:
        case Tag::kTh:
        case Tag::kTr:
          clear_to({Tag::kTable});
          insert_implied(Tag::kTbody);
          mode_ = Mode::kInTableBody;
          process(token);
          return;
        case Tag::kTable:
          if (!in_scope(Tag::kTable, Scope::kTable)) return;
          pop_until(Tag::kTable);
          reset_insertion_mode();
          process(token);
          return;
        case Tag::kStyle:
        case Tag::kScript:
        case Tag::kTemplate:
          return in_head(token);
        case Tag::kInput:
          if (!is_hidden_input(token)) break;
          insert_and_pop(token);
          return;
        case Tag::kForm:
          if (open_templates_ > 0 || form_) return;
          form_ = insert_element(token);
          pop();
          return;
        default:
          break;
      }
      break;
    case Kind::kEndTag:
      switch (token.tag) {
        case Tag::kTable:
          if (!in_scope(Tag::kTable, Scope::kTable)) return;
          pop_until(Tag::kTable);
          reset_insertion_mode();
          return;
        case Tag::kBody:
        case Tag::kCaption:
        case Tag::kCol:
        case Tag::kColgroup:
        case Tag::kHtml:
        case Tag::kTbody:
        case Tag::kTd:
        case Tag::kTfoot:
        case Tag::kTh:
        case Tag::kThead:
        case Tag::kTr:
          return;
        case Tag::kTemplate:
          return in_head(token);
        default:
          break;
      }
      break;
  }
  foster_parenting_ = true;
  in_body(token);
  foster_parenting_ = false;
}

// False when there is no caption to end.
bool TreeBuilder::end_caption() {
  if (!in_scope(Tag::kCaption, Scope::kTable)) return false;
  generate_implied_end_tags();
  pop_until(Tag::kCaption);
  clear_to_marker();
  mode_ = Mode::kInTable;
  return true;
}

void TreeBuilder::in_caption(Token& token) {
  if (token.kind == Kind::kStartTag) {
    switch (token.tag) {
      case Tag::kCaption:
      case Tag::kCol:
      case Tag::kColgroup:
      case Tag::kTbody:
      case Tag::kTd:
      case Tag::kTfoot:
      case Tag::kTh:
      case Tag::kThead:
      case Tag::kTr:
        if (end_caption()) process(token);
        return;
      default:
        break;
    }
  } else if (token.kind == Kind::kEndTag) {
    switch (token.tag) {
      case Tag::kCaption:
        end_caption();
        return;
      case Tag::kTable:
        if (end_caption()) process(token);
        return;
      case Tag::kBody:
      case Tag::kCol:
      case Tag::kColgroup:
      case Tag::kHtml:
      case Tag::kTbody:
      case Tag::kTd:
      case Tag::kTfoot:
      case Tag::kTh:
      case Tag::kThead:
      case Tag::kTr:
        return;
      default:
        break;
    }
  }
  in_body(token);
}

void TreeBuilder::in_column_group(Token& token) {
  switch (token.kind) {
    case Kind::kText:
      insert_text(leading_space(token));
      if (token.text.empty()) return;
      break;
    case Kind::kComment:
      return insert_comment(token);
    case Kind::kDoctype:
      return;
    case Kind::kEndOfPage:
      return in_body(token);
    case Kind::kStartTag:
      if (token.tag == Tag::kHtml) return in_body(token);
      if (token.tag == Tag::kTemplate) return in_head(token);
      if (token.tag == Tag::kCol) return insert_and_pop(token);
      break;
    case Kind::kEndTag:
      if (token.tag == Tag::kCol) return;
      if (token.tag == Tag::kTemplate) return in_head(token);
      if (token.tag == Tag::kColgroup) {
        if (!current()->is_html(Tag::kColgroup)) return;
        pop();
        mode_ = Mode::kInTable;
        return;
      }
      break;
  }
  if (!current()->is_html(Tag::kColgroup)) return;
  pop();
  mode_ = Mode::kInTable;
  process(token);
}

void TreeBuilder::in_table_body(Token& token) {
  auto clear = [&] { clear_to({Tag::kTbody, Tag::kTfoot, Tag::kThead}); };
  bool leaves = false;
  if (token.kind == Kind::kStartTag) {
    switch (token.tag) {
      case Tag::kTr:
        clear();
        insert_element(token);
        mode_ = Mode::kInRow;
        return;
      case Tag::kTh:
      case Tag::kTd:
        clear();
        insert_implied(Tag::kTr);
        mode_ = Mode::kInRow;
        process(token);
        return;
      case Tag::kCaption:
      case Tag::kCol:
      case Tag::kColgroup:
      case Tag::kTbody:
      case Tag::kTfoot:
      case Tag::kThead:
        leaves = true;
        break;
      default:
        break;
    }
  } else if (token.kind == Kind::kEndTag) {
    switch (token.tag) {
      case Tag::kTbody:
      case Tag::kTfoot:
      case Tag::kThead:
        if (!in_scope(token.tag, Scope::kTable)) return;
        clear();
        pop();
        mode_ = Mode::kInTable;
        return;
      case Tag::kTable:
        leaves = true;
        break;
      case Tag::kBody:
      case Tag::kCaption:
      case Tag::kCol:
      case Tag::kColgroup:
      case Tag::kHtml:
      case Tag::kTd:
      case Tag::kTh:
      case Tag::kTr:
        return;
      default:
        break;
    }
  }
  if (!leaves) return in_table(token);
  if (!in_scope(Tag::kTbody, Scope::kTable) &&
      !in_scope(Tag::kThead, Scope::kTable) &&
      !in_scope(Tag::kTfoot, Scope::kTable)) {
    return;
  }
  clear();
  pop();
  mode_ = Mode::kInTable;
  process(token);
}

void TreeBuilder::in_row(Token& token) {
  bool leaves = false;
  if (token.kind == Kind::kStartTag) {
    switch (token.tag) {
      case Tag::kTh:
      case Tag::kTd:
        clear_to({Tag::kTr});
        insert_element(token);
        mode_ = Mode::kInCell;
        formatting_.push_back(nullptr);
        return;
      case Tag::kCaption:
      case Tag::kCol:
      case Tag::kColgroup:
      case Tag::kTbody:
      case Tag::kTfoot:
      case Tag::kThead:
      case Tag::kTr:
        leaves = true;
        break;
      default:
        break;
    }
  } else if (token.kind == Kind::kEndTag) {
    switch (token.tag) {
      case Tag::kTr:
        if (!in_scope(Tag::kTr, Scope::kTable)) return;
        clear_to({Tag::kTr});
        pop();
        mode_ = Mode::kInTableBody;
        return;
      case Tag::kTbody:
      case Tag::kTfoot:
      case Tag::kThead:
        if (!in_scope(token.tag, Scope::kTable)) return;
        leaves = true;
        break;
      case Tag::kTable:
        leaves = true;
        break;
      case Tag::kBody:
      case Tag::kCaption:
      case Tag::kCol:
      case Tag::kColgroup:
      case Tag::kHtml:
      case Tag::kTd:
      case Tag::kTh:
        return;
      default:
        break;
    }
  }
  if (!leaves) return in_table(token);
  if (!in_scope(Tag::kTr, Scope::kTable)) return;
  clear_to({Tag::kTr});
  pop();
  mode_ = Mode::kInTableBody;
  process(token);
}

void TreeBuilder::close_cell() {
  generate_implied_end_tags();
  while (open_.size() > 1 && !current()->is_html(Tag::kTd) &&
         !current()->is_html(Tag::kTh)) {
    pop();
  }
  if (open_.size() > 1) pop();
  clear_to_marker();
  mode_ = Mode::kInRow;
}

void TreeBuilder::in_cell(Token& token) {
  if (token.kind == Kind::kStartTag) {
    switch (token.tag) {
      case Tag::kCaption:
      case Tag::kCol:
      case Tag::kColgroup:
      case Tag::kTbody:
      case Tag::kTd:
      case Tag::kTfoot:
      case Tag::kTh:
      case Tag::kThead:
      case Tag::kTr:
        if (!in_scope(Tag::kTd, Scope::kTable) &&
            !in_scope(Tag::kTh, Scope::kTable)) {
          return;
        }
        close_cell();
        process(token);
        return;
      default:
        break;
    }
  } else if (token.kind == Kind::kEndTag) {
    switch (token.tag) {
      case Tag::kTd:
      case Tag::kTh:
        if (!in_scope(token.tag, Scope::kTable)) return;
        generate_implied_end_tags();
        pop_until(token.tag);
        clear_to_marker();
        mode_ = Mode::kInRow;
        return;
      case Tag::kBody:
      case Tag::kCaption:
      case Tag::kCol:
      case Tag::kColgroup:
      case Tag::kHtml:
        return;
      case Tag::kTable:
      case Tag::kTbody:
      case Tag::kTfoot:
      case Tag::kThead:
      case Tag::kTr:
        if (!in_scope(token.tag, Scope::kTable)) return;
        close_cell();
        process(token);
        return;
      default:
        break;
    }
  }
  in_body(token);
}

void TreeBuilder::in_template(Token& token) {
  switch (token.kind) {
    case Kind::kText:
    case Kind::kComment:
    case Kind::kDoctype:
      return in_body(token);
    case Kind::kEndTag:
      if (token.tag == Tag::kTemplate) in_head(token);
      return;
    case Kind::kEndOfPage:
      if (open_templates_ == 0) return stop();
      // All of them, as each mode within a template comes back to here. A page
      // decides how many are open.
      while (open_templates_ > 0) {
        pop_until(Tag::kTemplate);
        clear_to_marker();
        template_modes_.pop_back();
      }
      reset_insertion_mode();
      process(token);
      return;
    case Kind::kStartTag:
      break;
  }
  Mode mode = Mode::kInBody;
  switch (token.tag) {
    case Tag::kBase:
    case Tag::kBasefont:
    case Tag::kBgsound:
    case Tag::kLink:
    case Tag::kMeta:
    case Tag::kNoframes:
    case Tag::kScript:
    case Tag::kStyle:
    case Tag::kTemplate:
    case Tag::kTitle:
      return in_head(token);
    case Tag::kCaption:
    case Tag::kColgroup:
    case Tag::kTbody:
    case Tag::kTfoot:
    case Tag::kThead:
      mode = Mode::kInTable;
      break;
    case Tag::kCol:
      mode = Mode::kInColumnGroup;
      break;
    case Tag::kTr:
      mode = Mode::kInTableBody;
      break;
    case Tag::kTd:
    case Tag::kTh:
      mode = Mode::kInRow;
      break;
    default:
      break;
  }
  template_modes_.back() = mode;
  mode_ = mode;
  process(token);
}

void TreeBuilder::after_body(Token& token) {
  switch (token.kind) {
    case Kind::kText: {
      Token space = token;
      space.text = leading_space(token);
      if (!space.text.empty()) in_body(space);
      if (token.text.empty()) return;
      break;
    }
    case Kind::kComment:
      return insert_comment(token, open_[0]);
    case Kind::kDoctype:
      return;
    case Kind::kStartTag:
      if (token.tag == Tag::kHtml) return in_body(token);
      break;
    case Kind::kEndTag:
      if (token.tag == Tag::kHtml) {
        if (!context_) mode_ = Mode::kAfterAfterBody;
        return;
      }
      break;
    case Kind::kEndOfPage:
      return stop();
  }
  mode_ = Mode::kInBody;
  process(token);
}

void TreeBuilder::in_frameset(Token& token) {
  switch (token.kind) {
    case Kind::kText:
      return insert_text(only_spaces(token.text));
    case Kind::kComment:
      return insert_comment(token);
    case Kind::kDoctype:
      return;
    case Kind::kStartTag:
      if (token.tag == Tag::kHtml) return in_body(token);
      if (token.tag == Tag::kFrameset) insert_element(token);
      if (token.tag == Tag::kFrame) insert_and_pop(token);
      if (token.tag == Tag::kNoframes) in_head(token);
      return;
    case Kind::kEndTag:
      if (token.tag != Tag::kFrameset || open_.size() == 1) return;
      pop();
      if (!context_ && !current()->is_html(Tag::kFrameset)) {
        mode_ = Mode::kAfterFrameset;
      }
      return;
    case Kind::kEndOfPage:
      return stop();
  }
}

void TreeBuilder::after_frameset(Token& token) {
  switch (token.kind) {
    case Kind::kText:
      return insert_text(only_spaces(token.text));
    case Kind::kComment:
      return insert_comment(token);
    case Kind::kDoctype:
      return;
    case Kind::kStartTag:
      if (token.tag == Tag::kHtml) return in_body(token);
      if (token.tag == Tag::kNoframes) in_head(token);
      return;
    case Kind::kEndTag:
      if (token.tag == Tag::kHtml) mode_ = Mode::kAfterAfterFrameset;
      return;
    case Kind::kEndOfPage:
      return stop();
  }
}

void TreeBuilder::after_after_body(Token& token) {
  switch (token.kind) {
    case Kind::kText: {
      Token space = token;
      space.text = leading_space(token);
      if (!space.text.empty()) in_body(space);
      if (token.text.empty()) return;
      break;
    }
    case Kind::kComment:
      return insert_comment(token, tree_->root_);
    case Kind::kDoctype:
      return;
    case Kind::kStartTag:
      if (token.tag == Tag::kHtml) return in_body(token);
      break;
    case Kind::kEndTag:
      break;
    case Kind::kEndOfPage:
      return stop();
  }
  mode_ = Mode::kInBody;
  process(token);
}

void TreeBuilder::after_after_frameset(Token& token) {
  switch (token.kind) {
    case Kind::kText:
      token.text = only_spaces(token.text);
      if (!token.text.empty()) in_body(token);
      return;
    case Kind::kComment:
      return insert_comment(token, tree_->root_);
    case Kind::kStartTag:
      if (token.tag == Tag::kHtml) return in_body(token);
      if (token.tag == Tag::kNoframes) in_head(token);
      return;
    case Kind::kDoctype:
    case Kind::kEndTag:
      return;
    case Kind::kEndOfPage:
      return stop();
  }
}

// SVG and MathML.

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
  bool breaks_out = (tag_groups(token.tag) & kBreakout) != 0;
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

}  // namespace wax::index
