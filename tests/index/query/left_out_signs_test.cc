#include "index/query/left_out_signs.h"

#include <gtest/gtest.h>

#include "tests/support/archives.h"

namespace wax::index {
namespace {

TEST(LeftOutSigns, ThatNoWordHasAreReported) {
  tests::Problems problems;
  report_signs_left_out("★ castle → ★", "index", problems);
  ASSERT_EQ(problems.all.size(), 1U);
  EXPECT_EQ(problems.all[0].text, "signs of the query are not searched: ★ →");
  EXPECT_EQ(problems.all[0].file, "index");
}

TEST(LeftOutSigns, WordsAndPunctuationAreNone) {
  tests::Problems problems;
  for (const char* query : {"herons 🦩 “café” C++ -a & b", "\xFF", ""}) {
    report_signs_left_out(query, "index", problems);
  }
  EXPECT_TRUE(problems.all.empty());
}

}  // namespace
}  // namespace wax::index
