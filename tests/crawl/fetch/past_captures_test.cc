#include "crawl/fetch/past_captures.h"

#include <gtest/gtest.h>

#include "tests/support/temp_dir.h"

namespace wax::crawl {
namespace {

constexpr std::string_view kHello = "sha1:VL2MMHO4YXUKFWV63YHTWSBM3GXKSQ2N";
constexpr std::string_view kUrl = "http://a.example/x";

TEST(PastCaptures, TheLastWithThisPayloadIsNamed) {
  tests::TempDir dir;
  const std::string cdx = dir.write(
      "a.cdx",
      " CDX N b a m s k r M S V g\n"
      "example,a)/x 20070101000000 http://a.example/x text/html 200 "
      "VL2MMHO4YXUKFWV63YHTWSBM3GXKSQ2N - - 9 0 d/a.warc.gz\n"
      "example,a)/x 20080101000000 http://www.a.example/x text/html 200 "
      "VL2MMHO4YXUKFWV63YHTWSBM3GXKSQ2N - - 9 9 b.warc.gz\n"
      "example,a)/x 20090101000000 http://a.example/x warc/revisit 200 "
      "VL2MMHO4YXUKFWV63YHTWSBM3GXKSQ2N - - 9 9 c.warc.gz\n"
      "example,a)/x 20100101000000 http://a.example/x text/html 404 "
      "VL2MMHO4YXUKFWV63YHTWSBM3GXKSQ2N - - 9 9 c.warc.gz\n");
  PastCaptures past({cdx}, false);
  const auto found = past.with_payload(kUrl, kHello);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->original.url, "http://www.a.example/x");
  EXPECT_EQ(found->original.date, "20080101000000");
  EXPECT_EQ(found->container, "b.warc.gz");
  EXPECT_FALSE(past.with_payload("http://a.example/y", kHello));
  EXPECT_FALSE(past.with_payload(kUrl, "sha1:A"));
}

TEST(PastCaptures, KeysOfAFileMayBeLegacyOnes) {
  tests::TempDir dir;
  const std::string cdx = dir.write(
      "a.cdx",
      " CDX N b a m s k r M S V g\n"
      "a.example/x 20070101000000 http://a.example/x text/html 200 "
      "VL2MMHO4YXUKFWV63YHTWSBM3GXKSQ2N - - 9 0 a.warc.gz\n");
  PastCaptures past({cdx}, false);
  EXPECT_TRUE(past.with_payload(kUrl, kHello));
}

TEST(PastCaptures, ThoseOfTheRunCount) {
  PastCaptures past({}, false);
  past.add(kUrl, kHello, "20200101000000", "a.warc.gz");
  EXPECT_TRUE(past.with_payload("https://www.a.example/x", kHello));
  EXPECT_FALSE(past.with_payload("http://b.example/", kHello));
  PastCaptures any({}, true);
  any.add(kUrl, kHello, "20200101000000", "a.warc.gz");
  const auto found = any.with_payload("http://b.example/", kHello);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->original.url, kUrl);
  EXPECT_EQ(found->container, "a.warc.gz");
}

}  // namespace
}  // namespace wax::crawl
