#include "document/html/html_tree.h"

#include <algorithm>
#include <cstring>

#include "document/html/tree_builder.h"

namespace wax::document {
namespace {

constexpr size_t kSmallestBlock = 64 << 10;
constexpr size_t kLargestBlock = 1 << 20;
constexpr size_t kKeptBlocks = 4 << 20;

// The page with "\n" for "\r\n" and "\r".
void copy_lines(std::string_view page, std::string& out) {
  out.clear();
  out.reserve(page.size());
  while (!page.empty()) {
    const void* found = std::memchr(page.data(), '\r', page.size());
    if (!found) break;
    const size_t size =
        static_cast<size_t>(static_cast<const char*>(found) - page.data());
    out.append(page.data(), size);
    page.remove_prefix(size + 1);
    if (!page.starts_with('\n')) out += '\n';
  }
  out += page;
}

void append_attribute_name(const NodeAttribute& attribute, std::string& out) {
  constexpr std::string_view kPrefixes[] = {"", "xlink ", "xml ", "xmlns "};
  out += kPrefixes[static_cast<size_t>(attribute.ns)];
  out += attribute.name;
}

void append_doctype(const Node& node, std::string& out) {
  out += "<!DOCTYPE ";
  out += node.text;
  const NodeAttribute* public_id = node.attribute("public");
  const NodeAttribute* system_id = node.attribute("system");
  if (public_id || system_id) {
    out += " \"";
    if (public_id) out += public_id->value;
    out += "\" \"";
    if (system_id) out += system_id->value;
    out += '"';
  }
  out += '>';
}

void append_element(const Node& node, size_t depth, std::string& out) {
  constexpr std::string_view kNamespaces[] = {"", "svg ", "math "};
  out += '<';
  out += kNamespaces[static_cast<size_t>(node.ns)];
  out += node.text;
  out += '>';
  std::vector<std::string> lines;
  for (const NodeAttribute& attribute : node.attributes()) {
    std::string& line = lines.emplace_back();
    append_attribute_name(attribute, line);
    line += "=\"";
    line += attribute.value;
    line += '"';
  }
  std::sort(lines.begin(), lines.end());
  for (const std::string& line : lines) {
    out += "\n| ";
    out.append(2 * (depth + 1), ' ');
    out += line;
  }
}

void append_node(const Node& node, size_t depth, std::string& out) {
  out += "| ";
  out.append(2 * depth, ' ');
  switch (node.kind) {
    case NodeKind::kText:
      out += '"';
      out += node.text;
      out += '"';
      break;
    case NodeKind::kComment:
      out += "<!-- ";
      out += node.text;
      out += " -->";
      break;
    case NodeKind::kDoctype:
      append_doctype(node, out);
      break;
    case NodeKind::kElement:
      append_element(node, depth, out);
      break;
    case NodeKind::kTemplateContents:
      out += "content";
      break;
    case NodeKind::kDocument:
      break;
  }
  out += '\n';
}

}  // namespace

const NodeAttribute* Node::attribute(Attr attr) const {
  for (const NodeAttribute& one : attributes()) {
    if (one.attr == attr) return &one;
  }
  return nullptr;
}

const NodeAttribute* Node::attribute(std::string_view name) const {
  for (const NodeAttribute& one : attributes()) {
    if (one.name == name) return &one;
  }
  return nullptr;
}

std::string_view NodeArena::copy(std::string_view text) {
  if (text.empty()) return {};
  char* bytes = allocate(text.size());
  std::memcpy(bytes, text.data(), text.size());
  return {bytes, text.size()};
}

void NodeArena::add_block(size_t size) {
  if (current_ > 0) full_ += blocks_[current_ - 1].size;
  // A kept block that is too small stays unused.
  while (current_ < blocks_.size() && blocks_[current_].size < size) {
    blocks_.erase(blocks_.begin() + static_cast<ptrdiff_t>(current_));
  }
  if (current_ == blocks_.size()) {
    const size_t usual =
        std::clamp(full_ / 4, kSmallestBlock, kLargestBlock) & ~size_t{7};
    const size_t room = std::max(size, usual);
    blocks_.push_back({std::make_unique_for_overwrite<char[]>(room), room});
  }
  Block& block = blocks_[current_++];
  begin_ = at_ = block.bytes.get();
  end_ = begin_ + block.size;
}

void NodeArena::clear() {
  size_t kept = 0;
  size_t bytes = 0;
  while (kept < blocks_.size() && bytes + blocks_[kept].size <= kKeptBlocks) {
    bytes += blocks_[kept++].size;
  }
  blocks_.resize(kept);
  current_ = 0;
  full_ = 0;
  begin_ = at_ = end_ = nullptr;
}

void HtmlTree::parse(std::string_view page, const HtmlOptions& options) {
  TreeBuilder(*this, normal_lines(page), options).run();
}

void HtmlTree::parse_fragment(std::string_view page, Namespace ns,
                              std::string_view context,
                              const HtmlOptions& options) {
  TreeBuilder(*this, normal_lines(page), options).run_fragment(ns, context);
}

std::string_view HtmlTree::normal_lines(std::string_view page) {
  arena_.clear();
  if (page.empty() || !std::memchr(page.data(), '\r', page.size())) return page;
  copy_lines(page, page_);
  return page_;
}

void append_tree(const HtmlTree& tree, std::string& out) {
  const Node* root = tree.root();
  size_t depth = 0;
  const Node* node = root->first_child;
  while (node) {
    append_node(*node, depth, out);
    if (node->first_child) {
      node = node->first_child;
      ++depth;
      continue;
    }
    while (!node->next) {
      node = node->parent;
      if (node == root) return;
      --depth;
    }
    node = node->next;
  }
}

}  // namespace wax::document
