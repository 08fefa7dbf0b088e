#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/archives.h"
#include "warc/reader/member_reader.h"

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

TEST(RecordTrailer, IsTwoEqualLineEnds) {
  for (std::string_view good : {"\r\n\r\n", "\n\n", "\r\r\n\r\r\n"}) {
    EXPECT_TRUE(closes_record(good)) << testing::PrintToString(good);
  }
  for (std::string_view bad :
       {"", "\n", "\r\n", "\r\r", "\r\n\n", "\n\r\n", "\n\n\n\n"}) {
    EXPECT_FALSE(closes_record(bad)) << testing::PrintToString(bad);
  }
}

TEST(RecordTrailer, MayLieInTheBlockInPart) {
  struct Case {
    std::string_view line_ends;
    std::string_view tail;
    Severity severity;
    std::string_view id;
    std::string_view text;
  };
  constexpr std::string_view kSeparator = "warc-bad-separator";
  const Case cases[] = {
      {"", "text", Severity::kNote, kSeparator,
       "0 bytes of line ends follow a block"},
      {"\n\r\n", "xt\r\r", Severity::kWarning, "warc-bad-length",
       "3 bytes of line ends follow a block that ends in line ends; its length "
       "may be 1 too large"},
      {"\r\n", "xt\r\n", Severity::kWarning, kSeparator,
       "2 bytes of line ends follow a block that ends in line ends; its length "
       "may be 2 too large"},
      {"\n", "\r\n\r", Severity::kWarning, "warc-bad-length",
       "1 bytes of line ends follow a block that ends in line ends; its length "
       "may be 3 too large"},
      {"\r\n", "xt\n\n", Severity::kNote, kSeparator,
       "2 bytes of line ends follow a block"},
      {"\r\n\r\n\r\n", "\r\n", Severity::kNote, kSeparator,
       "6 bytes of line ends follow a block"},
  };
  for (const Case& c : cases) {
    BadTrailer bad = judge_trailer(c.line_ends, c.tail);
    EXPECT_EQ(bad.severity, c.severity) << testing::PrintToString(c.tail);
    EXPECT_EQ(bad.id, c.id) << testing::PrintToString(c.tail);
    EXPECT_EQ(bad.text, c.text) << testing::PrintToString(c.tail);
  }
}

}  // namespace

}  // namespace wax::warc
