#include "cdx/format/capture_fields.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "lines/line_error.h"

namespace wax::cdx {
namespace {

const std::string kDate = "20070101000000";

// What the parser makes of the file's last line:
// "key|date|digest", "|revisit" behind it, or why it is no capture.
std::string parsed(const std::string& text,
                   UrlKeyKind kind = UrlKeyKind::kSurt) {
  CdxLines file("x.cdx", lines::lines_of(text));
  CaptureParser parser(file, kind);
  CaptureFields fields;
  std::string result;
  std::string_view line;
  while (file.next(line)) {
    switch (parser.parse(line, fields)) {
      case CaptureParser::Line::kNote:
        result = "note";
        break;
      case CaptureParser::Line::kBad:
      case CaptureParser::Line::kNoDate:
        result = parser.problem();
        break;
      case CaptureParser::Line::kCapture:
        result = std::string(fields.urlkey) + '|' + std::string(fields.date) +
                 '|' + std::string(fields.digest) +
                 (fields.revisit ? "|revisit" : "");
    }
  }
  return result;
}

TEST(CaptureFields, AreFoundByTheLegend) {
  const struct {
    std::string line;
    std::string expected;
  } kCases[] = {
      // Wayback 1.x
      {"e.com/ 20070101000000 e.com text/html 200 DIG - 334 f.gz",
       "e.com/|20070101000000|DIG"},
      {"e.com/ 20070101000000 e.com - - DIG - - -",
       "e.com/|20070101000000|DIG|revisit"},
      {"k 20070101000000 u text/html 200 DIG - - 5 f", "k|20070101000000|DIG"},
      {"k 20070101000000 u warc/revisit - DIG - - 5 f",
       "k|20070101000000|DIG|revisit"},
      {"k 20070101000000 u text/html 200 DIG - - 5 6 f",
       "k|20070101000000|DIG"},
      {"k 20070101000000 u warc/revisit - DIG - - 5 6 -",
       "k|20070101000000|DIG|revisit"},
      // Only with nine columns does a missing file mean a revisit.
      {"k 20070101000000 u text/html 200 DIG - - 5 6 -",
       "k|20070101000000|DIG"},
      {"k 20070101000000 u text/html 200 - - - 5 6 f", "k|20070101000000|-"},
      {" CDX N b k\nk 20070101000000 DIG", "k|20070101000000|DIG"},
      {" CDX k b A\nDIG 20070101000000 k", "k|20070101000000|DIG"},
      {" CDX N b k\nk 20070101000000 DIG and more", "k|20070101000000|DIG"},
      {" CDX N b k\nk 20070101000000 ", "k|20070101000000|-"},
      {"|CDX|N|b|k\nk|20070101000000|DIG", "k|20070101000000|DIG"},
      {"\tCDX\tN\tb\tk\nk\t20070101000000\ta b", "k|20070101000000|-"},
      // wget's columns have no key.
      {" CDX a b a m s k r M V g u\n"
       "http://www.example.com/A 20070101000000 http://www.example.com/A "
       "text/html 200 DIG - - 0 f.gz <urn:uuid:1>",
       "com,example)/a|20070101000000|DIG"},
  };
  for (const auto& c : kCases) EXPECT_EQ(parsed(c.line), c.expected) << c.line;
  EXPECT_EQ(parsed(" CDX a b k\nhttp://www.example.com/A 20070101000000 DIG",
                   UrlKeyKind::kLegacy),
            "example.com/a|20070101000000|DIG");
}

TEST(CaptureFields, AreFoundInCdxj) {
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
      {R"({"digest":"a b"})", "-"},
      {R"({"digest":"a\u0020b"})", "-"},
      {R"({"digest":""})", "-"},
      {R"({})", "-"},
      {R"({"url":"u"})", "-"},
  };
  for (const auto& c : kCases) {
    EXPECT_EQ(parsed("com,e)/ 20070101000000 " + c.json),
              "com,e)/|20070101000000|" + c.expected)
        << c.json;
  }
}

TEST(CaptureFields, OfLinesThatAreNoCapturesAreSaidToBeWrong) {
  const std::string kFirst = "k 20070101000000 u m s d r - 5 6 f\n";
  const struct {
    std::string text;
    std::string expected;
  } kCases[] = {
      {kFirst + "\n", "note"},
      {kFirst + "k 20070101000000 u", "too few columns"},
      {kFirst + "k", "too few columns"},
      {kFirst + "- 20070101000000 u m s d r - 5 6 f", "no URL key"},
      {kFirst + " 20070101000000 u m s d r - 5 6 f", "no URL key"},
      {kFirst + "k - u m s d r - 5 6 f", "no 14-digit date"},
      {kFirst + "k 2007010100000 u m s d r - 5 6 f", "no 14-digit date"},
      {kFirst + "k 2007010100000x u m s d r - 5 6 f", "no 14-digit date"},
      {"\tCDX\tN\tb\tk\na b\t20070101000000\tDIG", "a space in the URL key"},
      {"!meta {}\nk 20070101000000 {}\n!meta {}", "note"},
      {"!meta {}\nk", "too few columns"},
      {"!meta {}\nk 20070101000000", "too few columns"},
      {"!meta {}\n - {}", "no URL key"},
      {"!meta {}\nk - {}", "no 14-digit date"},
      {"!meta {}\nk 20070101000000 {", "broken JSON"},
      {"!meta {}\nk 20070101000000 {\"a\":1", "broken JSON"},
      {"!meta {}\nk 20070101000000 {\"a\" 1}", "broken JSON"},
      {"!meta {}\nk 20070101000000 {\"a\":\"}", "broken JSON"},
      {"!meta {}\nk 20070101000000 {\"a\":}", "broken JSON"},
      {"!meta {}\nk 20070101000000 x}", "broken JSON"},
  };
  for (const auto& c : kCases) EXPECT_EQ(parsed(c.text), c.expected) << c.text;
}

TEST(CaptureFields, OfUnknownColumnsAreAnError) {
  for (const char* text : {
           "one two three\n",
           " CDX N b a\nk 20070101000000 u\n",
           " CDX N k\nk DIG\n",
           " CDX b k\n20070101000000 DIG\n",
       }) {
    EXPECT_THROW((void)parsed(text), lines::LineError) << text;
  }
}

TEST(CaptureFields, AnEmptyFileIsTakenAsItIs) {
  CdxLines file("x.cdx", lines::lines_of(""));
  EXPECT_NO_THROW(CaptureParser(file, UrlKeyKind::kSurt));
}

TEST(CaptureFields, CutJsonNeverReadsBeyondItsEnd) {
  const std::string whole =
      R"({"a":"\u0041\\\"","b":[1,{"c":"]"}],"mime":"m","digest":"\u00e4"})";
  for (size_t size = 0; size <= whole.size(); ++size) {
    // On the heap, to its byte, for the address sanitizer.
    std::vector<char> bytes(whole.begin(),
                            whole.begin() + static_cast<ptrdiff_t>(size));
    JsonMember members[] = {{"mime"}, {"digest"}};
    bool read = find_members({bytes.data(), bytes.size()}, members, 2);
    EXPECT_EQ(read, size >= whole.size() - 1) << size;
  }
}

}  // namespace
}  // namespace wax::cdx
