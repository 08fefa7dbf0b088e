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

// Appends the text that is the page's content, without menus, headers, footers,
// advertisements and suggestions: the blocks (page_blocks.h) of it in their
// order, a "\n" between two. `url` is the page's; it may be empty.
//
// A model gives each block a probability of being content; the choice is the
// set of blocks whose expected F1 in words is the highest. A page whose content
// is only in its structured data or its description gives that. A page with
// text always gives some.
//
// docs/MAIN-CONTENT.md says how good it is.
void append_main_content(const HtmlTree& tree, std::string_view url,
                         std::string& main,
                         const MainModel& model = MainModel::built_in());

// The steps of it, for training.

// The rows of a page's blocks, one after the other, each of kRowNumbers. The
// scores of tables are computed with `model`, or stay 0 without one.
void append_main_rows(const PageBlocks& page, std::string_view url,
                      const MainModel* model, std::vector<float>& rows);

// Appends the text of the chosen blocks; log-odds are one for each block.
void append_chosen_blocks(const PageBlocks& page,
                          const std::vector<float>& log_odds,
                          std::string& main);

}  // namespace wax::index
