#include "document/content/page_reader.h"

#include <cstdint>
#include <vector>

#include "document/content/main_content.h"
#include "document/text/nfc.h"

namespace wax::document {
namespace {

struct PageVisitor {
  FieldReader& fields;
  PageBlocks& blocks;

  [[nodiscard]] bool enter(const Node& node) const {
    const bool inside = fields.enter(node);
    if (node.kind == NodeKind::kText) {
      blocks.add_text(node.text, fields.last_text());
    } else if (node.kind == NodeKind::kElement) {
      blocks.enter(node);
    }
    return inside;
  }
  void leave(const Node& node) const {
    fields.leave(node);
    if (node.kind == NodeKind::kElement) blocks.leave(node);
  }
};

}  // namespace

PageWalk::PageWalk(const HtmlTree& tree, const PageContext& context,
                   Document& document)
    : fields(context, document), blocks(fields.head()) {
  const PageVisitor visitor{fields, blocks};
  walk_tree(tree.root(), visitor);
  blocks.finish();
}

void read_page(const HtmlTree& tree, const PageContext& context,
               Document& document, const MainModel& model) {
  PageWalk walk(tree, context, document);
  const std::vector<uint32_t> chosen =
      main_blocks(walk.blocks, context.url, model);
  walk.fields.finish(main_panels(walk.blocks, chosen));
  write_main(walk.blocks, chosen, walk.fields.visible_text(), document);
  compose(document.content, document.main);
  compose(document.main_unseen);
}

}  // namespace wax::document
