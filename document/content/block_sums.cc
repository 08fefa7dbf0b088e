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

BlockSum BlockSums::between(size_t begin, size_t end) const {
  if (begin >= end) return {};
  const Before& a = before_[begin];
  const Before& b = before_[end];
  return {static_cast<uint32_t>(end - begin), b.words - a.words,
          b.link_words - a.link_words, b.stop_words - a.stop_words};
}

BlockSum BlockSums::in_element(uint32_t element) const {
  const PageElement& one = page_->elements()[element];
  return between(one.first_block, one.end_block);
}

BlockSum BlockSums::all() const { return between(0, page_->visible()); }

}  // namespace wax::document
