// Trees in a short form: elements as name(...), comments as !text, a doctype as
// <!name>, texts as they are.
#pragma once

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>
#include <string_view>

#include "document/html/html_tree.h"

namespace wax::document {

// What is below a node.
inline std::string short_form(const Node* node) {
  std::string out;
  for (const Node* child = node->first_child; child; child = child->next) {
    if (!out.empty()) out += ' ';
    switch (child->kind) {
      case NodeKind::kText:
        out += child->text;
        break;
      case NodeKind::kComment:
        out.append("!").append(child->text);
        break;
      case NodeKind::kDoctype:
        out.append("<!").append(child->text).append(">");
        break;
      case NodeKind::kElement:
        out += child->text;
        if (child->first_child) out += "(" + short_form(child) + ")";
        break;
      case NodeKind::kTemplateContents:
      case NodeKind::kDocument:
        out += short_form(child);
        break;
    }
  }
  return out;
}

struct TreeCase {
  std::string_view page;
  std::string_view tree;
};

inline void expect_documents(std::initializer_list<TreeCase> cases) {
  for (const TreeCase& c : cases) {
    HtmlTree tree;
    tree.parse(c.page);
    EXPECT_EQ(short_form(tree.root()), c.tree) << c.page;
  }
}

inline void expect_bodies(std::initializer_list<TreeCase> cases) {
  for (const TreeCase& c : cases) {
    HtmlTree tree;
    tree.parse(c.page);
    ASSERT_NE(tree.body(), nullptr) << c.page;
    EXPECT_EQ(short_form(tree.body()), c.tree) << c.page;
  }
}

struct FragmentCase {
  std::string_view context;
  std::string_view page;
  std::string_view tree;
};

inline void expect_fragments(std::initializer_list<FragmentCase> cases) {
  for (const FragmentCase& c : cases) {
    HtmlTree tree;
    tree.parse_fragment(c.page, Namespace::kHtml, c.context);
    EXPECT_EQ(short_form(tree.root()), c.tree) << c.context << ": " << c.page;
  }
}

}  // namespace wax::document
