#include <algorithm>

#include "document/html/element_kinds.h"
#include "document/html/tree_builder.h"

namespace wax::document {
namespace {

// Searches of the stack of open elements look at so many. It bounds what a tag
// costs where a page opens elements without end.
constexpr size_t kSearchedElements = 512;

}  // namespace

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

}  // namespace wax::document
