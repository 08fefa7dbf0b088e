#include "warc/http/headers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/seed.h"

namespace wax::warc {
namespace {

using ::testing::ElementsAre;
using ::testing::Optional;

struct HeadersCase {
  const char* fact;
  std::string block;
  std::vector<std::pair<std::string, std::string>> fields;
  size_t odd_lines = 0;
};

const HeadersCase kCases[] = {
    {"an empty block has no fields", "", {}},
    {"a lone blank line has no fields", "\r\n", {}},
    {"CRLF lines", "A: 1\r\nB: 2\r\n\r\n", {{"A", "1"}, {"B", "2"}}},
    {"bare LF lines", "A: 1\nB: 2\n\n", {{"A", "1"}, {"B", "2"}}},
    {"the last line needs no end", "A: 1\r\nB: 2", {{"A", "1"}, {"B", "2"}}},
    {"what follows the blank line is not read",
     "A: 1\r\n\r\nB: 2\r\n",
     {{"A", "1"}}},
    {"a name and a value are trimmed", "A \t:\t 1 2 \t\r\n", {{"A", "1 2"}}},
    {"a value may be empty", "A:\r\nB: \r\n", {{"A", ""}, {"B", ""}}},
    {"a value keeps its colons", "A: b:c: d\r\n", {{"A", "b:c: d"}}},
    {"a repeated field is kept", "A: 1\nA: 2\n", {{"A", "1"}, {"A", "2"}}},
    {"a folded line is joined by one space",
     "A: 1\r\n \t  2\r\n\t3  \r\nB: 4\r\n",
     {{"A", "1 2 3"}, {"B", "4"}}},
    {"a folded line fills an empty value",
     "A:\r\n  1\r\n  2\r\n",
     {{"A", "1 2"}}},
    {"an empty folded line adds nothing", "A: 1\n   \n 2\n", {{"A", "1 2"}}},
    {"a line without a colon is counted",
     "A: 1\r\nwhat\r\nB: 2\r\n",
     {{"A", "1"}, {"B", "2"}},
     1},
    {"a line without a name is counted", ": 1\r\nB: 2\r\n", {{"B", "2"}}, 1},
    {"a folded line behind an odd one is counted",
     "what\r\n  A: 1\r\nB: 2\r\n",
     {{"B", "2"}},
     2},
    {"a folded line in front is counted", "  A: 1\r\nB: 2", {{"B", "2"}}, 1},
    {"NUL is a byte like others",
     std::string("A: 1\0002\r\nB\0: 3\r\n", 14),
     {{"A", std::string("1\0002", 3)}, {std::string("B\0", 2), "3"}}},
    {"other bytes stay as they are",
     "A: \xff\xfe\xc3\xa9\r\n",
     {{"A", "\xff\xfe\xc3\xa9"}}},
    {"a carriage return inside a value stays", "A: 1\r2\r\n", {{"A", "1\r2"}}},
};

TEST(Headers, ParseLeniently) {
  for (const HeadersCase& c : kCases) {
    SCOPED_TRACE(c.fact);
    Headers headers;
    headers.parse(c.block);
    std::vector<std::pair<std::string, std::string>> fields;
    for (const Field& field : headers.all()) {
      fields.emplace_back(field.name, field.value);
    }
    EXPECT_EQ(fields, c.fields);
    EXPECT_EQ(headers.odd_lines(), c.odd_lines);
  }
}

TEST(Headers, NamesCompareWithoutRegardToCase) {
  Headers headers;
  headers.parse("Content-Type: a\r\ncontent-type: b\r\nX: c\r\n");
  EXPECT_THAT(headers.find("CONTENT-TYPE"), Optional(std::string_view("a")));
  EXPECT_THAT(headers.find_all("Content-type"), ElementsAre("a", "b"));
  EXPECT_FALSE(headers.find("Content"));
  EXPECT_TRUE(headers.find_all("Content-Length").empty());
}

TEST(Headers, AParseForgetsTheOneBefore) {
  Headers headers;
  headers.parse("A: 1\r\nodd\r\n");
  headers.parse("B: 2\r\n");
  EXPECT_FALSE(headers.find("A"));
  EXPECT_EQ(headers.odd_lines(), 0U);
  headers.clear();
  EXPECT_TRUE(headers.all().empty());
}

TEST(Headers, TheBlockMayGoAway) {
  Headers headers;
  {
    std::string block = "A: 1\r\n 2\r\n";
    headers.parse(block);
    block.assign(block.size(), 'x');
  }
  EXPECT_THAT(headers.find("a"), Optional(std::string_view("1 2")));
}

TEST(Headers, ViewsOutliveAMove) {
  Headers headers;
  headers.parse("A: 1\r\n");
  std::string_view value = *headers.find("A");
  Headers moved = std::move(headers);
  EXPECT_EQ(value, "1");
  EXPECT_EQ(moved.find("A")->data(), value.data());
}

TEST(Headers, AnyBytesAreRead) {
  const unsigned seed = tests::seed_of_test();
  std::mt19937 random(seed);
  const std::string_view letters = "aB: \t\r\n\0\xff";
  Headers headers;
  for (int round = 0; round < 5000; ++round) {
    std::string block(random() % 40, ' ');
    for (char& c : block) c = letters[random() % letters.size()];
    headers.parse(block);
    for (const Field& field : headers.all()) {
      EXPECT_FALSE(field.name.empty());
      EXPECT_EQ(field.value.find('\n'), std::string_view::npos);
      EXPECT_EQ(headers.find(field.name).has_value(), true);
    }
  }
}

}  // namespace
}  // namespace wax::warc
