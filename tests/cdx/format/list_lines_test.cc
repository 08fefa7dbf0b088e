#include "cdx/format/list_lines.h"

#include <gtest/gtest.h>

#include <string>

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

TEST(DamagedPlace, IsReadAsItIsWritten) {
  Capture capture;
  capture.filename = "a b.warc";
  capture.offset = 17;
  capture.urlkey = "k";
  capture.date = "20070101000000";
  std::string line;
  append_damaged_place(capture, line);
  EXPECT_EQ(line, "a%20b.warc 17 k 20070101000000\n");
  line.pop_back();
  DamagedPlace place;
  ASSERT_TRUE(parse_damaged_place(line, place));
  EXPECT_EQ(place.filename, "a%20b.warc");
  EXPECT_EQ(place.offset, "17");
  EXPECT_EQ(place.urlkey, "k");
  EXPECT_EQ(place.date, "20070101000000");
}

TEST(DamagedPlace, HasFourFieldsAndANumberOrNone) {
  const struct {
    const char* line;
    bool good;
  } kCases[] = {
      {"f 0 k d", true},    {"f\t0  k d more", true},
      {"f - k -", true},    {"f 0 k", false},
      {"f", false},         {"", false},
      {"f 0x1 k d", false}, {"f -1 k d", false},
      {"f 1.5 k d", false},
  };
  for (const auto& c : kCases) {
    DamagedPlace place;
    EXPECT_EQ(parse_damaged_place(c.line, place), c.good) << c.line;
  }
}

}  // namespace

}  // namespace wax::cdx
