#include "warc/reader/record_search.h"

#include <gtest/gtest.h>

#include "tests/support/archives.h"

namespace wax::warc {
namespace {

using test::Medium;
using test::memory_file;
using test::warc_record;

std::unique_ptr<io::MemberStream> open(std::string bytes,
                                       Medium medium = Medium::kFile) {
  auto stream = io::plain_stream(memory_file(std::move(bytes), medium));
  EXPECT_TRUE(stream->next_member());
  return stream;
}

TEST(RecordSearch, PassesOverBlankLines) {
  auto stream = open("\r\n\n\r\n\n\n\n\ntext");
  RecordSearch search(*stream);
  std::string seen;
  EXPECT_EQ(search.skip_blank_lines(&seen), 9u);
  EXPECT_EQ(seen, "\r\n\n\r\n\n\n\n");
  EXPECT_EQ(stream->peek(4), "text");
  EXPECT_EQ(search.skip_blank_lines(&seen), 0u);
}

TEST(RecordSearch, FindsARecordBehindALineEnd) {
  auto stream = open("WARC/1.0\r\na: b\nWARC/1.0\r\na: c\r\n\r\n");
  RecordSearch search(*stream);
  uint64_t skipped = 0;
  EXPECT_TRUE(search.find(Format::kWarc, false, skipped));
  EXPECT_EQ(skipped, 15u);
  EXPECT_TRUE(search.find(Format::kWarc, true, skipped));
  EXPECT_EQ(skipped, 0u);
}

TEST(RecordSearch, FindsOneOfTheFormat) {
  auto stream = open("\nhttp://a.org/ 1.2.3.4 20010203 a/b 7\nWARC/1.0\na: b");
  RecordSearch search(*stream);
  uint64_t skipped = 0;
  EXPECT_TRUE(search.find(Format::kWarc, true, skipped));
  EXPECT_EQ(skipped, 38u);
}

TEST(RecordSearch, FindsOneWhereverItsBytesAreReadAhead) {
  for (size_t junk = 4000; junk < 4200; ++junk) {
    auto stream = open(std::string(junk, 'x') + "\n" + warc_record("block"));
    RecordSearch search(*stream);
    uint64_t skipped = 0;
    ASSERT_TRUE(search.find(Format::kWarc, false, skipped)) << junk;
    EXPECT_EQ(skipped, junk + 1) << junk;
  }
}

TEST(RecordSearch, PassesOverAllWhereThereIsNone) {
  auto stream = open(std::string(100000, 'x'));
  RecordSearch search(*stream);
  uint64_t skipped = 0;
  EXPECT_FALSE(search.find(Format::kWarc, true, skipped));
  EXPECT_EQ(skipped, 100000u);
}

struct Swallowed {
  std::string bytes = "header\n" + std::string(5000, 'x') + "\n";
  uint64_t record = bytes.size();
  uint64_t begin = 7;
  uint64_t end = 0;

  Swallowed() {
    bytes += warc_record("the next");
    end = bytes.size();
    bytes += "rest";
  }
  std::optional<uint64_t> find(io::MemberStream& stream, uint64_t from) const {
    RecordSearch search(stream);
    return search.find_swallowed(begin, from, end, Format::kWarc, false);
  }
};

TEST(RecordSearch, GoesBackIntoABlock) {
  Swallowed file;
  auto stream = open(file.bytes);
  ASSERT_TRUE(stream->seek(file.end));
  auto found = file.find(*stream, file.begin);
  ASSERT_TRUE(found);
  EXPECT_EQ(*found, file.record - file.begin);
  EXPECT_EQ(stream->stored_offset(), file.record);
}

TEST(RecordSearch, DoesNotFindWhatItDoesNotReach) {
  Swallowed file;
  auto stream = open(file.bytes);
  EXPECT_FALSE(file.find(*stream, file.record + 1));
}

TEST(RecordSearch, DoesNotGoBackInAPipe) {
  Swallowed file;
  auto stream = open(file.bytes, Medium::kPipe);
  EXPECT_FALSE(file.find(*stream, file.begin));
}

TEST(RecordSearch, LeavesAnArchiveWithinABlockWhole) {
  std::string bytes = "header\n" + warc_record("one") + warc_record("two");
  auto stream = open(bytes);
  ASSERT_TRUE(stream->seek(bytes.size()));
  RecordSearch search(*stream);
  EXPECT_FALSE(search.find_swallowed(7, 7, bytes.size(), Format::kWarc, false));
  EXPECT_EQ(stream->stored_offset(), bytes.size());
  EXPECT_EQ(search.find_swallowed(7, 7, bytes.size(), Format::kWarc, true), 0u);
}

TEST(RecordSearch, GivesUpWhenItHasReadMuchTwice) {
  Swallowed file;
  file.bytes.insert(file.begin, 16 * 1024 * 1024, 'x');
  file.end += 16 * 1024 * 1024;
  auto stream = open(file.bytes);
  RecordSearch search(*stream);
  int found = 0;
  while (found < 100 && search.find_swallowed(file.begin, file.begin, file.end,
                                              Format::kWarc, false)) {
    ++found;
  }
  EXPECT_GT(found, 2);
  EXPECT_LT(found, 10);
}

}  // namespace
}  // namespace wax::warc
