// Pages to text, links and words: they end, in well-formed UTF-8, within the
// limits. One line (the page's URL), then the page.

#include <string>

#include "cdx/indexer/html_meta.h"
#include "document/html/xml_text.h"
#include "document/page/field_reader.h"
#include "document/text/url_reference.h"
#include "fuzz/support/entry.h"
#include "index/schema/tokens.h"
#include "text/utf8.h"

namespace wax::fuzz {
namespace {

bool well_formed(std::string_view text) {
  return text::utf8_prefix(text) == text.size();
}

void check(const document::Document& page, size_t size) {
  require(well_formed(page.title) && well_formed(page.description));
  require(well_formed(page.content) && page.content.size() <= 4 * size);
  require(page.links.size() <= document::kMostLinks);
  for (const document::Link& link : page.links) {
    require(link.url.size() <= document::kLongestUrl);
    require(link.url.find('#') == std::string::npos);
    require(well_formed(link.text) &&
            link.text.size() <= document::kLongestAnchor);
  }
}

void check_words(std::string_view text) {
  index::Tokenizer tokenizer;
  tokenizer.set(text);
  index::Token token;
  size_t before = 0;
  while (tokenizer.next(token)) {
    require(token.begin >= before && token.begin < token.end);
    require(token.end <= text.size());
    require(!token.text.empty() &&
            token.text.size() <= index::Tokenizer::kLongest);
    require(well_formed(index::utf8_of(token.text)));
    before = token.begin;
  }
}

}  // namespace

void run(std::string_view bytes) {
  std::string_view url = take_line(bytes);
  std::string page;
  text::append_well_formed(bytes, page);
  document::HtmlTree tree;
  document::Document fields;
  document::read_fields(page, {url, {}}, tree, fields);
  check(fields, page.size());
  check_words(fields.content);
  document::clear_body(fields);
  document::read_xml_text(page, fields.title, fields.content);
  check(fields, page.size());
  check_words(bytes);

  cdx::HtmlMeta meta;
  cdx::scan_html_meta(bytes, meta);
  require(meta.refresh.size() <= bytes.size());
}

}  // namespace wax::fuzz
