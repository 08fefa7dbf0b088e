#include "cdx/dedup/version_reader.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "cdx/dedup/versions.h"
#include "lines/line_stream.h"
#include "tests/lines/stream_text.h"
#include "tests/support/archives.h"

namespace wax::cdx {
namespace {

// The version line of a file, "|revisit" after it where it is a revisit's, or
// why it has none.
std::string version_of(const std::string& text,
                       UrlKeyKind kind = UrlKeyKind::kSurt) {
  std::string result = "no captures";
  for (CaptureKind capture : {CaptureKind::kWithBody, CaptureKind::kRevisit}) {
    VersionOptions options;
    options.kind = capture;
    options.unsorted = true;
    options.url_key = kind;
    VersionCounts counts;
    tests::Problems problems;
    auto lines = version_lines(
        std::make_unique<CdxLines>("x.cdx", lines::lines_of(text)), options,
        counts, problems);
    std::string version = text_of(*lines);
    if (!version.empty()) {
      std::replace(version.begin(), version.end(), ' ', '|');
      version.pop_back();
      result = version + (capture == CaptureKind::kRevisit ? "|revisit" : "");
    }
    if (counts.without_digest > 0) result = "no digest";
    if (!problems.all.empty()) {
      result = problems.all[0].text;
      result.erase(0, result.find(": ") + 2);
    }
  }
  return result;
}

TEST(VersionReader, AreFoundByTheLegend) {
  const struct {
    std::string line;
    std::string expected;
  } kCases[] = {
      // Wayback 1.x
      {"e.com/ 20070101000000 e.com text/html 200 DIG - 334 f.gz",
       "e.com/|DIG|20070101000000"},
      {"e.com/ 20070101000000 e.com - - DIG - - -",
       "e.com/|DIG|20070101000000|revisit"},
      {"k 20070101000000 u text/html 200 DIG - - 5 f", "k|DIG|20070101000000"},
      {"k 20070101000000 u warc/revisit - DIG - - 5 f",
       "k|DIG|20070101000000|revisit"},
      {"k 20070101000000 u text/html 200 DIG - - 5 6 f",
       "k|DIG|20070101000000"},
      {"k 20070101000000 u warc/revisit - DIG - - 5 6 -",
       "k|DIG|20070101000000|revisit"},
      // Only with nine columns does a missing file mean a revisit.
      {"k 20070101000000 u text/html 200 DIG - - 5 6 -",
       "k|DIG|20070101000000"},
      {"k 20070101000000 u text/html 200 - - - 5 6 f", "no digest"},
      {" CDX N b k\nk 20070101000000 DIG", "k|DIG|20070101000000"},
      {" CDX k b A\nDIG 20070101000000 k", "k|DIG|20070101000000"},
      {" CDX N b k\nk 20070101000000 DIG and more", "k|DIG|20070101000000"},
      {" CDX N b k\nk 20070101000000 ", "no digest"},
      {"|CDX|N|b|k\nk|20070101000000|DIG", "k|DIG|20070101000000"},
      {"\tCDX\tN\tb\tk\nk\t20070101000000\ta b", "no digest"},
      // wget's columns have no key.
      {" CDX a b a m s k r M V g u\n"
       "http://www.example.com/A 20070101000000 http://www.example.com/A "
       "text/html 200 DIG - - 0 f.gz <urn:uuid:1>",
       "com,example)/a|DIG|20070101000000"},
  };
  for (const auto& c : kCases)
    EXPECT_EQ(version_of(c.line), c.expected) << c.line;
  EXPECT_EQ(
      version_of(" CDX a b k\nhttp://www.example.com/A 20070101000000 DIG",
                 UrlKeyKind::kLegacy),
      "example.com/a|DIG|20070101000000");
}

TEST(VersionReader, AreFoundInCdxj) {
  const struct {
    std::string json;
    std::string expected;
  } kCases[] = {
      {R"({"url": "u", "mime": "text/html", "digest": "DIG"})", "DIG"},
      {R"({"digest":"DIG","mime":"warc/revisit"})", "DIG|revisit"},
      {R"({"mime":"warc\/revisit","digest":"sha1\u003aDIG"})",
       "sha1:DIG|revisit"},
      {R"({"url":"\"digest\":\"NO\"","a":{"digest":"NO"},"digest":"DIG"})",
       "DIG"},
      {R"({"a":["]","}",{"b":1}],"n":null,"x":-1.5e3,"digest":"DIG"})", "DIG"},
      {R"({"end":"\\","digest":"DIG"})", "DIG"},
      {R"({"digest":"a b"})", ""},
      {R"({"digest":"a\u0020b"})", ""},
      {R"({"digest":""})", ""},
      {R"({"digest":null})", ""},
      {R"({})", ""},
      {R"({"url":"u"})", ""},
  };
  for (const auto& c : kCases) {
    std::string digest = c.expected.substr(0, c.expected.find('|'));
    std::string rest = c.expected.substr(digest.size());
    EXPECT_EQ(version_of("com,e)/ 20070101000000 " + c.json),
              digest.empty() ? "no digest"
                             : "com,e)/|" + digest + "|20070101000000" + rest)
        << c.json;
  }
}

TEST(VersionReader, NameTheFaultOfBadLines) {
  const std::string kFirst = "k 20070101000000 u m s d r - 5 6 f\n";
  const struct {
    std::string text;
    std::string expected;
  } kCases[] = {
      {kFirst + "\n", "k|d|20070101000000"},
      {kFirst + "k 20070101000000 u", "too few columns"},
      {kFirst + "k", "too few columns"},
      {kFirst + "- 20070101000000 u m s d r - 5 6 f", "no URL key"},
      {kFirst + " 20070101000000 u m s d r - 5 6 f", "no URL key"},
      {kFirst + "k - u m s d r - 5 6 f", "no 14-digit date"},
      {kFirst + "k 2007010100000 u m s d r - 5 6 f", "no 14-digit date"},
      {kFirst + "k 2007010100000x u m s d r - 5 6 f", "no 14-digit date"},
      {"\tCDX\tN\tb\tk\na b\t20070101000000\tDIG", "a space in the URL key"},
      {"!meta {}\nk 20070101000000 {}\n!meta {}", "no digest"},
      {"!meta {}\nk", "too few columns"},
      {"!meta {}\nk 20070101000000", "too few columns"},
      {"!meta {}\n - {}", "no URL key"},
      {"!meta {}\nk - {}", "no 14-digit date"},
      {"!meta {}\nk 20070101000000 {", "invalid JSON"},
      {"!meta {}\nk 20070101000000 {\"a\":1", "invalid JSON"},
      {"!meta {}\nk 20070101000000 {\"a\" 1}", "invalid JSON"},
      {"!meta {}\nk 20070101000000 {\"a\":\"}", "invalid JSON"},
      {"!meta {}\nk 20070101000000 {\"a\":}", "invalid JSON"},
      {"!meta {}\nk 20070101000000 x}", "invalid JSON"},
  };
  for (const auto& c : kCases)
    EXPECT_EQ(version_of(c.text), c.expected) << c.text;
}

TEST(VersionReader, UnknownColumnsAreAnError) {
  for (const char* text : {
           "one two three\n",
           " CDX N b a\nk 20070101000000 u\n",
           " CDX N k\nk DIG\n",
           " CDX b k\n20070101000000 DIG\n",
       }) {
    EXPECT_THROW((void)version_of(text), lines::LineError) << text;
  }
}

TEST(VersionReader, AnEmptyFileHasNone) {
  EXPECT_EQ(version_of(""), "no captures");
}

}  // namespace
}  // namespace wax::cdx
