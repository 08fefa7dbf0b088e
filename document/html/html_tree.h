// The tree of a page, as browsers build it (HTML standard, 13.2).
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "document/html/html_names.h"

namespace wax::document {

enum class NodeKind : uint8_t {
  kDocument,
  kDoctype,
  kElement,
  kText,
  kComment,
  kTemplateContents,  // the only child of a template element
};

enum class Namespace : uint8_t { kHtml, kSvg, kMath };

enum class AttrNamespace : uint8_t { kNone, kXlink, kXml, kXmlns };

struct NodeAttribute {
  std::string_view name;   // local name, in lower case but for SVG's names
  std::string_view value;  // with its character references resolved
  Attr attr = Attr::kOther;
  AttrNamespace ns = AttrNamespace::kNone;
};

// A node lives in its tree. Readers get it as const.
struct Node {
  NodeKind kind = NodeKind::kText;
  Namespace ns = Namespace::kHtml;  // of an element
  Tag tag = Tag::kOther;            // of an element, of any namespace
  bool is_open = false;             // only while the tree is built
  uint32_t attribute_count = 0;     // of a text, bytes that it may grow to
  Node* parent = nullptr;
  Node* first_child = nullptr;
  Node* last_child = nullptr;
  Node* previous = nullptr;  // siblings
  Node* next = nullptr;
  // The characters of a text or a comment; the name of an element ("div",
  // "foreignObject") or of a doctype.
  std::string_view text;
  // The attributes of an element, in the order of the page, each name once. A
  // doctype has "public" and "system" as far as they are given.
  const NodeAttribute* attribute_list = nullptr;

  [[nodiscard]] std::span<const NodeAttribute> attributes() const {
    return {attribute_list,
            kind == NodeKind::kText ? size_t{0} : attribute_count};
  }
  // Null if the node has no such attribute. Names are in lower case.
  [[nodiscard]] const NodeAttribute* attribute(Attr attr) const;
  [[nodiscard]] const NodeAttribute* attribute(std::string_view name) const;
  // Empty if the node has no such attribute.
  [[nodiscard]] std::string_view value(Attr attr) const {
    const NodeAttribute* found = attribute(attr);
    return found ? found->value : std::string_view();
  }
  [[nodiscard]] bool is_html(Tag name) const {
    return tag == name && kind == NodeKind::kElement && ns == Namespace::kHtml;
  }
};

// The node after `node` in document order below `root`, null at the end; with
// and without the nodes below `node`. Recursion is not needed, and should not
// be used: a page decides how deep the tree is.
[[nodiscard]] inline const Node* next_skipping_children(const Node* node,
                                                        const Node* root) {
  while (node != root) {
    if (node->next) return node->next;
    node = node->parent;
  }
  return nullptr;
}
[[nodiscard]] inline const Node* next_in_order(const Node* node,
                                               const Node* root) {
  return node->first_child ? node->first_child
                           : next_skipping_children(node, root);
}

// Memory for nodes, attributes and texts, given back all at once.
class NodeArena {
 public:
  // For values that need no destructor, aligned to 8 bytes.
  [[nodiscard]] char* allocate(size_t size) {
    size = (size + 7) & ~size_t{7};
    if (size > static_cast<size_t>(end_ - at_)) add_block(size);
    char* result = at_;
    at_ += size;
    return result;
  }
  [[nodiscard]] std::string_view copy(std::string_view text);
  // Bytes handed out, and lost at the ends of blocks.
  [[nodiscard]] size_t used() const {
    return full_ + static_cast<size_t>(at_ - begin_);
  }
  // Keeps at most 4 MiB for the next page.
  void clear();

 private:
  void add_block(size_t size);

  struct Block {
    std::unique_ptr<char[]> bytes;
    size_t size;
  };
  std::vector<Block> blocks_;
  size_t current_ = 0;  // blocks in use
  size_t full_ = 0;     // bytes of those before the last one in use
  char* begin_ = nullptr;
  char* at_ = nullptr;
  char* end_ = nullptr;
};

enum class QuirksMode : uint8_t { kNo, kLimited, kYes };

struct HtmlOptions {
  // With scripting, the content of noscript is text.
  bool scripting = false;
  // Keeps what the standard loses of pages that browsers showed:
  // - a title without an end tag ends at the next tag, not at the page's end;
  // - title, textarea, iframe and the like end with the noscript around them,
  //   as they do for a browser with scripts;
  // - noframes has elements, not text;
  // - tags of table parts outside of tables, and frames outside of framesets,
  //   are elements without content.
  bool lenient = false;
  // Whether "<script/>", and others whose text is no markup, is empty, as in
  // XHTML.
  bool is_xml = false;
  // When nodes, attributes and decoded texts come to more, the rest of the page
  // becomes one text at the end of the tree, without script and style, its
  // elements parted by spaces. All of the tree then takes at most this, one
  // tag's attributes (kMostAttributes), three times the page (its copy without
  // "\r", and that text), and a few hundred KiB.
  size_t most_memory = 256 << 20;
};

// More of one tag are passed over.
inline constexpr size_t kMostAttributes = 512;
// Elements below this depth become siblings of the one at it, as in browsers.
inline constexpr size_t kDeepestElement = 512;

// A tree can be used for one page after the other; it keeps some memory. For
// one thread; each may have trees of its own.
class HtmlTree {
 public:
  HtmlTree() = default;
  HtmlTree(const HtmlTree&) = delete;  // nodes point into the tree
  HtmlTree& operator=(const HtmlTree&) = delete;

  // Reads a page of well-formed UTF-8 without byte order mark. Views in the
  // nodes point into the page, which must outlive them, or into the tree. Time
  // is linear in the page's size. Any input is a page.
  void parse(std::string_view page, const HtmlOptions& options = {});
  // The tree would outlive a page that is made for the call.
  template <std::same_as<std::string> Made>
  void parse(Made&& page, const HtmlOptions& options = {}) = delete;

  // The same for what is inside an element (its innerHTML).
  void parse_fragment(std::string_view page, Namespace ns,
                      std::string_view context,
                      const HtmlOptions& options = {});

  // What the page's nodes are below: the document node, or the context element
  // of a fragment. Never null after parse.
  [[nodiscard]] const Node* root() const { return root_; }
  // Null in a fragment; else html and head are never null; body is null in a
  // page of frames.
  [[nodiscard]] const Node* html() const { return html_; }
  [[nodiscard]] const Node* head() const { return head_; }
  [[nodiscard]] const Node* body() const { return body_; }
  [[nodiscard]] QuirksMode quirks_mode() const { return quirks_mode_; }
  // Whether the page took more than most_memory.
  [[nodiscard]] bool is_cut() const { return is_cut_; }

 private:
  friend class TreeBuilder;

  [[nodiscard]] std::string_view normal_lines(std::string_view page);

  NodeArena arena_;
  std::string page_;  // the page without "\r", when it has any
  std::string rest_;  // the text after most_memory
  Node* root_ = nullptr;
  Node* html_ = nullptr;
  Node* head_ = nullptr;
  Node* body_ = nullptr;
  QuirksMode quirks_mode_ = QuirksMode::kNo;
  bool is_cut_ = false;
};

// Appends the tree in the form of the html5lib project's tests: a line for each
// node and attribute, "| " and two spaces for each level before it.
void append_tree(const HtmlTree& tree, std::string& out);

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
