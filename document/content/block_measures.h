// Measures of a block: what is counted in its text.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "document/content/page_block.h"
#include "text/ranges.h"

namespace wax::document {

// Parts of a block, in order; offsets in the same text as PageBlock::begin.
struct BlockSpans {
  std::vector<text::TextRange> links;
  std::vector<text::TextRange> bold;
};

// Counts the words and characters of a block, whose begin is set, and appends
// the hashes of its words. Without a word nothing else is counted.
void measure_block(std::string_view text, const BlockSpans& spans,
                   PageBlock& block, std::vector<uint32_t>& words);

}  // namespace wax::document
