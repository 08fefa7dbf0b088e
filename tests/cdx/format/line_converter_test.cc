#include "cdx/format/line_converter.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "io/error.h"

namespace wax::cdx {
namespace {

ConvertOptions to_cdx(std::string_view letters) {
  ConvertOptions options;
  options.legend.letters = letters;
  return options;
}

ConvertOptions to_json(CdxjDialect dialect = CdxjDialect::kPywb) {
  ConvertOptions options;
  options.json = true;
  options.dialect = dialect;
  return options;
}

std::string convert(LineConverter& converter, std::string_view line,
                    std::string_view from = kCdx11) {
  LineFormat format;
  format.json = from.empty();
  format.legend.letters = from;
  converter.begin(format);
  std::string out;
  switch (converter.convert(line, out)) {
    case LineConverter::Result::kBad:
      return "bad";
    case LineConverter::Result::kNoUrl:
      return "no url";
    case LineConverter::Result::kDone:
      break;
  }
  return out;
}

std::string convert(ConvertOptions options, std::string_view line,
                    std::string_view from = kCdx11) {
  LineConverter converter(std::move(options));
  return convert(converter, line, from);
}

constexpr std::string_view kDigest = "3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ";
const std::string kLine =
    "com,example)/ 20071001000000 http://example.com/ text/html 200 " +
    std::string(kDigest) + " - AF 10 20 f.warc.gz";

TEST(LineConverter, ConvertsBetweenLegends) {
  EXPECT_EQ(convert(to_cdx(kCdx9), kLine),
            "com,example)/ 20071001000000 http://example.com/ text/html 200 " +
                std::string(kDigest) + " - 20 f.warc.gz");
  EXPECT_EQ(convert(to_cdx(kCdx7), kLine),
            "com,example)/ 20071001000000 http://example.com/ text/html 200 " +
                std::string(kDigest) + " 10");
  EXPECT_EQ(convert(to_cdx("gVbAe"), kLine),
            "f.warc.gz 20 20071001000000 com,example)/ -");
}

TEST(LineConverter, WritesCompactCdxjAndWholeObjects) {
  EXPECT_EQ(convert(to_json(CdxjDialect::kCompact),
                    "k 2007 {\"url\": \"http://a/\\u00e9\", \"digest\": "
                    "\"sha1:AB\", \"non-standard\": [\"yes\",2,3], \"n\": 5}",
                    ""),
            "k 2007 {\"url\":\"http://a/\xc3\xa9\",\"digest\":\"AB\","
            "\"non-standard\":[\"yes\",2,3],\"n\":5}");
  ConvertOptions whole = to_json();
  whole.whole_object = true;
  EXPECT_EQ(convert(whole, "com,a)/\" 2007 u m - - - - 1 2 -"),
            "{\"urlkey\": \"com,a)/\\\"\", \"timestamp\": \"2007\", \"url\": "
            "\"u\", \"mime\": \"m\", \"length\": \"1\", \"offset\": \"2\"}");
  whole.dialect = CdxjDialect::kCompact;
  EXPECT_EQ(convert(whole, "k 2007 {}", ""),
            "{\"urlkey\":\"k\",\"timestamp\":\"2007\"}");
}

TEST(LineConverter, OutbackCdxHasNumbersInWholeObjectsOnly) {
  EXPECT_EQ(convert(to_json(CdxjDialect::kOutbackCdx), "k 2007 u m 200 D - 1 -",
                    kCdx9),
            "k 2007 {\"url\":\"u\",\"mime\":\"m\",\"status\":\"200\","
            "\"digest\":\"D\",\"offset\":\"1\"}");
  ConvertOptions whole = to_json(CdxjDialect::kOutbackCdx);
  whole.whole_object = true;
  EXPECT_EQ(convert(whole, "k 2007 u m 200 D - 1 -", kCdx9),
            "{\"urlkey\":\"k\",\"timestamp\":2007,\"url\":\"u\",\"mime\":"
            "\"m\",\"status\":200,\"digest\":\"D\",\"offset\":1}");
  EXPECT_EQ(convert(whole, "k 2007-01 u - x - - 01 -", kCdx9),
            "{\"urlkey\":\"k\",\"timestamp\":\"2007-01\",\"url\":\"u\","
            "\"status\":\"x\",\"offset\":\"01\"}");
}

TEST(LineConverter, WritesTheDialectsOfCdxj) {
  const std::string head =
      "com,example)/ 20071001000000 {\"url\": "
      "\"http://example.com/\", \"mime\": \"text/html\", ";
  EXPECT_EQ(convert(to_json(), kLine),
            head + "\"status\": \"200\", \"digest\": \"" +
                std::string(kDigest) +
                "\", \"robotflags\": \"AF\", \"length\": \"10\", \"offset\": "
                "\"20\", \"filename\": \"f.warc.gz\"}");
  EXPECT_EQ(
      convert(to_json(CdxjDialect::kCdxjIndexer), kLine),
      head + "\"status\": \"200\", \"digest\": \"sha1:" + std::string(kDigest) +
          "\", \"robotflags\": \"AF\", \"length\": \"10\", \"offset\": "
          "\"20\", \"filename\": \"f.warc.gz\"}");
  EXPECT_EQ(convert(to_json(CdxjDialect::kWacz), kLine),
            head +
                "\"status\": 200, \"digest\": \"sha1:" + std::string(kDigest) +
                "\", \"robotflags\": \"AF\", \"length\": 10, \"offset\": "
                "20, \"filename\": \"f.warc.gz\"}");
  EXPECT_EQ(convert(to_json(),
                    R"(k 2007 {"status": 200, "digest": "sha1:A", "n": 5, )"
                    R"("o": {"a": [1]}, "t": true, "u": null, "url": "-"})",
                    ""),
            R"(k 2007 {"status": "200", "digest": "A", "n": 5, )"
            R"("o": {"a": [1]}, "t": true, "u": null})")
      << "no URL is needed where there is a key";
}

TEST(LineConverter, CountsValuesWithoutAColumn) {
  LineConverter converter(to_cdx("Nba"));
  EXPECT_EQ(
      convert(converter,
              R"(k 2007 {"url": "http://h/", "mime": "a", "x": "1"})", ""),
      "k 2007 http://h/");
  EXPECT_EQ(convert(converter, R"(k 2007 {"x": "1", "y": null})", ""),
            "k 2007 -");
  EXPECT_EQ(converter.left_out(), (std::map<std::string, uint64_t, std::less<>>{
                                      {"mime", 1}, {"x", 2}, {"y", 1}}));
}

TEST(LineConverter, MakesKeysOfUrls) {
  ConvertOptions legacy = to_cdx(kCdx7);
  legacy.rekey = UrlKeyKind::kLegacy;
  EXPECT_EQ(convert(legacy, kLine).substr(0, 13), "example.com/ ");
  EXPECT_EQ(convert(to_cdx("Nbau"),
                    "http://www.h.de/A 20071001000000 http://www.h.de/A m 200 "
                    "D - - 0 f <urn:x>",
                    "abamskrMVgu"),
            "de,h)/a 20071001000000 http://www.h.de/A <urn:x>");
  EXPECT_EQ(convert(legacy, "k 2007 {\"url\": \"-\"}", ""), "no url");
  ConvertOptions surt = to_json();
  surt.rekey = UrlKeyKind::kSurt;
  EXPECT_EQ(convert(surt,
                    R"(k 2007 {"url": "http://h.de/", "method": "POST", )"
                    R"("requestBody": "a=1"})",
                    "")
                .substr(0, 37),
            "de,h)/?__wb_method=post&a=1 2007 {\"ur");
}

TEST(LineConverter, SetsConstants) {
  ConvertOptions options = to_json();
  options.set = {{"collection", "X \"1\""}, {"mime", "a/b"}};
  options.filename_prefix = "s3://b/";
  EXPECT_EQ(
      convert(options, R"(k 2007 {"mime": "c", "filename": "f\u00e9.gz"})", ""),
      R"(k 2007 {"mime": "a/b", "filename": "s3://b/f\u00e9.gz", )"
      R"("collection": "X \"1\""})");
  ConvertOptions columns = to_cdx("Nbg");
  columns.set = {{"collection", "X"}};
  EXPECT_THROW(LineConverter{columns}, UsageError);
}

TEST(LineConverter, RefusesBrokenLines) {
  EXPECT_EQ(convert(to_json(), "a b c"), "bad");
  EXPECT_EQ(convert(to_json(), kLine + " more"), "bad");
  EXPECT_EQ(convert(to_cdx(kCdx9), "k 2007 {\"a\": \"b\"", ""), "bad");
  EXPECT_EQ(convert(to_cdx(kCdx9), "k {}", ""), "bad");
}

TEST(LineConverter, AnyCdxLineSurvivesARoundTripThroughCdxj) {
  std::mt19937 random(5);
  LineConverter there(to_json());
  LineConverter back(to_cdx(kCdx11));
  for (int i = 0; i < 20000; ++i) {
    std::string line;
    for (int column = 0; column < 11; ++column) {
      if (column > 0) line += ' ';
      std::string value;
      for (size_t size = random() % 20; value.size() < size;) {
        char c = static_cast<char>(random() % 256);
        if (c == ' ' || c == '\0' || (c >= '\t' && c <= '\r')) continue;
        value += random() % 8 == 0 ? '"' : random() % 8 == 0 ? '\\' : c;
      }
      line += value.empty() ? "-" : column == 0 ? "k" + value : value;
    }
    if (line[0] == '-') line[0] = 'k';
    std::string json = convert(there, line);
    ASSERT_EQ(convert(back, json, ""), line) << json;
  }
}

LineFormat columns_of(std::string_view letters, char delimiter = ' ') {
  LineFormat format;
  format.json = false;
  format.legend = {std::string(letters), delimiter};
  return format;
}

LineFormat cdxj_lines() {
  LineFormat format;
  format.json = true;
  return format;
}

// The values as "LETTER:NAME=TEXT", with "#" for numbers and "{" for JSON.
std::string values_text(LineValues& values, std::string_view line) {
  std::string text(values.read(line));
  if (!text.empty()) return text;
  for (size_t i = 0; i < values.size(); ++i) {
    const LineValue& value = values[i];
    if (!text.empty()) text += ", ";
    text += value.letter == '\0' ? '.' : value.letter;
    text += ':' + std::string(value.name) + '=' + std::string(value.text);
    if (value.is_number) text += '#';
    if (value.is_json) text += '{';
  }
  return text;
}

struct ValuesCase {
  std::string line;
  std::string values;
};

TEST(IsNumber, TakesDigitsAlone) {
  const struct {
    const char* text;
    bool number;
  } kCases[] = {{"0", true},    {"007", true},  {"", false},   {"-1", false},
                {"1.5", false}, {"1e3", false}, {" 1", false}, {"12x", false}};
  for (const auto& c : kCases) EXPECT_EQ(is_number(c.text), c.number) << c.text;
}

TEST(LineValues, OfColumnsAreThoseThatAreThere) {
  LineValues values;
  values.begin(columns_of("Nbms"));
  const ValuesCase cases[] = {
      {"k 2007 text/html 200",
       "N:urlkey=k, b:timestamp=2007, m:mime=text/html, s:status=200"},
      {"k 2007 - -", "N:urlkey=k, b:timestamp=2007"},
      {"k 2007 -- 0", "N:urlkey=k, b:timestamp=2007, m:mime=--, s:status=0"},
      {"k 2007 m", "too few columns"},
      {"k 2007 m 200 more", "too many columns"},
      {"", "too few columns"},
  };
  for (const ValuesCase& c : cases) {
    EXPECT_EQ(values_text(values, c.line), c.values) << c.line;
  }
  values.begin(columns_of("aba", '|'));
  EXPECT_EQ(values_text(values, "http://a b/|2007|http://c/"),
            "a:url=http://a b/, b:timestamp=2007")
      << "the first of two columns with one letter";
}

TEST(LineValues, OfCdxjAreItsMembers) {
  LineValues values;
  values.begin(cdxj_lines());
  const ValuesCase cases[] = {
      {R"(k 2007 {"url": "u", "status": 200, "length": "7"})",
       "N:=k, b:=2007, a:url=u, s:status=200#, S:length=7"},
      {R"(k 2007 {"url": "-", "mime": "", "status": null})", "N:=k, b:=2007"},
      {R"(k 2007 {"x": "-", "y": null, "z": {"a": [1]}, "n": -5})",
       "N:=k, b:=2007, .:x=-, .:y=null{, .:z={\"a\": [1]}{, .:n=-5{"},
      {R"(k 2007 {"url": "a\u00e9\"b"})", "N:=k, b:=2007, a:url=a\xc3\xa9\"b"},
      {R"(k 2007 {"urlkey": "other", "timestamp": "2008"})",
       "N:=k, b:=2007, .:urlkey=other, .:timestamp=2008"},
      {"k 2007 {}", "N:=k, b:=2007"},
      {"k 2007 {\"a\": \"b\"", "invalid JSON"},
      {"k 2007 {\"a\" \"b\"}", "invalid JSON"},
      {"k 2007", "too few columns"},
      {"k {}", "too few columns"},
      {" 2007 {}", "no URL key"},
      {"", "too few columns"},
  };
  for (const ValuesCase& c : cases) {
    EXPECT_EQ(values_text(values, c.line), c.values) << c.line;
  }
}

