// Main content: which text of a page is its content.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "document/content/main_model.h"
#include "document/content/page_blocks.h"
#include "document/html/html_tree.h"
#include "document/page/visible_text.h"
#include "document/text/document.h"

namespace wax::document {

// Chooses the blocks that are the page's content, without menus, headers,
// footers, advertisements and suggestions; their numbers, in order. `url` is
// the page's; it may be empty.
//
// A model gives each block a probability of being content; the choice is the
// set of blocks whose expected F1 in words is the highest. A page whose content
// is only in its structured data or its description gives that. A page of which
// the model finds no block likely gives none: it was blocked, or a script loads
// what it is about.
//
// docs/MAIN-CONTENT.md says how good it is. Any number of threads may ask the
// same model.
[[nodiscard]] std::vector<uint32_t> main_blocks(const PageBlocks& page,
                                                std::string_view url,
                                                const MainModel& model);

// Finds the hidden elements around more than a few words of chosen blocks, and
// those in them around these: tabs and panels. Sorted by address.
[[nodiscard]] std::vector<const Node*> main_panels(
    const PageBlocks& page, const std::vector<uint32_t>& chosen);

// Fills `main` and `main_unseen` of the document with the chosen blocks, none
// of which is said twice. `visible` is its content, after finish().
void write_main(const PageBlocks& page, const std::vector<uint32_t>& chosen,
                const VisibleText& visible, Document& document);

// Steps of main_blocks(), for training.

// Appends the rows of a page's blocks, one after the other, each of
// kRowNumbers. The scores of tables are computed with `model`, or stay 0
// without one.
void append_main_rows(const PageBlocks& page, std::string_view url,
                      const MainModel* model, std::vector<float>& rows);

// Chooses blocks by their log-odds, one for each block.
[[nodiscard]] std::vector<uint32_t> choose_blocks(
    const PageBlocks& page, const std::vector<float>& log_odds);

}  // namespace wax::document
