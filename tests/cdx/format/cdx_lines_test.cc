#include "cdx/format/cdx_lines.h"

#include <gtest/gtest.h>

#include <deque>
#include <string>

#include "io/error.h"
#include "lines/line_stream.h"
#include "tests/lines/stream_text.h"

namespace wax::cdx {
namespace {

const std::string k9 = " CDX N b a m s k r V g\n";
const std::string k11 = " CDX N b a m s k r M S V g\n";
const std::string kNine = "k 20070101000000 u m s d r 1 f\n";
const std::string kEleven = "k 20070101000000 u m s d r M 2 1 f\n";

CdxLines cdx(const std::string& text, const std::string& name = "x.cdx") {
  // The lines of a text must not outlive it.
  static std::deque<std::string> texts;
  return {name, lines::lines_of(texts.emplace_back(text))};
}

template <typename Work>
std::string error_of(Work work) {
  try {
    work();
  } catch (const lines::LineError& error) {
    return error.what();
  }
  return "no error";
}

TEST(CdxLines, LeaveOutTheHeader) {
  const struct {
    std::string text, header, first, lines;
  } kCases[] = {
      {"", "", "", ""},
      {k9, " CDX N b a m s k r V g", "", ""},
      {"a\nb\n", "", "a", "a\nb\n"},
      {k9 + "a\nb\n", " CDX N b a m s k r V g", "a", "a\nb\n"},
      {k9 + k9 + "a\n" + k9 + "b\n", " CDX N b a m s k r V g", "a", "a\nb\n"},
      {"|CDX|N|b|k\na|b\n", "|CDX|N|b|k", "a|b", "a|b\n"},
      {"\na\n", "", "", "\na\n"},
  };
  for (const auto& c : kCases) {
    CdxLines file = cdx(c.text);
    EXPECT_EQ(file.header(), c.header) << c.text;
    EXPECT_EQ(file.first(), c.first) << c.text;
    EXPECT_EQ(text_of(file), c.lines);
  }
}

TEST(CdxLines, CountHeadersAsLines) {
  CdxLines file = cdx(k9 + "a\n" + k9 + "b\n");
  std::string_view line;
  ASSERT_TRUE(file.next(line));
  EXPECT_EQ(file.line_number(), 2U);
  ASSERT_TRUE(file.next(line));
  EXPECT_EQ(file.line_number(), 4U);
}

TEST(CdxLines, AnotherHeaderInTheMiddleIsAnError) {
  EXPECT_TRUE(error_of([] {
                CdxLines file = cdx(k9 + "a\n" + k11);
                (void)text_of(file);
              }).starts_with("x.cdx: line 3: "));
  EXPECT_TRUE(error_of([] {
                CdxLines file = cdx("a\n" + k9);
                (void)text_of(file);
              }).starts_with("x.cdx: line 2: "));
}

TEST(SharedHeader, IsTheHeaderOfAllFiles) {
  SharedHeader header;
  header.add(cdx(""));
  EXPECT_EQ(header.text(), "");
  header.add(cdx(kNine));
  header.add(cdx(k9 + kNine));
  header.add(cdx(k9));
  header.add(cdx(kNine));
  EXPECT_EQ(header.text() + "\n", k9);
}

TEST(SharedHeader, RefusesFilesOfOtherColumns) {
  EXPECT_EQ(error_of([] {
              SharedHeader header;
              header.add(cdx(k9, "a.cdx"));
              header.add(cdx(k11, "b.cdx"));
            }),
            "b.cdx: line 1: the CDX header differs from that of a.cdx");
  EXPECT_TRUE(error_of([] {
                SharedHeader header;
                header.add(cdx(k9, "a.cdx"));
                header.add(cdx(kEleven, "b.cdx"));
              }).starts_with("b.cdx: line 1: "));
  EXPECT_TRUE(error_of([] {
                SharedHeader header;
                header.add(cdx(kEleven, "a.cdx"));
                header.add(cdx(k9, "b.cdx"));
              }).starts_with("a.cdx: line 1: "));
}

const std::string kSurt = "com,example)/ 20070101000000 {}\n";
const std::string kLegacy = "example.com/ 20070101000000 {}\n";

TEST(SharedHeader, RefusesKeysOfAnotherKind) {
  SharedHeader header;
  header.add(cdx(kSurt, "a"));
  header.add(cdx("dns:example.com 20070101000000 {}\n" + kLegacy, "b"));
  try {
    header.add(cdx(kLegacy, "c"));
    FAIL();
  } catch (const UsageError& error) {
    EXPECT_STREQ(error.what(),
                 "c: its URL keys are legacy, but those of a are surt; "
                 "wax-cdx-convert --urlkey converts them");
  }
  SharedHeader mixed(KeyKinds::kAny);
  mixed.add(cdx(kSurt));
  EXPECT_NO_THROW(mixed.add(cdx(kLegacy)));
}

TEST(SharedHeader, TakesKeysThatDoNotTellTheirKind) {
  for (const char* key :
       {"dns:example.com", "warcinfo:/a.warc.gz/x", "localhost/", "-",
        "filedesc://a.b.arc.gz", "urn:a.b/c", "!meta", "[::1]/"}) {
    for (const std::string& known : {kSurt, kLegacy}) {
      SharedHeader header;
      header.add(cdx(known));
      EXPECT_NO_THROW(header.add(cdx(std::string(key) + " 2007 {}\n"))) << key;
    }
  }
  SharedHeader surt;
  surt.add(cdx(kSurt));
  EXPECT_NO_THROW(surt.add(cdx("4,3,2,1)/ 2007 {}\n")));
  SharedHeader legacy;
  legacy.add(cdx(kLegacy));
  EXPECT_NO_THROW(legacy.add(cdx("1.2.3.4/ 2007 {}\n")));
}

}  // namespace
}  // namespace wax::cdx
