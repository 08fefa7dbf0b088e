#include "rank/page_views.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/rank/support.h"
#include "tests/support/temp_dir.h"

namespace wax::rank {
namespace {

std::string read(const std::string& line) {
  std::string key;
  const char* why = nullptr;
  auto count = read_page_views(line, key, why);
  if (!count) return why;
  return *count == 0 ? "none" : key + ' ' + std::to_string(*count);
}

TEST(PageViews, AreOfLinesOfSixFields) {
  EXPECT_EQ(read("de.wikipedia Obergesteln 585473 desktop 2 K1U1"),
            "de.wikipedia/obergesteln 2");
  EXPECT_EQ(read("en.wikipedia A%26B null mobile-web 6 J2Q2S1U1"),
            "en.wikipedia/a&b 6");
  EXPECT_EQ(read("en.wikipedia 100%_sure null mobile-app 6 J6"),
            "en.wikipedia/100%_sure 6");
  EXPECT_EQ(read("en.wikipedia A 1 desktop 5000000000 J6"),
            "en.wikipedia/a 5000000000");
  EXPECT_EQ(read("en.wikipedia A 1 desktop 0 -"), "none");
  EXPECT_EQ(read("en-wg.wikipedia A 1 desktop 3 A3"), "none");
  EXPECT_EQ(read("en A 1 desktop 3 A3"), "none");
}

TEST(PageViews, SayWhatALineDoesNotHave) {
  EXPECT_EQ(read(""), "neither six fields nor Wiki,PageID,Count");
  EXPECT_EQ(read("en.wikipedia A 1 desktop 3"),
            "neither six fields nor Wiki,PageID,Count");
  EXPECT_EQ(read("en.wikipedia A 1 desktop 3 A3 x"),
            "neither six fields nor Wiki,PageID,Count");
  EXPECT_EQ(read("en.wikipedia A 1 desktop -3 A3"), "no number of views");
  EXPECT_EQ(read("en.wikipedia A 1 desktop many A3"), "no number of views");
  EXPECT_EQ(read("en.wikipedia %FF 1 desktop 3 A3"),
            "a title that is no UTF-8");
}

TEST(PageViews, OfWeeksHaveNumbersOfPages) {
  EXPECT_EQ(read("Wiki,PageID,Count"), "none");
  EXPECT_EQ(read("en.wikipedia,3824,7"), "en.wikipedia,3824 7");
  EXPECT_EQ(read("en.wikipedia,3824,0"), "none");
  EXPECT_EQ(read("en-wg.wikipedia,3824,7"), "none");
  EXPECT_EQ(read("nodot,3824,7"), "none");
  EXPECT_EQ(read("en.wikipedia,3824,-1"), "no number of views");
  EXPECT_EQ(read("en.wikipedia,x,7"),
            "neither six fields nor Wiki,PageID,Count");
  EXPECT_EQ(read(",3824,7"), "neither six fields nor Wiki,PageID,Count");
}

TEST(PageViews, OfOnePageAreAdded) {
  tests::TempDir folder;
  Reports reports;
  const std::string path = folder.write(
      "a",
      "en.wikipedia A 1 desktop 2 A2\nen.wikipedia a 1 mobile-web 3 A3\n"
      "bad\nde.wikipedia A 1 desktop 1 A1\n");
  auto views =
      page_views({{"a", path}, {"b", path}}, WikiKeys::kTitles, 2, reports);
  std::string all;
  for (KeyCount view; views->next(view);) {
    all += std::string(view.key) + ' ' + std::to_string(view.count) + '\n';
  }
  const std::string once = "en.wikipedia/a 5\nde.wikipedia/a 1\n";
  EXPECT_EQ(all, once + once);
  EXPECT_EQ(reports.texts,
            std::vector<std::string>(2,
                                     "rank-bad-page-view: line 3 has neither "
                                     "six fields nor Wiki,PageID,Count"));
}

}  // namespace
}  // namespace wax::rank
