#include "cdx/format/legend.h"

#include <gtest/gtest.h>

namespace wax::cdx {
namespace {

TEST(Legend, HeaderNamesColumns) {
  auto legend = parse_header(" CDX N b a m s k r M S V g");
  ASSERT_TRUE(legend);
  EXPECT_EQ(legend->letters, kCdx11);
  EXPECT_EQ(legend->column('k'), 5);
  EXPECT_EQ(legend->column('u'), -1);
  EXPECT_EQ(legend->header(), " CDX N b a m s k r M S V g");
}

TEST(Legend, FormatsHaveNames) {
  EXPECT_EQ(legend_letters("cdx9"), kCdx9);
  EXPECT_EQ(legend_letters("cdx10"), kCdx10);
  EXPECT_EQ(legend_letters("cdx11"), kCdx11);
  EXPECT_EQ(legend_letters("cdxj"), std::nullopt);
}

TEST(Legend, FirstByteIsTheDelimiter) {
  auto legend = parse_header("\tCDX\tN\tb\tg");
  ASSERT_TRUE(legend);
  EXPECT_EQ(legend->delimiter, '\t');
  EXPECT_EQ(legend->letters, "Nbg");
}

TEST(Legend, ACaptureLineIsNotAHeader) {
  EXPECT_FALSE(
      parse_header("com,example)/ 20140101000000 http://example.com/"));
  EXPECT_FALSE(parse_header(""));
}

TEST(MetadataLine, BeginsWithAnExclamationMarkAndHasNoDate) {
  for (const char* note :
       {"!", "!meta", "!meta {\"a\": 1}", "!meta 0 {\"a\": 1}",
        "!context [\"http://x\"]", "!a 2014", "!a 201401010000000 x",
        "!a 20140101000000", "!a 2014010100000x x", "!a  20140101000000 x"}) {
    EXPECT_TRUE(is_metadata(note)) << note;
  }
  for (const char* capture :
       {"", "a !", "com,example)/ 20140101000000 {}", "! 20140101000000 {}",
        "!)/ 20140101000000 http://!/", "!a 20140101000000\tpart\t0\t9",
        "!a\t20140101000000\tx"}) {
    EXPECT_FALSE(is_metadata(capture)) << capture;
  }
}

TEST(Legend, TheNumberOfFieldsTellsFormatsWithoutHeader) {
  EXPECT_EQ(guess_legend("a 2 c d e f g")->letters, kCdx7);
  EXPECT_EQ(guess_legend("a 2 c d e f g h i")->letters, kCdx9);
  EXPECT_EQ(guess_legend("a 2 c d e f g h i j")->letters, kCdx10);
  EXPECT_EQ(guess_legend("a 2 c d e f g h i j k")->letters, kCdx11);
  EXPECT_EQ(guess_legend("a 2 c d e f g h i j k l m n")->letters, kCdx14);
  EXPECT_FALSE(guess_legend("a 2 c d e f g h i j k l"));
  EXPECT_FALSE(guess_legend("a 2 {\"url\": \"b\"}"));
}

}  // namespace
}  // namespace wax::cdx
