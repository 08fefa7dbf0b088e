#include "document/content/block_sums.h"

namespace wax::document {

BlockSums::BlockSums(const PageBlocks& page)
    : page_(&page), before_(page.visible() + 1) {
  for (size_t i = 0; i < page.visible(); ++i) {
    const PageBlock& block = page.blocks()[i];
    before_[i + 1] = {before_[i].words + block.words,
                      before_[i].link_words + block.link_words,
                      before_[i].stop_words + block.stop_words};
  }
}

BlockSum BlockSums::all() const { return between(0, page_->visible()); }

}  // namespace wax::document
