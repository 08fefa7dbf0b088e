#include "document/view/view_url.h"

#include <gtest/gtest.h>

#include <string>

namespace wax::document {
namespace {

std::string viewed(std::string_view reference, ViewPart part) {
  return viewed_reference("http://a.example/b/c.html", reference, part,
                          [](std::string_view url, ViewPart) {
                            return "[" + std::string(url) + "]";
                          });
}

TEST(ViewedReference, IsThatOfTheWholeUrl) {
  const std::pair<const char*, const char*> cases[] = {
      {"d.html", "[http://a.example/b/d.html]"},
      {" /d.html\n", "[http://a.example/d.html]"},
      {"//b.example/", "[http://b.example/]"},
      {"d.html#top", "[http://a.example/b/d.html]#top"},
      {"#top", "#top"},
      {"HTTPS://b.example/", "[HTTPS://b.example/]"},
      {"ftp://b.example/x", "[ftp://b.example/x]"},
      {"mailto:a@b.example", "mailto:a@b.example"},
      {"", "[http://a.example/b/c.html]"},
      {"..\\i\\d.gif?x\\y", "[http://a.example/i/d.gif?x\\y]"},
      {"\\\\b.example\\d", "[http://b.example/d]"},
      {"http:d.html", "[http://a.example/b/d.html]"},
      {"HTTP:/d.html", "[http://a.example/d.html]"},
      {"https:d.html", ""},
  };
  for (const auto& [reference, expected] : cases) {
    EXPECT_EQ(viewed(reference, ViewPart::kPage), expected) << reference;
  }
}

TEST(ViewedReference, ScriptsAreLeftOut) {
  for (const char* reference :
       {"javascript:alert(1)", " JavaScript:alert(1)", "java\nscript:alert(1)",
        "vbscript:x", "data:text/html,<script>", "about:blank", "file:///etc",
        "blob:x"}) {
    EXPECT_EQ(viewed(reference, ViewPart::kPage), "") << reference;
    EXPECT_EQ(viewed(reference, ViewPart::kFrame), "") << reference;
  }
}

TEST(ViewedReference, OnlyLinksLeadToThePageItself) {
  for (ViewPart part : {ViewPart::kFrame, ViewPart::kStyle, ViewPart::kMedia}) {
    EXPECT_EQ(viewed("", part), "");
    EXPECT_EQ(viewed(" \n", part), "");
  }
}

TEST(ViewedReference, ImagesMayBeInThePage) {
  EXPECT_EQ(viewed("data:image/gif;base64,R0", ViewPart::kMedia),
            "data:image/gif;base64,R0");
}

TEST(ViewBudget, HoldsReferencesTogether) {
  constexpr size_t kSize = 1 << 20;
  ViewBudget budget(kSize, {});  // 12 MiB and four times as much
  const ViewUrl same = [](std::string_view url, ViewPart) {
    return std::string(url);
  };
  const ViewUrl counted = budget.counted(same);
  const std::string url(kSize, 'u');
  for (int i = 0; i < 16; ++i) EXPECT_EQ(counted(url, ViewPart::kPage), url);
  EXPECT_THROW((void)counted(url, ViewPart::kPage), ViewTooLarge);
  EXPECT_NO_THROW(budget.check(16 << 20));
  EXPECT_THROW(budget.check((16 << 20) + 1), ViewTooLarge);
}

}  // namespace
}  // namespace wax::document
