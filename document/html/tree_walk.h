// Walks a tree in document order.
#pragma once

#include "document/html/html_tree.h"

namespace wax::document {

// Calls visitor.enter(node) for each node, and visitor.leave(node) after the
// nodes below it, which are passed over when enter() returns false.
template <typename Visitor>
void walk_tree(const Node* root, Visitor& visitor) {
  const Node* node = root;
  while (node != nullptr) {
    if (visitor.enter(*node) && node->first_child != nullptr) {
      node = node->first_child;
      continue;
    }
    visitor.leave(*node);
    while (node != root && node->next == nullptr) {
      node = node->parent;
      visitor.leave(*node);
    }
    node = node == root ? nullptr : node->next;
  }
}

}  // namespace wax::document
