#include "index/html/html_tags.h"

#include <gtest/gtest.h>

namespace wax::index {
namespace {

TEST(HtmlTags, FactsOfElements) {
  EXPECT_EQ(tag_facts("a").tag, Tag::kA);
  EXPECT_EQ(tag_facts("p").flow, TagFacts::Flow::kBlock);
  EXPECT_EQ(tag_facts("td").flow, TagFacts::Flow::kCell);
  EXPECT_EQ(tag_facts("b").flow, TagFacts::Flow::kInline);
  EXPECT_TRUE(tag_facts("script").hidden);
  EXPECT_EQ(tag_facts("xmp").tag, Tag::kPre);
  EXPECT_EQ(tag_facts("ul").name, "ul");
  for (auto name : {"", "x", "P", "scripts", "\xC3\xA9"}) {
    EXPECT_EQ(tag_facts(name).tag, Tag::kOther) << name;
    EXPECT_TRUE(tag_facts(name).name.empty()) << name;
  }
}

}  // namespace
}  // namespace wax::index
