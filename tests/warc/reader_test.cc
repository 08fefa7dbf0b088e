#include "warc/reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/archives.h"
#include "tests/warc/seen.h"

namespace wax::warc {
namespace {

using test::arc_filedesc;
using test::arc_record;
using test::gzip_member;
using test::http_response;
using test::memory_file;
using test::Problems;
using test::warc_record;
using testing::ElementsAre;
using testing::IsEmpty;

TEST(Reader, ReadsAMemberForEachRecord) {
  std::string first = gzip_member(warc_record("one"));
  std::string second = gzip_member(warc_record("two", {.uri = "urn:x"}));
  Problems problems;
  auto records = read(first + second, problems);
  ASSERT_EQ(records.size(), 2);
  EXPECT_EQ(records[0].block, "one");
  EXPECT_EQ(records[1].block, "two");
  EXPECT_EQ(records[1].uri, "urn:x");
  EXPECT_EQ(records[0].extent.offset, 0);
  EXPECT_EQ(records[0].extent.length, first.size());
  EXPECT_EQ(records[1].extent.offset, first.size());
  EXPECT_EQ(records[1].extent.length, second.size());
  EXPECT_TRUE(records[1].intact);
  EXPECT_THAT(problems.ids(), IsEmpty());
}

TEST(Reader, CountsAPlainRecordWithoutTheBlankLinesBehindIt) {
  std::string first = warc_record("one");
  Problems problems;
  auto records = read(first + warc_record("two"), problems);
  ASSERT_EQ(records.size(), 2);
  EXPECT_EQ(records[0].extent.length, first.size() - 4);
  EXPECT_EQ(records[1].extent.offset, first.size());
  EXPECT_THAT(problems.ids(), IsEmpty());
}

TEST(Reader, ReadsArc) {
  Problems problems;
  auto records = read(
      arc_filedesc("a.arc") + arc_record("GIF", "http://example.org/a b.gif"),
      problems);
  ASSERT_EQ(records.size(), 2);
  EXPECT_EQ(records[0].uri, "filedesc://a.arc");
  EXPECT_EQ(records[1].uri, "http://example.org/a b.gif");
  EXPECT_EQ(records[1].block, "GIF");
  EXPECT_THAT(problems.ids(), IsEmpty());
}

TEST(Reader, SaysWhenThereIsNoArchive) {
  Problems problems;
  EXPECT_THAT(read("", problems), IsEmpty());
  EXPECT_THAT(read("hello", problems), IsEmpty());
  EXPECT_THAT(problems.ids(), ElementsAre("empty-file", "not-an-archive"));
}

}  // namespace
}  // namespace wax::warc
