#include "document/page/written_date.h"

#include <gtest/gtest.h>

namespace wax::document {
namespace {

TEST(WrittenDate, IsOfIsoMailAndPosts) {
  EXPECT_EQ(written_date(" 2010-07-14T10:34:08.5Z "), "20100714103408");
  EXPECT_EQ(written_date("Wed, 14 Jul 2010 10:34:08 GMT"), "20100714103408");
  EXPECT_EQ(written_date("14 Jul 2010 10:34:08 -0700"), "20100714173408");
  EXPECT_EQ(written_date("Wed, 14 Jul 2010 10:34:08 PDT"), "20100714173408");
  EXPECT_EQ(written_date("Wed, 14 Jul 2010"), "20100714000000");
  EXPECT_EQ(written_date("Wed Jul 14 10:34:08 +0000 2010"), "20100714103408");
  EXPECT_EQ(written_date("Wed Jul 14 10:34:08 -0130 2010"), "20100714120408");
  EXPECT_EQ(written_date("1279103648"), "20100714103408");
  EXPECT_EQ(written_date("Wed Jul 99 10:34:08 +0000 2010"), "");
  EXPECT_EQ(written_date("Mon, 2 Jan 2006 15:04:05 CEST"), "20060102130405");
  EXPECT_EQ(written_date("Mon, 2 Jan 2006 15:04:05 JST"), "20060102060405");
  EXPECT_EQ(written_date("Mon, 2 Jan 2006 15:04:05 A"), "20060102150405");
  EXPECT_EQ(written_date("Mon, 2 Jan 06 15:04 Y"), "20060102150400");
  EXPECT_EQ(written_date("soon"), "");
  EXPECT_EQ(written_date(""), "");
}

TEST(WrittenDate, YearsOfMailMayHaveTwoOrThreeDigits) {
  EXPECT_EQ(written_date("Mon, 19 Aug 24 17:42:08 +0200"), "20240819154208");
  EXPECT_EQ(written_date("02 Apr 05 16:13 -0500"), "20050402211300");
  EXPECT_EQ(written_date("7 Sep 02 00:01 GMT"), "20020907000100");
  EXPECT_EQ(written_date("Saturday, 07-Sep-02 00:01:00 GMT"), "20020907000100");
  EXPECT_EQ(written_date("Mon, 19 Aug 49"), "20490819000000");
  EXPECT_EQ(written_date("Mon, 19 Aug 99 17:42:08 EST"), "19990819224208");
  EXPECT_EQ(written_date("Mon, 19 Aug 104 17:42:08 GMT"), "20040819174208");
}

}  // namespace
}  // namespace wax::document
