#include "cdx/format/dated_version.h"

#include <gtest/gtest.h>

namespace wax::cdx {
namespace {

TEST(DatedVersion, IsKeyDigestAndDate) {
  const struct {
    const char* line;
    bool good;
  } kCases[] = {
      {"k d 20070101000000", true},
      {"k d 20070101000000 more columns", true},
      {" k\td  20070101000000\t", true},
      {"k d", false},
      {"k", false},
      {"", false},
      {" \t ", false},
      {"k d -", false},
      {"k d 2007010100000", false},
      {"k d 200701010000000", false},
      {"k d 2007010100000x", false},
      {"k d 20070101000000\r", false},
      {"k 20070101000000 d", false},
      {"k,d,20070101000000", false},
  };
  for (const auto& c : kCases) {
    DatedVersion version;
    ASSERT_EQ(parse_dated_version(c.line, version), c.good) << c.line;
    if (!c.good) continue;
    EXPECT_EQ(version.urlkey, "k");
    EXPECT_EQ(version.digest, "d");
    EXPECT_EQ(version.date, "20070101000000");
  }
}

TEST(DatedVersion, IsWrittenWithTheNormalFormOfTheDigest) {
  const struct {
    const char* digest;
    const char* written;
  } kCases[] = {
      {"b2ltwwpuoyah7uipq7zupq4vmbsvc36a",
       "sha1:B2LTWWPUOYAH7UIPQ7ZUPQ4VMBSVC36A"},
      {"sha1:B2LTWWPUOYAH7UIPQ7ZUPQ4VMBSVC36A",
       "sha1:B2LTWWPUOYAH7UIPQ7ZUPQ4VMBSVC36A"},
      {"da39a3ee5e6b4b0d3255bfef95601890afd80709",
       "sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ"},
      {"odd", "odd"},
  };
  for (const auto& c : kCases) {
    std::string out = "before\n";
    append_dated_version(out, "k", c.digest, "20070101000000");
    EXPECT_EQ(out, "before\nk " + std::string(c.written) + " 20070101000000\n");
  }
}

TEST(DatedVersion, ThePlaceOfTheCaptureIsThreeNamedColumns) {
  std::string line = "k d 20070101000000 original=20060101000000";
  append_place("revisit", "12", "a.warc.gz", line);
  DatedVersion version;
  ASSERT_TRUE(parse_dated_version(line, version));
  EXPECT_EQ(version.original, "20060101000000");
  EXPECT_EQ(version.kind, "revisit");
  EXPECT_EQ(version.offset, "12");
  EXPECT_EQ(version.file, "a.warc.gz");
  for (const char* bad : {"file=x", "offset=1", "file=x offset=-1",
                          "file= offset=1", "file=x offset="}) {
    std::string text = std::string("k d 20070101000000 kind=x ") + bad;
    ASSERT_TRUE(parse_dated_version(text, version)) << bad;
    EXPECT_EQ(version.file, "") << bad;
    EXPECT_EQ(version.offset, "") << bad;
  }
}

TEST(DatedVersion, TheDateOfTheOriginalIsANamedColumn) {
  std::string line = "k d 20070102000000";
  append_original("20070101000000", line);
  DatedVersion version;
  ASSERT_TRUE(parse_dated_version(line, version));
  EXPECT_EQ(version.original, "20070101000000");
  ASSERT_TRUE(parse_dated_version(
      "k d 20070102000000 x original=20070101000000", version));
  EXPECT_EQ(version.original, "20070101000000");
  for (const char* other :
       {"k d 20070102000000 20070101000000", "k d 20070102000000 original=2007",
        "k d 20070102000000 original=20070101000000x"}) {
    ASSERT_TRUE(parse_dated_version(other, version));
    EXPECT_EQ(version.original, "") << other;
  }
}

}  // namespace
}  // namespace wax::cdx
