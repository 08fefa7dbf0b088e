#include "document/content/page_features.h"

#include <algorithm>
#include <array>

#include "text/ascii.h"

namespace wax::document {
namespace {

// Counts of the visible blocks and the elements of a page.
struct PageCounts {
  uint32_t long_words = 0;  // in blocks with many words and few links
  uint32_t long_blocks = 0;
  uint32_t short_blocks = 0;
  uint32_t paragraphs = 0, items = 0, cells = 0, code = 0, buttons = 0;
  uint32_t prices = 0, dates = 0, headings = 0, sentences = 0;
  uint32_t articles = 0;
  bool has_main = false;
};

void count_block(const PageBlock& block, BlockTag tag, PageCounts& counts) {
  constexpr uint32_t kManyWords = 20;
  constexpr uint32_t kFewWords = 4;
  if (block.words >= kManyWords && block.link_words * 5 < block.words) {
    counts.long_words += block.words;
    ++counts.long_blocks;
  }
  counts.short_blocks += block.words <= kFewWords;
  counts.prices += block.has_price;
  counts.dates += block.has_date;
  counts.headings += heading_level(tag) > 0;
  counts.sentences += block.sentence_marks;
  counts.paragraphs += tag == BlockTag::kP;
  counts.items += tag == BlockTag::kLi;
  counts.cells += tag == BlockTag::kTd;
  counts.code += tag == BlockTag::kPre;
  counts.buttons += tag == BlockTag::kButton;
}

constexpr std::array<std::string_view, kLdTypes> kLdNames = {
    "article",  "product",      "offer",         "question",
    "forum",    "item list",    "collection",    "breadcrumbs",
    "web site", "organization", "recipe",        "event",
    "review",   "video",        "documentation", "service",
};

template <typename Row>
void describe_url(std::string_view url, Row& row) {
  std::string_view path = url;
  if (size_t at = path.find("://"); at != path.npos) path.remove_prefix(at + 3);
  path.remove_prefix(std::min(path.find('/'), path.size()));
  path = path.substr(0, path.find('#'));
  const bool has_query = path.find('?') != path.npos;
  path = path.substr(0, path.find('?'));
  while (path.ends_with('/')) path.remove_suffix(1);
  const std::string_view last = path.substr(path.find_last_of('/') + 1);
  auto count = [](std::string_view text, auto is) {
    return static_cast<uint32_t>(std::count_if(text.begin(), text.end(), is));
  };
  row.put("url has a query", has_query);
  row.put("url slashes", count(path, [](char c) { return c == '/'; }));
  row.put("url size of last part", static_cast<uint32_t>(last.size()));
  row.put("url digits of last part", count(last, text::is_digit));
  row.put("url hyphens of last part",
          count(last, [](char c) { return c == '-' || c == '_'; }));
  row.put("url digits", count(path, text::is_digit));
}

template <typename Row>
void describe_head(const PageHead& head, Row& row) {
  auto is = [&](std::string_view type) {
    return text::starts_with_ignoring_case(head.og_type, type) &&
           !head.og_type.empty();
  };
  row.put("head has no og:type", head.og_type.empty());
  row.put("head og:type article", is("article"));
  row.put("head og:type website", is("website"));
  row.put("head og:type product", is("product"));
  row.put("head has published_time", !head.published_time.empty());
}

}  // namespace

template <typename Row>
void describe_page(const PageBlocks& page, const BlockSums& sums,
                   const PageFindings& found, std::string_view url, Row& row) {
  const BlockSum all = sums.all();
  row.put("page words", all.words);
  row.put("page blocks", all.blocks);
  row.put("page links", share(all.link_words, all.words));
  row.put("page stop words", share(all.stop_words, all.words));
  describe_head(page.head(), row);
  describe_url(url, row);
  for (size_t type = 0; type < kLdTypes; ++type) {
    row.put("json-ld", kLdNames[type],
            page.head().json_ld.has(static_cast<LdType>(type)));
  }
  PageCounts counts;
  for (size_t i = 0; i < page.visible(); ++i) {
    const PageBlock& block = page.blocks()[i];
    count_block(block, page.elements()[block.element].tag, counts);
  }
  uint32_t in_article = 0, in_main = 0, last_article = 0;
  for (const PageElement& element : page.elements()) {
    if (element.tag == BlockTag::kArticle) {
      ++counts.articles;
      if (element.first_block >= last_article) {
        in_article +=
            sums.between(element.first_block, element.end_block).words;
        last_article = element.end_block;
      }
    } else if (element.tag == BlockTag::kMain && !counts.has_main) {
      counts.has_main = true;
      in_main = sums.between(element.first_block, element.end_block).words;
    } else if (element.tag == BlockTag::kCode) {
      ++counts.code;
    }
  }
  row.put("page words of long blocks", share(counts.long_words, all.words));
  row.put("page long blocks", counts.long_blocks);
  row.put("page short blocks", share(counts.short_blocks, all.blocks));
  row.put("page paragraphs", counts.paragraphs);
  row.put("page list items", counts.items);
  row.put("page cells", counts.cells);
  row.put("page prices", counts.prices);
  row.put("page dates", counts.dates);
  row.put("page code", counts.code);
  row.put("page buttons", counts.buttons);
  row.put("page headings", counts.headings);
  row.put("page sentences", share(counts.sentences, all.words));
  row.put("page words in article", share(in_article, all.words));
  row.put("page articles", counts.articles);
  row.put("page has main", counts.has_main);
  row.put("page words in main", share(in_main, all.words));
  row.put("page repeated blocks", share(found.repeated, all.blocks));
  row.put("page has no h1", !found.has_h1);
  row.put("page has no title block", !found.has_title);
}

template void describe_page(const PageBlocks&, const BlockSums&,
                            const PageFindings&, std::string_view, NumberRow&);
template void describe_page(const PageBlocks&, const BlockSums&,
                            const PageFindings&, std::string_view, NamedRow&);

}  // namespace wax::document
