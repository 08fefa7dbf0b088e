// Pages to main content: well-formed text of the page's blocks, and some where
// there are blocks. One line (the page's URL), then the page.
#include "document/content/main_content.h"

#include <cmath>
#include <string>
#include <vector>

#include "document/content/page_reader.h"
#include "document/html/html_tree.h"
#include "fuzz/support/entry.h"
#include "text/utf8.h"

namespace wax::fuzz {

void run(std::string_view bytes) {
  std::string_view url = take_line(bytes);
  std::string html;
  text::append_well_formed(bytes, html);
  document::HtmlTree tree;
  tree.parse(html);
  document::Document seen;
  const document::PageWalk walk(tree, {url, {}}, seen);
  const document::PageBlocks& page = walk.blocks;
  for (const document::PageElement& element : page.elements()) {
    require(element.first_block <= element.end_block);
    require(element.end_block <= page.visible());
  }
  std::vector<float> rows;
  append_main_rows(page, url, &document::MainModel::built_in(), rows);
  require(rows.size() == page.blocks().size() * document::kRowNumbers);
  for (float number : rows) require(std::isfinite(number));
  document::Document document;
  document::read_page(tree, {url, {}}, document);
  require(text::is_utf8(document.content));
  require(text::is_utf8(document.main_unseen));
  size_t last = 0;
  for (const text::TextRange& range : document.main) {
    require(last <= range.begin && range.begin < range.end);
    require(range.end <= document.content.size());
    last = range.end;
  }
  if (page.blocks().empty()) require(document::main_text(document).empty());
  document::JsonLd data;
  document::read_json_ld(bytes, data);
  require(text::is_utf8(data.headline));
}

}  // namespace wax::fuzz
