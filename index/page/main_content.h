// Main content: which text of a page is its content.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "index/html/html_tree.h"
#include "index/page/main_model.h"
#include "index/page/page_blocks.h"

namespace wax::index {

struct MainContent {
  std::string text;
  // Hidden elements around more than a few words of it, and what is in them
  // around these: tabs and panels. Sorted by address.
  std::vector<const Node*> panels;
  JsonLd json_ld;  // of the page
};

// Finds the text that is the page's content, without menus, headers, footers,
// advertisements and suggestions: the blocks (page_blocks.h) of it in their
// order, a "\n" between two. `url` is the page's; it may be empty.
//
// A model gives each block a probability of being content; the choice is the
// set of blocks whose expected F1 in words is the highest. A page whose content
// is only in its structured data or its description gives that. A page with
// text always gives some.
//
// docs/MAIN-CONTENT.md says how good it is.
[[nodiscard]] MainContent read_main_content(
    const HtmlTree& tree, std::string_view url,
    const MainModel& model = MainModel::built_in());

// The steps of it, for training.

// The rows of a page's blocks, one after the other, each of kRowNumbers. The
// scores of tables are computed with `model`, or stay 0 without one.
void append_main_rows(const PageBlocks& page, std::string_view url,
                      const MainModel* model, std::vector<float>& rows);

// The chosen blocks in their order; log-odds are one for each block.
[[nodiscard]] std::vector<uint32_t> choose_blocks(
    const PageBlocks& page, const std::vector<float>& log_odds);
// Their text, none of it twice.
[[nodiscard]] std::string text_of_blocks(const PageBlocks& page,
                                         const std::vector<uint32_t>& chosen);

}  // namespace wax::index
