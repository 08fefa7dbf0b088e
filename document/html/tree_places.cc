#include <algorithm>
#include <cstring>
#include <memory>
#include <string>

#include "document/html/element_kinds.h"
#include "document/html/tree_builder.h"

namespace wax::document {
// Nodes and their places in the tree.

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
  if (options_.is_xml && token.self_closing) return insert_and_pop(token);
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

}  // namespace wax::document
