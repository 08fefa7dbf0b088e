#include "warc/reader/record_end.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/archives.h"

namespace wax::warc {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using tests::warc_record;

// A record without a header, whose block begins the stream.
struct Ended {
  // In an uncompressed file.
  explicit Ended(std::string bytes)
      : stream(io::plain_stream(tests::memory_file(std::move(bytes)))) {
    EXPECT_TRUE(members.enter());
  }
  // In a file with such members.
  explicit Ended(const std::vector<std::string>& bytes)
      : stream(tests::gzip_members(bytes, sink)) {
    EXPECT_TRUE(members.enter());
  }

  RecordEnd check(uint64_t length, Format format = Format::kWarc) {
    Extent extent = members.begin_record(false);
    Record record;
    record.format = format;
    record.content_length = length;
    block.begin(record, 0, false);
    io::skip(block, UINT64_MAX);
    return check_.check({format, extent.offset, extent.seekable, 0, 0});
  }
  std::string next() { return std::string(stream->peek(8).substr(0, 8)); }

  tests::Problems sink;
  std::unique_ptr<io::MemberStream> stream;
  RecordProblems problems{*stream, sink};
  JoinedMembers members{*stream, problems};
  RecordSearch search{*stream, problems};
  BlockSource block{*stream, members, problems};
  RecordEndCheck check_{*stream, members, search, block, problems};
};

TEST(RecordEnd, LiesBehindABlockOfTheStatedLength) {
  Ended record("a block\r\n\r\n" + warc_record("next"));
  RecordEnd end = record.check(7);
  EXPECT_EQ(end.length, 7u);
  EXPECT_FALSE(end.next_in_block);
  EXPECT_FALSE(end.fills_member);
  EXPECT_TRUE(record.problems.intact());
  EXPECT_EQ(record.next(), "WARC/1.0");
  EXPECT_THAT(record.sink.ids(), IsEmpty());
}

TEST(RecordEnd, LiesBehindTheMemberOfARecord) {
  std::string member = tests::gzip_member("a block\r\n\r\n");
  Ended record(
      std::vector<std::string>{"a block\r\n\r\n", warc_record("next")});
  RecordEnd end = record.check(7);
  EXPECT_EQ(end.length, member.size());
  EXPECT_TRUE(end.fills_member);
  EXPECT_TRUE(record.problems.intact());
}

TEST(RecordEnd, LiesBeforeTheNextRecordInABlock) {
  std::string next = warc_record("next");
  Ended record("a block\r\n\r\n" + next + "behind");
  RecordEnd end = record.check(11 + next.size());
  EXPECT_EQ(end.length, 11u);
  EXPECT_EQ(end.next_in_block, 11u);
  EXPECT_FALSE(record.problems.intact());
  EXPECT_EQ(record.next(), "WARC/1.0");
  EXPECT_THAT(record.sink.ids(), ElementsAre("warc-bad-length"));
}

TEST(RecordEnd, HasBytesBehindTheBlockThatAreNoRecord) {
  std::string bytes = "a block and more\n" + warc_record("next");
  Ended plain(bytes);
  Ended compressed(std::vector<std::string>{bytes});
  for (Ended* record : {&plain, &compressed}) {
    static_cast<void>(record->check(7));
    EXPECT_FALSE(record->problems.intact());
    EXPECT_EQ(record->next(), "WARC/1.0");
    EXPECT_THAT(record->sink.ids(), ElementsAre("warc-bad-length"));
  }
}

TEST(RecordEnd, IsNotThereInATruncatedFile) {
  Ended record("a bl");
  RecordEnd end = record.check(7);
  EXPECT_EQ(end.length, 4u);
  EXPECT_FALSE(record.problems.intact());
  EXPECT_THAT(record.sink.ids(), ElementsAre("warc-truncated-record"));
}

TEST(RecordEnd, HasADamagedTrailer) {
  Ended record("a block\r\n" + warc_record("next"));
  EXPECT_EQ(record.check(7).length, 7u);
  EXPECT_TRUE(record.problems.intact());
  EXPECT_THAT(record.sink.ids(), ElementsAre("warc-bad-separator"));
}

TEST(RecordEnd, OfAnArcRecordIsOneLineEnd) {
  Ended record("a block\n" + tests::arc_record("next"));
  EXPECT_EQ(record.check(7, Format::kArc).length, 7u);
  EXPECT_TRUE(record.problems.intact());
  EXPECT_THAT(record.sink.ids(), IsEmpty());
}

}  // namespace
}  // namespace wax::warc
