#include "document/html/html_names.h"

#include <gtest/gtest.h>

#include <cstddef>

namespace wax::document {
namespace {

TEST(HtmlNames, EveryTagIsFoundByItsName) {
  for (size_t i = 1; i < static_cast<size_t>(Tag::kCount); ++i) {
    const Tag tag = static_cast<Tag>(i);
    EXPECT_EQ(tag_of(tag_name(tag)), tag) << tag_name(tag);
  }
  EXPECT_EQ(tag_name(Tag::kOther), "");
  for (std::string_view none : {"", "DIV", "divs", "x-card", "h7"}) {
    EXPECT_EQ(tag_of(none), Tag::kOther) << none;
  }
}

TEST(HtmlNames, EveryAttributeIsFoundByItsName) {
  for (size_t i = 1; i < static_cast<size_t>(Attr::kCount); ++i) {
    const Attr attr = static_cast<Attr>(i);
    EXPECT_EQ(attr_of(attr_name(attr)), attr) << attr_name(attr);
  }
  EXPECT_EQ(attr_of("HREF"), Attr::kOther);
}

TEST(HtmlNames, SvgHasCapitalLetters) {
  EXPECT_EQ(svg_tag_name(Tag::kForeignObject), "foreignObject");
  EXPECT_EQ(svg_tag_name(Tag::kDiv), "");
  EXPECT_EQ(svg_attr_name(Attr::kViewBox), "viewBox");
  EXPECT_EQ(svg_attr_name(Attr::kHref), "");
}

TEST(HtmlNames, GroupsAreThoseOfTheStandard) {
  EXPECT_EQ(tag_groups(Tag::kB) & (kFormatting | kSpecial), kFormatting);
  EXPECT_NE(tag_groups(Tag::kTable) & kScopeEnd, 0);
  EXPECT_NE(tag_groups(Tag::kDiv) & kSpecial, 0);
  EXPECT_NE(tag_groups(Tag::kLi) & kImpliedEnd, 0);
  EXPECT_NE(tag_groups(Tag::kTd) & kTableEnd, 0);
  EXPECT_EQ(tag_groups(Tag::kTd) & kImpliedEnd, 0);
  EXPECT_NE(tag_groups(Tag::kP) & kBreakout, 0);
  EXPECT_EQ(tag_groups(Tag::kOther), 0);
}

}  // namespace
}  // namespace wax::document
