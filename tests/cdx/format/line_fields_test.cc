#include "cdx/format/line_fields.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "io/error.h"
#include "lines/line_stream.h"

namespace wax::cdx {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

CdxLines lines(std::string_view text) {
  return {"x.cdx", lines::lines_of(text)};
}

// The fields of the first line, joined by "|".
std::string read(std::string_view text, const std::vector<std::string>& names) {
  CdxLines file = lines(text);
  LineFields fields(names);
  fields.begin(file);
  std::string_view line;
  EXPECT_TRUE(file.next(line));
  switch (fields.read(line)) {
    case LineFields::Line::kMetadata:
      return "note";
    case LineFields::Line::kBad:
      return "bad";
    case LineFields::Line::kCapture:
      break;
  }
  std::string joined;
  for (size_t i = 0; i < names.size(); ++i) {
    joined += (i > 0 ? "|" : "") + std::string(fields[i]);
  }
  return joined;
}

constexpr std::string_view kLine11 =
    "com,example)/ 20071001000000 http://example.com/ text/html 200 AAAA - AF "
    "10 20 f.warc.gz\n";

TEST(LineFields, KnowsLettersAndTheNamesOfCdxServers) {
  const std::vector<std::pair<std::vector<std::string>, std::string>> kCases = {
      {{"N", "urlkey", "A"}, "com,example)/"},
      {{"b", "timestamp", "date"}, "20071001000000"},
      {{"a", "url", "original"}, "http://example.com/"},
      {{"m", "mime", "mimetype"}, "text/html"},
      {{"s", "status", "statuscode"}, "200"},
      {{"k", "digest"}, "AAAA"},
      {{"r", "redirect"}, "-"},
      {{"M", "robotflags", "meta"}, "AF"},
      {{"S", "length"}, "10"},
      {{"V", "offset"}, "20"},
      {{"g", "filename"}, "f.warc.gz"}};
  const std::string_view json =
      R"(com,example)/ 20071001000000 {"url": "http://example.com/", )"
      R"("mime": "text/html", "status": 200, "digest": "AAAA", )"
      R"("robotflags": "AF", "length": "10", "offset": 20, )"
      R"("filename": "f.warc.gz"})";
  for (const auto& [names, value] : kCases) {
    for (const std::string& name : names) {
      EXPECT_EQ(read(kLine11, {name}), value) << name;
      EXPECT_EQ(read(json, {name}), value) << name;
    }
  }
}

TEST(LineFields, DatesOfCdxjAreToTheirSecond) {
  LineFields fields({"timestamp", "url"});
  fields.begin({.json = true, .legend = {}}, "f");
  ASSERT_EQ(fields.read("a)/ 20240113055603866 {\"url\": \"http://a/\"}"),
            LineFields::Line::kCapture);
  EXPECT_EQ(fields[0], "20240113055603");
  EXPECT_EQ(fields[1], "http://a/");
}

TEST(LineFields, TakesAnyKeyOfJson) {
  constexpr std::string_view kWholeLine =
      R"(k 20071001000000 {"a\"b": {"x": [1, "}"]}, "meta": "m", )"
      R"("t": "caf\u00e9 \udc80\ud83d\ude00\n", "n": null, "e": "", "m": 1})";
  EXPECT_EQ(read(kWholeLine, {"t"}), "caf\xc3\xa9 \x80\xf0\x9f\x98\x80\n");
  EXPECT_EQ(read(kWholeLine, {"n", "e", "missing"}), "-|-|-");
  EXPECT_EQ(read(kWholeLine, {"meta"}), "m");
  EXPECT_EQ(read(kWholeLine, {"m"}), "1");
  EXPECT_EQ(read(R"(k 2007 {"o": {"x": [1, "}"]}})", {"o", "b"}),
            R"({"x": [1, "}"]}|2007)");
}

TEST(LineFields, ReadsAnyLegendAndDelimiter) {
  EXPECT_EQ(read("\tCDX\tg\tb\tN\nf f\t2007\tkey\n", {"g", "urlkey"}),
            "f f|key");
  EXPECT_EQ(read(" CDX A b\nkey 2007\n", {"N"}), "key");
  EXPECT_EQ(read("k 2007 u text/html 200 DDDD 12\n", {"length"}), "12");
}

TEST(LineFields, MakesTheKeyThatAFileLacks) {
  EXPECT_EQ(read(" CDX a b a m s k r M V g u\n"
                 "http://www.Example.com/A 20071001000000 "
                 "http://www.Example.com/A text/html 200 AAAA - - 0 f <u>\n",
                 {"urlkey", "u"}),
            "com,example)/a|<u>");
}

TEST(LineFields, NamesTheKnownFields) {
  for (const char* name : {"Q", "bogus", "S"}) {
    EXPECT_THAT([&] { read(" CDX N b a\nk 2007 u\n", {name}); },
                ThrowsMessage<UsageError>(
                    HasSubstr("x.cdx has no field '" + std::string(name) +
                              "'; it has: N urlkey, b timestamp, a url")));
  }
  EXPECT_THAT(
      [] { read("one two three\n", {"N"}); },
      ThrowsMessage<lines::LineError>(HasSubstr("columns are unknown")));
}