// What a member's name means is remembered by its place in the line before.
TEST(LineValues, DoNotDependOnThePreviousLine) {
  LineValues values;
  values.begin(cdxj_lines());
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(values_text(values, R"(k 1 {"url": "u", "mime": "m"})"),
              "N:=k, b:=1, a:url=u, m:mime=m");
    EXPECT_EQ(values_text(values, R"(k 1 {"mime": "m", "url": "u"})"),
              "N:=k, b:=1, m:mime=m, a:url=u");
    EXPECT_EQ(values_text(values, R"(k 1 {"x": "m"})"), "N:=k, b:=1, .:x=m");
    EXPECT_EQ(values.find('m'), nullptr);
    EXPECT_EQ(values.find('a'), nullptr);
  }
}

TEST(LineValues, AreFoundByLetterOrName) {
  LineValues values;
  values.begin(cdxj_lines());
  ASSERT_EQ(values.read(R"(k 2007 {"mime": "m", "x": "1"})"), "");
  EXPECT_EQ(values.find('N')->text, "k");
  EXPECT_EQ(values.find('A'), values.find('N'));
  EXPECT_EQ(values.find('m', "ignored")->text, "m");
  EXPECT_EQ(values.find('\0', "x")->text, "1");
  EXPECT_EQ(values.find('\0', "mime"), nullptr);
  EXPECT_EQ(values.find('\0', "y"), nullptr);
  EXPECT_EQ(values.find('s'), nullptr);
  values.add('s').text = "200";
  EXPECT_EQ(values.find('s')->text, "200");
  EXPECT_EQ(values[values.size() - 1].letter, 's');
}

}  // namespace

}  // namespace wax::cdx
