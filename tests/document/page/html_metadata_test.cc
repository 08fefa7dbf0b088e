#include "document/page/html_metadata.h"

#include <gtest/gtest.h>

#include "document/text/document.h"

namespace wax::document {
namespace {

std::string metadata_of(std::string_view page) {
  HtmlTree tree;
  tree.parse(page, {.lenient = true});
  std::string json;
  append_html_metadata(tree, json);
  return json;
}

TEST(HtmlMetadata, HasTheHeadAndTheReferencesAsThePageHasThem) {
  EXPECT_EQ(
      metadata_of("<title> A \n \"castle\"</title><base href='/d/'>"
                  "<meta name=robots content=nofollow><meta charset=utf-8>"
                  "<meta property='og:url' content='/u'>"
                  "<link rel=canonical href=c><link rel=x>"
                  "<script src=s.js type=module></script><script>a</script>"
                  "<a href='../x?a&amp;b#c' rel=nofollow>The <b>tower</b>"
                  "<img src=i.png alt='An owl'></a><a name=n>none</a>"
                  "<form action=f method=post></form><iframe src=g></iframe>"),
      "{\"Head\":{\"Title\":\"A \\\"castle\\\"\",\"Base\":\"/d/\","
      "\"Metas\":[{\"name\":\"robots\",\"content\":\"nofollow\"},"
      "{\"content\":\"/u\",\"property\":\"og:url\"}],"
      "\"Link\":[{\"path\":\"LINK@/href\",\"url\":\"c\",\"rel\":"
      "\"canonical\"}],"
      "\"Scripts\":[{\"path\":\"SCRIPT@/src\",\"url\":\"s.js\",\"type\":"
      "\"module\"}]},"
      "\"Links\":[{\"path\":\"A@/href\",\"url\":\"../x?a&b#c\",\"text\":"
      "\"The tower\",\"rel\":\"nofollow\"},"
      "{\"path\":\"IMG@/src\",\"url\":\"i.png\",\"alt\":\"An owl\"},"
      "{\"path\":\"FORM@/action\",\"url\":\"f\",\"method\":\"post\"},"
      "{\"path\":\"IFRAME@/src\",\"url\":\"g\"}]}");
}

TEST(HtmlMetadata, OfAnEmptyPageIsAHead) {
  EXPECT_EQ(metadata_of(""), "{\"Head\":{}}");
}

TEST(HtmlMetadata, TextsOfLinksAndTheirNumberAreBounded) {
  std::string page = "<a href=x>" + std::string(5000, 'a') + "</a>";
  EXPECT_LT(metadata_of(page).size(), kLongestAnchor + 100);
  page.clear();
  for (size_t i = 0; i <= kMostLinks; ++i) page += "<img src=i>";
  const std::string json = metadata_of(page);
  size_t links = 0;
  for (size_t at = 0; (at = json.find("IMG@", at)) != json.npos; ++at) ++links;
  EXPECT_EQ(links, kMostLinks);
}

}  // namespace
}  // namespace wax::document
