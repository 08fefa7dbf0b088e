#include "cdx/duplicates.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/cdx/stream_text.h"

namespace wax::cdx {
namespace {

TEST(Duplicates, AreAllCapturesButTheFirstOfEachVersion) {
  uint64_t same_date = 0;
  auto lines =
      duplicate_lines(lines_of("k d1 20070101000000\nk d1 20070101000000\n"
                               "k d1 20070102000000\nk d2 20070101000000\n"
                               "l d2 20070103000000\nl d2 20070104000000\n"),
                      nullptr, &same_date);
  EXPECT_EQ(text_of(*lines), "k d1 20070102000000\nl d2 20070104000000\n");
  EXPECT_EQ(same_date, 1U);
}

TEST(Duplicates, OfOlderCapturesAreAllThereAreWhateverTheDates) {
  auto lines = duplicate_lines(lines_of("a d 20070101000000\n"
                                        "k d1 20070101000000\n"
                                        "k d1 20090101000000\n"
                                        "z d 20070101000000\n"),
                               lines_of("b d 20060101000000\n"
                                        "k d1 20080101000000\n"));
  EXPECT_EQ(text_of(*lines), "k d1 20070101000000\nk d1 20090101000000\n");
}

TEST(DistinctLines, DropWhatIsLikeTheLineBefore) {
  auto lines = distinct_lines(lines_of("\n\na\na\nb\n"));
  EXPECT_EQ(text_of(*lines), "\na\nb\n");
}

}  // namespace
}  // namespace wax::cdx
