#include <algorithm>

#include "document/html/element_kinds.h"
#include "document/html/tree_builder.h"

namespace wax::document {
namespace {

// Active formatting elements after a marker; the earliest is dropped for more.
constexpr size_t kMostFormatting = 256;

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

}  // namespace

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

}  // namespace wax::document
