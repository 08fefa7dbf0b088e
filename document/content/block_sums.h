// Sums over runs of the visible blocks of a page.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "document/content/page_blocks.h"

namespace wax::document {

struct BlockSum {
  uint32_t blocks = 0, words = 0, link_words = 0, stop_words = 0;
};

// The page's blocks must outlive it. Memory: 12 bytes a block.
class BlockSums {
 public:
  explicit BlockSums(const PageBlocks& page);

  [[nodiscard]] BlockSum between(size_t begin, size_t end) const {
    if (begin >= end) return {};
    const Before& a = before_[begin];
    const Before& b = before_[end];
    return {static_cast<uint32_t>(end - begin), b.words - a.words,
            b.link_words - a.link_words, b.stop_words - a.stop_words};
  }
  [[nodiscard]] BlockSum in_element(uint32_t element) const {
    const PageElement& one = page_->elements()[element];
    return between(one.first_block, one.end_block);
  }
  [[nodiscard]] BlockSum all() const;

 private:
  // Sums of the blocks before one.
  struct Before {
    uint32_t words = 0, link_words = 0, stop_words = 0;
  };

  const PageBlocks* page_;
  std::vector<Before> before_;
};

}  // namespace wax::document
