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

}  // namespace
}  // namespace wax::document
