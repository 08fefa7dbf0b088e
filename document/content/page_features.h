// What a model of main content is told of a page as a whole.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "document/content/block_sums.h"
#include "document/content/feature_row.h"
#include "document/content/page_blocks.h"

namespace wax::document {

inline constexpr size_t kPageNumbers = 50;

// What was found among the visible blocks.
struct PageFindings {
  uint32_t repeated = 0;  // blocks whose text is there more than once
  bool has_h1 = false;
  bool has_title = false;  // a block like the title of the page
};

// Puts kPageNumbers numbers, all of them finite. A change of their meaning or
// order needs a newly trained model.
template <typename Row>
void describe_page(const PageBlocks& page, const BlockSums& sums,
                   const PageFindings& found, std::string_view url, Row& row);

}  // namespace wax::document
