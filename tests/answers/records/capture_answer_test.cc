#include "answers/records/capture_answer.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/serve/small_site.h"

namespace wax::answers {
namespace {

TEST(CaptureAnswer, IsTheCaptureNextToADate) {
  serve::SmallSite small;
  for (const auto& [date, nearest] :
       {std::pair("2005", "20060101000000"), std::pair("", "20060101000000"),
        std::pair("200703011", "20070301000000"),
        std::pair("20090101", "20080302000000")}) {
    auto answer = capture_answer(small.scope(), "http://example.org/0", date);
    ASSERT_TRUE(answer) << date;
    EXPECT_EQ(answer->capture.date, nearest) << date;
  }
}

TEST(CaptureAnswer, HasTheTextOfTheIndexWithoutArchives) {
  serve::SmallSite small;
  auto answer = capture_answer(small.scope(), "http://example.org/0", "2008");
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->title, "Heron 0");
  EXPECT_EQ(answer->text, "A <b>brown</b> bird stands in the river.");
  EXPECT_NE(answer->unread, "");
  EXPECT_EQ(answer->head, "");
  EXPECT_TRUE(answer->links.empty());
}

TEST(CaptureAnswer, OfAnUnknownUrlIsNone) {
  serve::SmallSite small;
  EXPECT_FALSE(capture_answer(small.scope(), "http://not.example/", "2007"));
}

}  // namespace
}  // namespace wax::answers
