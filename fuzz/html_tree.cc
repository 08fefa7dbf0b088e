// Pages and fragments to trees: they end, and every node is where its
// neighbours say. One line (the context element, or nothing), then the page.
#include "document/html/html_tree.h"

#include <string>

#include "fuzz/support/entry.h"
#include "text/utf8.h"

namespace wax::fuzz {
namespace {

void check(const document::Node& node) {
  require(text::is_utf8(node.text));
  for (const document::NodeAttribute& one : node.attributes()) {
    require(text::is_utf8(one.name) && text::is_utf8(one.value));
  }
  const document::Node* before = nullptr;
  for (const document::Node* child = node.first_child; child;
       child = child->next) {
    require(child->parent == &node && child->previous == before);
    before = child;
  }
  require(node.last_child == before);
}

}  // namespace

void run(std::string_view bytes) {
  const std::string_view context = take_line(bytes);
  std::string page;
  text::append_well_formed(bytes, page);
  document::HtmlTree tree;
  // A little memory, so that pages go past it.
  for (size_t memory : {size_t{256} << 20, size_t{96} << 10}) {
    if (context.empty()) {
      tree.parse(page, {.scripting = false, .most_memory = memory});
      require(tree.html() != nullptr);
    } else if (context == "svg" || context == "math") {
      tree.parse_fragment(page,
                          context == "svg" ? document::Namespace::kSvg
                                           : document::Namespace::kMath,
                          context, {.scripting = true, .most_memory = memory});
    } else {
      tree.parse_fragment(page, document::Namespace::kHtml, context,
                          {.scripting = true, .most_memory = memory});
    }
    for (const document::Node* node = tree.root(); node;
         node = next_in_order(node, tree.root())) {
      check(*node);
    }
  }
}

}  // namespace wax::fuzz
