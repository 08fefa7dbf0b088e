#include "document/view/attribute_use.h"

#include <gtest/gtest.h>

namespace wax::document {
namespace {

TEST(AttributeUse, DependsOnTheElement) {
  EXPECT_EQ(use_of("img", "src"), AttributeUse::kMedia);
  EXPECT_EQ(use_of("frame", "src"), AttributeUse::kFrame);
  EXPECT_EQ(use_of("script", "src"), AttributeUse::kDrop);
  EXPECT_EQ(use_of("a", "href"), AttributeUse::kLink);
  EXPECT_EQ(use_of("link", "href"), AttributeUse::kStyleSheet);
  EXPECT_EQ(use_of("td", "background"), AttributeUse::kMedia);
  EXPECT_EQ(use_of("td", "style"), AttributeUse::kCss);
  EXPECT_EQ(use_of("td", "width"), AttributeUse::kKeep);
}

TEST(AttributeUse, ScriptsAndPoliciesAreDropped) {
  for (const char* name : {"onclick", "onanything", "srcdoc", "action",
                           "integrity", "crossorigin", "nonce", "ping"}) {
    EXPECT_EQ(use_of("p", name), AttributeUse::kDrop) << name;
  }
}

TEST(AttributeUse, APageMayBeWrittenInAFrame) {
  EXPECT_EQ(use_of("iframe", "srcdoc"), AttributeUse::kHtml);
}

TEST(ShownPart, IsTheOneThatBrowsersShowWithoutAPlugIn) {
  EXPECT_EQ(shown_part("object", "IMAGE/png", "a"), ViewPart::kMedia);
  EXPECT_EQ(shown_part("embed", "", "a.SVG?1"), ViewPart::kMedia);
  EXPECT_EQ(shown_part("object", "text/html", "a"), ViewPart::kFrame);
  EXPECT_EQ(shown_part("object", "", "a.htm#b"), ViewPart::kFrame);
  EXPECT_EQ(shown_part("object", "", "a.swf"), ViewPart::kDropped);
  EXPECT_EQ(shown_part("object", "application/pdf", "a.html"),
            ViewPart::kDropped);
}

TEST(Elements, SomeAreDroppedAndSomeHaveNoEnd) {
  EXPECT_TRUE(is_dropped("script"));
  EXPECT_FALSE(is_dropped("p"));
  EXPECT_TRUE(is_void("br"));
  EXPECT_FALSE(is_void("script"));
}

TEST(ViewedRel, HasNoHintsToConnectOrLoadAhead) {
  const std::pair<const char*, const char*> cases[] = {
      {"stylesheet", "stylesheet"},
      {" Alternate  StyleSheet", "Alternate StyleSheet"},
      {"shortcut icon", "shortcut icon"},
      {"apple-touch-icon-precomposed", "apple-touch-icon-precomposed"},
      {"preconnect icon", "icon"},
      {"stylesheet\tpreload prefetch", "stylesheet"},
      {"dns-prefetch", ""},
      {"modulepreload", ""},
      {"alternate", ""},
      {"", ""},
  };
  for (const auto& [rel, expected] : cases) {
    EXPECT_EQ(viewed_rel(rel), expected) << rel;
  }
}

TEST(Elements, ThoseWhoseTextIsNoMarkupHaveOthersInTheView) {
  EXPECT_EQ(viewed_element("xmp"), "pre");
  EXPECT_EQ(viewed_element("p"), "p");
  EXPECT_TRUE(is_never_shown("noframes"));
  EXPECT_FALSE(is_never_shown("noscript"));
}

}  // namespace
}  // namespace wax::document
