#include "cdx/lookup/row.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "tests/lines/stream_text.h"

namespace wax::cdx {
namespace {

std::string line_of(const std::vector<std::string>& values) {
  std::string line;
  for (const std::string& value : values) Row::append_value(value, line);
  return line;
}

TEST(Row, HasTheValuesThatWereAdded) {
  Row row({"url", "status", "x-crawler"});
  std::string line = line_of({"http://a.org/b c", "", "wget"});
  EXPECT_EQ(line, "http://a.org/b%20c - wget");
  row.read(line);
  ASSERT_EQ(row.size(), 3u);
  EXPECT_EQ(row[0], "http://a.org/b%20c");
  EXPECT_EQ(row[1], "-");
  EXPECT_EQ(row[2], "wget");
  EXPECT_EQ(row.name(2), "x-crawler");
}

TEST(Row, GivesValuesByMeaningUnderEachName) {
  for (const std::vector<std::string>& names :
       {std::vector<std::string>{"timestamp", "url", "mime", "length", "offset",
                                 "filename"},
        std::vector<std::string>{"date", "original", "mimetype", "S", "V",
                                 "g"}}) {
    Row row(names);
    std::string line = line_of(
        {"20070531203500", "http://a.org/", "text/html", "7", "9", "a.warc"});
    row.read(line);
    EXPECT_EQ(row.date(), "20070531203500");
    EXPECT_EQ(row.url(), "http://a.org/");
    EXPECT_EQ(row.mime(), "text/html");
    EXPECT_EQ(row.length(), "7");
    EXPECT_EQ(row.offset(), "9");
    EXPECT_EQ(row.filename(), "a.warc");
  }
}

TEST(Row, LacksWhatTheLookUpDoesNotName) {
  Row row(std::vector<std::string>{"orig.offset", "orig.filename"});
  row.read("5 a.warc");
  EXPECT_EQ(row.offset(), "-");
  EXPECT_EQ(row.filename(), "-");
  EXPECT_EQ(row.date(), "-");
}

TEST(Row, EndsWithEmptyValuesInAShortLine) {
  Row row({"url", "mime", "status"});
  row.read("a b c");
  row.read("a");
  EXPECT_EQ(row[0], "a");
  EXPECT_EQ(row[1], "");
  EXPECT_EQ(row[2], "");
}

TEST(Row, CountsDuplicatesInItsLastValue) {
  LookupOptions options;
  options.fields = {"urlkey"};
  EXPECT_EQ(Row(options).size(), 1u);
  options.count_duplicates = true;
  Row row(options);
  ASSERT_EQ(row.size(), 2u);
  EXPECT_EQ(row.name(1), "dupecount");
  row.read("k 3");
  std::string json;
  row.append_json(1, json);
  EXPECT_EQ(json, "3");
}

TEST(Row, HasNumbersWhereOutbackCdxHasSome) {
  const std::pair<const char*, const char*> cases[] = {
      {"timestamp", "20070101000000"},
      {"status", "200"},
      {"length", "0"},
      {"offset", "7"}};
  for (auto [name, value] : cases) {
    Row row(std::vector<std::string>{name});
    row.read(value);
    std::string json;
    row.append_json(0, json);
    EXPECT_EQ(json, value) << name;
    for (const char* text : {"-", "007", "-1", "1e3"}) {
      row.read(text);
      json.clear();
      row.append_json(0, json);
      EXPECT_EQ(json, '"' + std::string(text) + '"') << name;
    }
  }
  Row row(std::vector<std::string>{"digest"});
  row.read("7");
  std::string json;
  row.append_json(0, json);
  EXPECT_EQ(json, "\"7\"");
}

std::string rows(std::string_view lines, const std::vector<std::string>& fields,
                 uint64_t& count) {
  return lines::text_of(*json_rows(lines::lines_of(lines), Row(fields), count));
}

TEST(JsonRows, AreOneArrayOfArrays) {
  uint64_t count = 0;
  EXPECT_EQ(rows("", {"urlkey"}, count), "[]\n");
  EXPECT_EQ(count, 0u);
  EXPECT_EQ(rows("k a\nl b\n", {"urlkey", "url"}, count),
            "[[\"k\",\"a\"],\n[\"l\",\"b\"]]\n");
  EXPECT_EQ(count, 2u);
}

TEST(JsonRows, HaveNumbersForDateStatusLengthAndOffset) {
  uint64_t count = 0;
  EXPECT_EQ(rows("20070101000000 200 5 0 7\n",
                 {"timestamp", "status", "length", "offset", "digest"}, count),
            "[[20070101000000,200,5,0,\"7\"]]\n");
}

TEST(JsonRows, KeepAsStringsWhatJsonDoesNotTakeForNumbers) {
  uint64_t count = 0;
  EXPECT_EQ(rows("- 007 -1 1e3\n", {"status", "length", "offset", "timestamp"},
                 count),
            "[[\"-\",\"007\",\"-1\",\"1e3\"]]\n");
}

TEST(JsonRows, EscapeTextAndFillMissingValues) {
  uint64_t count = 0;
  EXPECT_EQ(rows("a\"b\\c\n", {"url", "mime"}, count),
            "[[\"a\\\"b\\\\c\",\"\"]]\n");
}

}  // namespace

}  // namespace wax::cdx
