#include "warc/reader/record_search.h"

#include <gtest/gtest.h>

#include "tests/support/archives.h"

namespace wax::warc {
namespace {

using tests::Medium;
using tests::memory_file;
using tests::warc_record;

// A search in an uncompressed file, from its front on.
struct Searched {
  explicit Searched(std::string bytes, Medium medium = Medium::kFile)
      : stream(io::plain_stream(memory_file(std::move(bytes), medium))) {
    EXPECT_TRUE(stream->next_member());
  }

  std::unique_ptr<io::MemberStream> stream;
  tests::Problems sink;
  RecordProblems problems{*stream, sink};
  RecordSearch search{*stream, problems};
};

TEST(RecordSearch, PassesOverBlankLines) {
  Searched file("\r\n\n\r\n\n\n\n\ntext");
  std::string seen;
  EXPECT_EQ(file.search.skip_blank_lines(&seen), 9u);
  EXPECT_EQ(seen, "\r\n\n\r\n\n\n\n");
  EXPECT_EQ(file.stream->peek(4), "text");
  EXPECT_EQ(file.search.skip_blank_lines(&seen), 0u);
}

TEST(RecordSearch, FindsARecordBehindALineEnd) {
  Searched file("WARC/1.0\r\na: b\nWARC/1.0\r\na: c\r\n\r\n");
  uint64_t skipped = 0;
  EXPECT_TRUE(file.search.find(Format::kWarc, false, skipped));
  EXPECT_EQ(skipped, 15u);
  EXPECT_TRUE(file.search.find(Format::kWarc, true, skipped));
  EXPECT_EQ(skipped, 0u);
}

TEST(RecordSearch, FindsOneOfTheFormat) {
  Searched file("\nhttp://a.org/ 1.2.3.4 20010203 a/b 7\nWARC/1.0\na: b");
  uint64_t skipped = 0;
  EXPECT_TRUE(file.search.find(Format::kWarc, true, skipped));
  EXPECT_EQ(skipped, 38u);
}

TEST(RecordSearch, FindsOneWhereverItsBytesAreReadAhead) {
  for (size_t junk = 4000; junk < 4200; ++junk) {
    Searched file(std::string(junk, 'x') + "\n" + warc_record("block"));
    uint64_t skipped = 0;
    ASSERT_TRUE(file.search.find(Format::kWarc, false, skipped)) << junk;
    EXPECT_EQ(skipped, junk + 1) << junk;
  }
}

TEST(RecordSearch, PassesOverAllWhereThereIsNone) {
  Searched file(std::string(100000, 'x'));
  uint64_t skipped = 0;
  EXPECT_FALSE(file.search.find(Format::kWarc, true, skipped));
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
  std::optional<uint64_t> find(RecordSearch& search, uint64_t from) const {
    return search.find_swallowed(begin, from, end, Format::kWarc, false);
  }
};

TEST(RecordSearch, GoesBackIntoABlock) {
  Swallowed block;
  Searched file(block.bytes);
  ASSERT_TRUE(file.stream->seek(block.end));
  auto found = block.find(file.search, block.begin);
  ASSERT_TRUE(found);
  EXPECT_EQ(*found, block.record - block.begin);
  EXPECT_EQ(file.stream->stored_offset(), block.record);
}

TEST(RecordSearch, DoesNotFindWhatItDoesNotReach) {
  Swallowed block;
  Searched file(block.bytes);
  EXPECT_FALSE(block.find(file.search, block.record + 1));
}

TEST(RecordSearch, DoesNotGoBackInAPipe) {
  Swallowed block;
  Searched file(block.bytes, Medium::kPipe);
  EXPECT_FALSE(block.find(file.search, block.begin));
}

TEST(RecordSearch, LeavesAnArchiveWithinABlockWhole) {
  std::string bytes = "header\n" + warc_record("one") + warc_record("two");
  Searched file(bytes);
  ASSERT_TRUE(file.stream->seek(bytes.size()));
  EXPECT_FALSE(
      file.search.find_swallowed(7, 7, bytes.size(), Format::kWarc, false));
  EXPECT_EQ(file.stream->stored_offset(), bytes.size());
  EXPECT_EQ(file.search.find_swallowed(7, 7, bytes.size(), Format::kWarc, true),
            0u);
}

TEST(RecordSearch, GivesUpWhenItHasReadMuchTwice) {
  Swallowed block;
  block.bytes.insert(block.begin, 16 * 1024 * 1024, 'x');
  block.end += 16 * 1024 * 1024;
  Searched file(block.bytes);
  int found = 0;
  while (found < 100 &&
         file.search.find_swallowed(block.begin, block.begin, block.end,
                                    Format::kWarc, false)) {
    ++found;
  }
  EXPECT_GT(found, 2);
  EXPECT_LT(found, 10);
}

}  // namespace
}  // namespace wax::warc
