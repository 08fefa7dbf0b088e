// A page as a browser has it, for tests that ask what is on it.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "document/html/html_tree.h"

namespace wax::serve {

// Elements are named "dd", "li.hit" (of a class) or "tr#at-2007" (of an id).
// Texts have single spaces.
class PageTree {
 public:
  using Node = document::Node;

  explicit PageTree(std::string page) : page_(std::move(page)) {
    tree_.parse(page_);
  }

  // In the order of the page; below `root`, or on all of it.
  [[nodiscard]] std::vector<const Node*> all(std::string_view name,
                                             const Node* root = nullptr) const {
    if (root == nullptr) root = tree_.root();
    std::vector<const Node*> found;
    const Node* node = root;
    while ((node = document::next_in_order(node, root)) != nullptr) {
      if (is(*node, name)) found.push_back(node);
    }
    return found;
  }
  [[nodiscard]] std::vector<std::string> texts(
      std::string_view name, const Node* root = nullptr) const {
    std::vector<std::string> texts;
    for (const Node* node : all(name, root)) texts.push_back(text(*node));
    return texts;
  }
  // The first one's text; "" when there is none.
  [[nodiscard]] std::string text(std::string_view name,
                                 const Node* root = nullptr) const {
    const auto found = all(name, root);
    return found.empty() ? std::string() : text(*found.front());
  }
  [[nodiscard]] static std::string text(const Node& root) {
    std::string text;
    for (const Node* node = &root; node != nullptr;
         node = document::next_in_order(node, &root)) {
      if (node->kind != document::NodeKind::kText) continue;
      for (const char c : node->text) {
        const bool is_space = c == ' ' || c == '\n';
        if (!is_space) {
          text += c;
        } else if (!text.empty() && text.back() != ' ') {
          text += ' ';
        }
      }
    }
    if (text.ends_with(' ')) text.pop_back();
    return text;
  }
  // The values of an attribute of all elements that have it.
  [[nodiscard]] std::vector<std::string> values(
      std::string_view name, std::string_view attribute,
      const Node* root = nullptr) const {
    std::vector<std::string> values;
    for (const Node* node : all(name, root)) {
      if (const auto* found = node->attribute(attribute)) {
        values.emplace_back(found->value);
      }
    }
    return values;
  }
  // What a list of definitions says of a term; "" when it has no such term.
  [[nodiscard]] std::string definition(std::string_view term) const {
    for (const Node* node : all("dt")) {
      if (text(*node) != term) continue;
      for (const Node* next = node->next; next != nullptr; next = next->next) {
        if (is(*next, "dd")) return text(*next);
      }
    }
    return {};
  }
  // The cells of each row of the tables of a class, headings too.
  [[nodiscard]] std::vector<std::vector<std::string>> rows(
      std::string_view table) const {
    std::vector<std::vector<std::string>> rows;
    for (const Node* found : all(table)) {
      for (const Node* row : all("tr", found)) {
        auto& cells = rows.emplace_back();
        for (const Node* cell = row->first_child; cell != nullptr;
             cell = cell->next) {
          if (is(*cell, "th") || is(*cell, "td")) cells.push_back(text(*cell));
        }
      }
    }
    return rows;
  }

 private:
  static bool is(const Node& node, std::string_view name) {
    if (node.kind != document::NodeKind::kElement) return false;
    const size_t end = name.find_first_of(".#");
    if (node.text != name.substr(0, end)) return false;
    if (end == name.npos) return true;
    const auto* found =
        node.attribute(name[end] == '.' ? std::string_view("class") : "id");
    if (found == nullptr) return false;
    if (name[end] == '#') return found->value == name.substr(end + 1);
    const std::string classes = ' ' + std::string(found->value) + ' ';
    return classes.find(' ' + std::string(name.substr(end + 1)) + ' ') !=
           classes.npos;
  }

  std::string page_;
  document::HtmlTree tree_;
};

}  // namespace wax::serve
