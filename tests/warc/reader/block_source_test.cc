#include "warc/reader/block_source.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "tests/support/archives.h"

namespace wax::warc {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using tests::gzip_member;
using tests::warc_record;

constexpr Format kWarc = Format::kWarc;

TEST(BlockSource, BeginsAnArchive) {
  std::string record = warc_record("block");
  std::string brought = tests::http_response(record, "application/warc");
  EXPECT_TRUE(begins_archive(record, kWarc, false));
  EXPECT_TRUE(begins_archive(brought, kWarc, true));
  EXPECT_TRUE(begins_archive(brought, kWarc, false));
}

TEST(BlockSource, DoesNotBeginAnArchive) {
  std::string record = warc_record("block");
  EXPECT_FALSE(begins_archive("text", kWarc, false));
  EXPECT_FALSE(begins_archive("\r\n" + record, kWarc, false));
  EXPECT_FALSE(begins_archive(record, Format::kArc, false));
  // What should be a message is a record that has lost its block.
  EXPECT_FALSE(begins_archive(record, kWarc, true));
  EXPECT_FALSE(
      begins_archive(tests::http_response(record, "text/plain"), kWarc, true));
}

// A block that begins the file's first member.
struct Block {
  explicit Block(const std::vector<std::string>& members)
      : stream(tests::gzip_members(members, sink)) {
    EXPECT_TRUE(joined.enter());
  }
  void begin(uint64_t length) {
    static_cast<void>(joined.begin_record(false));
    Record record;
    record.content_length = length;
    block.begin(record, 0, false);
  }

  tests::Problems sink;
  std::unique_ptr<io::MemberStream> stream;
  RecordProblems problems{*stream, sink};
  JoinedMembers joined{*stream, problems};
  BlockSource block{*stream, joined, problems};
};

TEST(BlockSource, IsAsLongAsItSays) {
  Block b({"a block\r\n\r\n"});
  b.begin(7);
  EXPECT_EQ(b.block.stated(), 7u);
  EXPECT_EQ(io::read_all(b.block, 100), "a block");
  EXPECT_EQ(b.block.tail(), "lock");
  EXPECT_EQ(b.block.left(), 0u);
  EXPECT_EQ(b.block.there(), 7u);
}

TEST(BlockSource, GoesOnInTheNextMember) {
  Block b({"a bl", "oc", "k\r\n\r\n"});
  b.begin(7);
  EXPECT_EQ(io::read_all(b.block, 100), "a block");
  EXPECT_EQ(b.block.tail(), "lock");
}

TEST(BlockSource, EndsWhereAMemberBeginsWithARecord) {
  Block b({"a block", warc_record("next")});
  b.begin(1000);
  EXPECT_EQ(io::read_all(b.block, 100), "a block");
  EXPECT_TRUE(b.joined.next_entered());
  EXPECT_EQ(b.block.there(), 7u);
  EXPECT_TRUE(b.problems.intact());
}

TEST(BlockSource, EndsBeforeARecordThatItsLengthHasSwallowed) {
  Block b({"a block\r\n\r\n" + warc_record("next")});
  b.begin(20);
  EXPECT_EQ(io::read_all(b.block, 100), "a block\r\n\r\n");
  EXPECT_FALSE(b.problems.intact());
  EXPECT_THAT(b.sink.ids(), ElementsAre("warc-bad-length"));
}

TEST(BlockSource, HoldsARecordIfItsOwnEndIsRight) {
  std::string text = "a block\r\n\r\n" + warc_record("next");
  Block b({text + "\r\n\r\n" + warc_record("true next")});
  b.begin(text.size());
  EXPECT_EQ(io::read_all(b.block, 1000), text);
  EXPECT_THAT(b.sink.ids(), IsEmpty());
}

TEST(BlockSource, WithoutALengthEndsBeforeTheNextRecord) {
  Block b({"a block\r\n\r\n" + warc_record("next")});
  b.begin(Record::kNoLength);
  EXPECT_EQ(io::read_all(b.block, 100), "a block\r\n\r\n");
  EXPECT_EQ(b.block.left(), 0u);
}

TEST(BlockSource, IsShortWhereTheFileEnds) {
  Block b({"a block"});
  b.begin(9);
  EXPECT_EQ(io::read_all(b.block, 100), "a block");
  EXPECT_EQ(b.block.left(), 2u);
  EXPECT_EQ(b.block.there(), 7u);
}

}  // namespace
}  // namespace wax::warc
