// Reads a page: its fields, visible text, links and main content.
#pragma once

#include "document/content/main_model.h"
#include "document/content/page_blocks.h"
#include "document/html/html_tree.h"
#include "document/page/field_reader.h"
#include "document/text/document.h"

namespace wax::document {

// One walk over a tree, which fills the fields and the blocks of a page. The
// document gets its content and headings, and the rest with fields.finish().
struct PageWalk {
  PageWalk(const HtmlTree& tree, const PageContext& context,
           Document& document);

  FieldReader fields;
  PageBlocks blocks;
};

// Fills the body fields of a document, which should be empty, but for what is
// counted and measured (field_reader.h, main_content.h). Time is linear in the
// tree's size. Each thread may read pages of its own.
void read_page(const HtmlTree& tree, const PageContext& context,
               Document& document,
               const MainModel& model = MainModel::built_in());

}  // namespace wax::document
