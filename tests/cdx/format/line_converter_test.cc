#include "cdx/format/line_converter.h"

#include <gtest/gtest.h>

#include <random>

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

}  // namespace
}  // namespace wax::cdx
