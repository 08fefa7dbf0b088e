#include "cdx/files/zipnum_block.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "io/error.h"
#include "tests/support/archives.h"

namespace wax::cdx {
namespace {

TEST(ParseBlock, KnowsBothForms) {
  auto tabs = parse_block("com,example)/ 2014\tpart\t12\t34\t5");
  ASSERT_TRUE(tabs);
  EXPECT_EQ(tabs->key, "com,example)/ 2014");
  EXPECT_EQ(tabs->part, "part");
  EXPECT_EQ(tabs->offset, 12U);
  EXPECT_EQ(tabs->length, 34U);
  auto json = parse_block(
      "com,example)/ 2014 {\"offset\": 12, \"length\": 34, \"digest\": "
      "\"sha256:00\", \"filename\": \"x.gz\"}");
  ASSERT_TRUE(json);
  EXPECT_EQ(json->key, "com,example)/ 2014");
  EXPECT_EQ(json->part, "x.gz");
  EXPECT_EQ(json->offset, 12U);
  EXPECT_EQ(json->length, 34U);
  EXPECT_EQ(json->digest, "sha256:00");
}

TEST(ParseBlock, RefusesOtherLines) {
  for (const char* line :
       {"", "a b", "a\tb", "a\tb\tc\td", "a\tb\t1\t-2", "a\t\t1\t2",
        "a b {\"offset\": 1}", "a b {\"offset\": 1, \"length\": 2",
        "a b {\"offset\": \"x\", \"length\": 2}",
        "a\tb\t99999999999999999999\t1"}) {
    EXPECT_FALSE(parse_block(line)) << line;
  }
}

TEST(NextBlockLine, GivesLinesWithAndWithoutTheirEnds) {
  std::vector<std::string_view> lines;
  size_t at = 0;
  for (std::string_view line; next_block_line("a\r\n\nb\nc", at, line);) {
    lines.push_back(line);
  }
  EXPECT_EQ(lines, (std::vector<std::string_view>{"a", "b", "c"}));
}

TEST(StoredBlock, MustBeginWithTheLineOfTheIndex) {
  StoredBlock stored{"part", tests::gzip_member("a) 1 x\nb) 1 x\n")};
  ZipNumBlock block;
  block.key = "a) 1";
  EXPECT_EQ(stored.decompress(block, false), "a) 1 x\nb) 1 x\n");
  block.key = "b) 1";
  EXPECT_THROW((void)stored.decompress(block, false), FormatError);
}

}  // namespace
}  // namespace wax::cdx
