#include "cdx/format/date_reference.h"

#include <gtest/gtest.h>

#include <string>

namespace wax::cdx {
namespace {

TEST(DateReference, IsOfARevisitThatNamesTheDateOfItsOriginal) {
  Capture capture;
  capture.urlkey = "k";
  capture.date = "20080101000000";
  std::string out;
  append_date_reference(capture, out);
  EXPECT_EQ(out, "");
  capture.original_urlkey = "o";
  capture.original_date = "20070101000000";
  append_date_reference(capture, out);
  EXPECT_EQ(out, "o 20070101000000 20080101000000\n");
  DateReference reference;
  out.pop_back();
  ASSERT_TRUE(parse_date_reference(out, reference));
  EXPECT_EQ(reference.urlkey, "o");
  EXPECT_EQ(reference.original_date, "20070101000000");
  EXPECT_EQ(reference.date, "20080101000000");
  EXPECT_FALSE(parse_date_reference("o 20070101000000 2008", reference));
}

TEST(DateReference, NeedsAKeyAndTwoDatesOf14Digits) {
  DateReference reference;
  for (const char* line :
       {"", "k", "k 20070101000000", "k 20070101000000 -", "k - 20080101000000",
        "k 2007 20080101000000", "20070101000000 20080101000000"}) {
    EXPECT_FALSE(parse_date_reference(line, reference)) << line;
  }
  EXPECT_TRUE(
      parse_date_reference("k\t20070101000000  20080101000000 x", reference));
  EXPECT_EQ(reference.urlkey, "k");
  EXPECT_EQ(reference.date, "20080101000000");
}

}  // namespace
}  // namespace wax::cdx
