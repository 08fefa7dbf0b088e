#include "io/remote/plain_xml.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace wax::io {
namespace {

using testing::ElementsAre;

std::vector<std::string> texts(std::string_view xml, bool& is_whole) {
  std::vector<std::string> all;
  is_whole = read_plain_xml(xml, [&](std::string_view path, std::string& text) {
    all.push_back(std::string(path) + "=" + text);
  });
  return all;
}

TEST(PlainXml, GivesTheTextOfEachElementAtItsEnd) {
  bool is_whole = false;
  EXPECT_THAT(texts("\xEF\xBB\xBF<?xml version=\"1.0\"?>\n<!-- a > b -->\n"
                    "<List xmlns=\"http://a/>\"><Key>a&amp;b&#x41;&#66;</Key>"
                    "<Empty/><Owner ><Id>1</Id></Owner >\n</List>\n",
                    is_whole),
              ElementsAre("List/Key=a&bAB", "List/Empty=", "List/Owner/Id=1",
                          "List/Owner=", "List=\n"));
  EXPECT_TRUE(is_whole);
}

TEST(PlainXml, KnowsFiveNamesAndAllNumbersOfCharacters) {
  bool is_whole = false;
  EXPECT_THAT(
      texts("<a>&lt;&gt;&amp;&quot;&apos;&#xD7FF;&#57344;&#x10FFFF;</a>",
            is_whole),
      ElementsAre("a=<>&\"'\xED\x9F\xBF\xEE\x80\x80\xF4\x8F\xBF\xBF"));
  EXPECT_TRUE(is_whole);
}

TEST(PlainXml, RefusesWhatIsNotWellFormed) {
  for (std::string_view xml : {"",
                               "text",
                               "<a>",
                               "<a></b>",
                               "<a/><b/>",
                               "<a>&nbsp;</a>",
                               "<a>&#xD800;</a>",
                               "<a>&amp</a>",
                               "<!DOCTYPE a><a/>",
                               "<a><![CDATA[b]]></a>",
                               "</a>",
                               "<a b=\"></a>",
                               "<a",
                               "<a></a",
                               "<a/>b",
                               "<></>",
                               "<a><b</a>",
                               "<?xml",
                               "<a>&#x110000;</a>",
                               "<a>&#55296;</a>",
                               "<a>&#57343;</a>",
                               "<a>&#z;</a>"}) {
    bool is_whole = true;
    (void)texts(xml, is_whole);
    EXPECT_FALSE(is_whole) << xml;
  }
}

TEST(PlainXml, RefusesDeepNesting) {
  for (size_t depth : {32, 33, 100'000}) {
    std::string xml;
    for (size_t i = 0; i < depth; ++i) xml += "<a>";
    for (size_t i = 0; i < depth; ++i) xml += "</a>";
    bool is_whole = false;
    (void)texts(xml, is_whole);
    EXPECT_EQ(is_whole, depth == 32) << depth;
  }
}

TEST(PlainXml, NoPartOfATextIsTheText) {
  const std::string xml = "<a><b>1&lt;2</b><!-- c --><d e='f'/></a>";
  for (size_t size = 0; size < xml.size(); ++size) {
    bool is_whole = true;
    (void)texts(xml.substr(0, size), is_whole);
    EXPECT_FALSE(is_whole) << size;
  }
}

}  // namespace
}  // namespace wax::io