TEST(LineFields, TellsMetadataLinesFromBadLines) {
  EXPECT_EQ(read("!meta 0 {\"format\": \"x\"}\n", {"url"}), "note");
  EXPECT_EQ(read(" CDX N b a\n\n", {"a"}), "note");
  EXPECT_EQ(read(" CDX N b a\nk 2007\n", {"a"}), "bad");
  EXPECT_EQ(read(" CDX N b a\nk 2007\n", {"b"}), "2007");
  for (const char* json : {R"({"a": "b")", R"({"a" "b"})", R"({"a": "b"} x)",
                           R"({"a": "b)", "{", R"({"a": })"}) {
    EXPECT_EQ(read("k 2007 " + std::string(json), {"url"}), "bad") << json;
  }
}

TEST(LineFields, NamesTheFaultOfABadLine) {
  const std::pair<const char*, const char*> kCases[] = {
      {" CDX N b a\nk 2007\n", "too few columns"},
      {"!meta {}\nk 2007\n", "too few columns"},
      {"!meta {}\n 2007 {}\n", "no URL key"},
      {"!meta {}\nk 2007 {\n", "invalid JSON"},
  };
  for (const auto& [text, problem] : kCases) {
    CdxLines file = lines(text);
    LineFields fields({"url"});
    fields.begin(file);
    std::string_view line;
    while (file.next(line)) (void)fields.read(line);
    EXPECT_EQ(fields.problem(), problem) << text;
  }
}

TEST(LineFields, AnEmptyFileNameIsNoDash) {
  CdxLines file = lines(" CDX N b a m s k r V g\nk 2007 u m 200 d - 5 \n");
  LineFields fields({"filename"});
  fields.begin(file);
  std::string_view line;
  ASSERT_TRUE(file.next(line));
  ASSERT_EQ(fields.read(line), LineFields::Line::kCapture);
  EXPECT_EQ(fields[0], "-");
  EXPECT_EQ(fields.as_written(0), "");
  EXPECT_FALSE(fields.format().is_revisit("m", fields.as_written(0)));
  EXPECT_TRUE(fields.format().is_revisit("m", "-"));
}

TEST(LineFields, MayStopWhenAllFieldsAreFound) {
  const std::string json =
      R"({"a":"\u0041\\\"","b":[1,{"c":"]"}],"mime":"m","k":"\u00e4"})";
  for (bool stop : {false, true}) {
    LineFields fields({"mime", "k"});
    if (stop) fields.stop_when_found();
    CdxLines file = lines("k 2007 {}\n");
    fields.begin(file);
    for (size_t size = 0; size <= json.size(); ++size) {
      // On the heap, to its byte, for the address sanitizer.
      std::string cut = "k 2007 " + json.substr(0, size);
      std::vector<char> bytes(cut.begin(), cut.end());
      EXPECT_EQ(fields.read({bytes.data(), bytes.size()}) ==
                    LineFields::Line::kCapture,
                size == json.size())
          << size;
    }
    EXPECT_EQ(fields.read(R"(k 2007 {"mime":"m","k":"d",,})") ==
                  LineFields::Line::kCapture,
              stop);
  }
}

TEST(LineFields, RemembersWhichFieldsHadValues) {
  CdxLines file = lines("k 2007 {\"mime\": 1}\nk 2007 {\"url\": \"-\"}\n");
  LineFields fields({"m", "url", "c"});
  fields.begin(file);
  std::string_view line;
  while (file.next(line)) {
    EXPECT_EQ(fields.read(line), LineFields::Line::kCapture);
  }
  EXPECT_TRUE(fields.seen(0));
  EXPECT_FALSE(fields.seen(1));
  EXPECT_FALSE(fields.seen(2));
}

TEST(LineFields, ReadMembersOfObjects) {
  LineFields fields({"a.b", "a.c.d", "a", "orig.length", "a.x", "e.b"});
  CdxLines file("f", lines::lines_of("k 2007 {}\n"));
  fields.begin(file);
  std::string line =
      R"(k 2007 {"a": {"b": "1\u0041", "c": {"d": [2]}}, "orig.length": "7",)"
      R"( "e": "{b", "f": {"b": 1}})";
  ASSERT_EQ(fields.read(line), LineFields::Line::kCapture);
  EXPECT_EQ(fields[0], "1A");
  EXPECT_EQ(fields[1], "[2]");
  EXPECT_EQ(fields[2], R"({"b": "1\u0041", "c": {"d": [2]}})");
  EXPECT_EQ(fields[3], "7");
  EXPECT_EQ(fields[4], "-");
  EXPECT_EQ(fields[5], "-");
}

}  // namespace
}  // namespace wax::cdx
