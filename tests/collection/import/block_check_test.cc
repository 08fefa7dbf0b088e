#include "collection/import/block_check.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/support/archives.h"

namespace wax::collection {
namespace {

std::vector<std::string> problems_of(const std::string& digest,
                                     const std::string& block) {
  tests::Problems problems;
  BlockCheck check;
  warc::Record record;
  record.headers.parse("WARC-Block-Digest: " + digest + "\r\n");
  check.begin(record);
  for (char c : block) check.add(std::string_view(&c, 1));
  check.end("a.warc", 7, problems);
  return problems.ids();
}

TEST(BlockCheck, ComparesSha1) {
  const std::vector<std::string> none;
  const std::vector<std::string> mismatch = {"warc-block-digest-mismatch"};
  const std::string sha1 = "sha1:7YC3ZXG4JEUACJ4BUXY2FJ34XNJZRYIG";
  EXPECT_EQ(problems_of(sha1, "one"), none);
  EXPECT_EQ(problems_of(sha1, "two"), mismatch);
  EXPECT_EQ(problems_of("", "two"), none);
  EXPECT_EQ(problems_of("sha1:?", "two"), none);
  EXPECT_EQ(problems_of("md5:f97c5d29941bfb1b2fdab0874906ab82", "two"), none);
}

TEST(BlockCheck, IsOfOneRecord) {
  tests::Problems problems;
  warc::Record record;
  record.headers.parse(
      "WARC-Block-Digest: sha1:7YC3ZXG4JEUACJ4BUXY2FJ34XNJZRYIG\r\n");
  BlockCheck check;
  check.begin(record);
  check.add("o");
  check.forget();
  check.end("a.warc", 7, problems);
  EXPECT_TRUE(problems.ids().empty());
  check.begin(record);
  check.add("one");
  check.end("a.warc", 7, problems);
  EXPECT_TRUE(problems.ids().empty());
}

}  // namespace
}  // namespace wax::collection
