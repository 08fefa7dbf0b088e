#include "cdx/lookup/json_rows.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/lines/stream_text.h"

namespace wax::cdx {
namespace {

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
