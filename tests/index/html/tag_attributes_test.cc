#include "index/html/tag_attributes.h"

#include <gtest/gtest.h>

namespace wax::index {
namespace {

TagAttributes attributes_of(std::string_view tag) {
  TagAttributes attributes;
  attributes.href = "of the tag before";
  attributes.alt = "of the tag before";
  size_t at = 0;
  read_attributes(tag, at, attributes);
  EXPECT_EQ(at, tag.size()) << tag;
  return attributes;
}

TEST(TagAttributes, AreReadInAnyCaseOfLetters) {
  TagAttributes read = attributes_of(
      " HREF=a Src='b' aLT=\"c &amp; d\" name=e HTTP-Equiv=f content='g h'>");
  EXPECT_EQ(read.href, "a");
  EXPECT_EQ(read.src, "b");
  EXPECT_EQ(read.alt, "c &amp; d");
  EXPECT_EQ(read.name, "e");
  EXPECT_EQ(read.http_equiv, "f");
  EXPECT_EQ(read.content, "g h");
}

TEST(TagAttributes, AreEmptyWhereTheTagHasNone) {
  TagAttributes read = attributes_of(" hrefs=a xsrc=b data-alt=c>");
  EXPECT_FALSE(read.href);
  EXPECT_FALSE(read.src);
  EXPECT_EQ(read.alt, "");
}

TEST(TagAttributes, CountTheFirstOfSeveral) {
  EXPECT_EQ(attributes_of(" href=a href=b>").href, "a");
  EXPECT_EQ(attributes_of(" href href=b>").href, "");
  EXPECT_EQ(attributes_of(" src='' src=b>").src, "");
  EXPECT_EQ(attributes_of(" alt=a alt=b>").alt, "a");
}

TEST(TagAttributes, OfATagThatIsCutOffLeadNowhere) {
  for (std::string_view tag : {"", " href", " href=", " href=a", " href='a>"}) {
    TagAttributes read;
    size_t at = 0;
    read_attributes(tag, at, read);
    EXPECT_EQ(at, std::string_view::npos) << tag;
  }
}

}  // namespace
}  // namespace wax::index
