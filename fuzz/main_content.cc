// Pages to main content: well-formed text of the page's blocks, and some where
// there are blocks. One line (the page's URL), then the page.
#include "index/page/main_content.h"

#include <cmath>
#include <string>
#include <vector>

#include "fuzz/support/entry.h"
#include "index/html/html_tree.h"
#include "text/utf8.h"

namespace wax::fuzz {

void run(std::string_view bytes) {
  std::string_view url = take_line(bytes);
  std::string html;
  text::append_well_formed(bytes, html);
  index::HtmlTree tree;
  tree.parse(html);
  const index::PageBlocks page(tree);
  for (const index::PageElement& element : page.elements()) {
    require(element.first_block <= element.end_block);
    require(element.end_block <= page.visible());
  }
  std::vector<float> rows;
  append_main_rows(page, url, &index::MainModel::built_in(), rows);
  require(rows.size() == page.blocks().size() * index::kRowNumbers);
  for (float number : rows) require(std::isfinite(number));
  std::string main;
  main = index::read_main_content(tree, url).text;
  require(text::is_utf8(main));
  require(main.empty() == page.blocks().empty());
  index::JsonLd data;
  index::read_json_ld(bytes, data);
  require(text::is_utf8(data.headline));
}

}  // namespace wax::fuzz
