#include "collection/import/block_keeper.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/support/archives.h"
#include "warc/http/block_head.h"

namespace wax::collection {
namespace {

using tests::warc_record;
using tests::WarcFields;

std::string typed(std::string_view block, const char* type) {
  WarcFields fields;
  fields.type = type;
  fields.content_type = "text/plain";
  return warc_record(block, fields);
}

const std::vector<warc::RecordType> kTypes = {
    warc::RecordType::kResponse, warc::RecordType::kResource,
    warc::RecordType::kRevisit, warc::RecordType::kMetadata};

class BlockKeeperTest : public testing::Test {
 protected:
  BlockKeeper keeper(std::string archive, uint64_t limit) {
    BlockKeeper made(
        warc::open_archive(tests::memory_file(std::move(archive)), problems_),
        limit, false, kTypes);
    made.use(&arena_);
    return made;
  }

  tests::Problems problems_;
  std::string arena_ = "before:";
  warc::Record record_;
};

TEST_F(BlockKeeperTest, KeepsBlocksWhetherReadOrNot) {
  BlockKeeper blocks =
      keeper(typed("one", "response") + typed("second", "resource"), 1000);
  ASSERT_TRUE(blocks.next(record_));
  blocks.finish();
  EXPECT_EQ(blocks.take().start, 7u);
  EXPECT_EQ(blocks.take().size, 3u);
  EXPECT_EQ(blocks.take().content_type, "text/plain");
  EXPECT_TRUE(blocks.take().intact);
  ASSERT_TRUE(blocks.next(record_));
  EXPECT_EQ(io::read_all(*record_.body, 4), "seco");
  blocks.finish();
  EXPECT_EQ(blocks.take().start, 10u);
  EXPECT_EQ(blocks.take().size, 6u);
  EXPECT_EQ(arena_, "before:onesecond");
  EXPECT_FALSE(blocks.next(record_));
}

TEST_F(BlockKeeperTest, KeepsBytesUpToTheLimitAndCountsAll) {
  BlockKeeper blocks = keeper(typed(std::string(5000, 'x'), "response"), 10);
  ASSERT_TRUE(blocks.next(record_));
  blocks.finish();
  EXPECT_EQ(arena_, "before:xxxxxxxxxx");
  EXPECT_EQ(blocks.take().size, 5000u);
  EXPECT_FALSE(blocks.take().whole);
}

TEST_F(BlockKeeperTest, TheRestOfALongHeadTakesNoRoom) {
  std::string block = "HTTP/1.1 200 OK\r\nA: ";
  block.append(3 * warc::kMaxHttpHead, 'x');
  block += "\r\nB: 1\r\nContent-Type: a/b\r\n\r\nbody";
  BlockKeeper blocks = keeper(typed(block, "response"), warc::kMaxHttpHead + 8);
  ASSERT_TRUE(blocks.next(record_));
  warc::BlockHead head;
  head.read(*record_.body);
  blocks.finish();
  EXPECT_TRUE(blocks.take().whole);
  EXPECT_EQ(blocks.take().size, block.size());
  EXPECT_EQ(arena_.substr(7), "HTTP/1.1 200 OK\r\nContent-Type: a/b\r\n\nbody");
}

TEST_F(BlockKeeperTest, SkippedRecordsLeaveNothing) {
  BlockKeeper blocks =
      keeper(typed("one", "response") + typed("two", "response"), 1000);
  ASSERT_TRUE(blocks.next(record_));
  EXPECT_EQ(io::read_all(*record_.body, 2), "on");
  ASSERT_TRUE(blocks.next(record_));
  EXPECT_EQ(arena_, "before:");
  blocks.finish();
  EXPECT_EQ(arena_, "before:two");
}

TEST_F(BlockKeeperTest, OtherRecordsAreReadButNotKept) {
  BlockKeeper blocks = keeper(typed("GET /", "request"), 1000);
  ASSERT_TRUE(blocks.next(record_));
  EXPECT_EQ(io::read_all(*record_.body, 100), "GET /");
  blocks.finish();
  EXPECT_EQ(blocks.take().type, warc::RecordType::kRequest);
  EXPECT_EQ(arena_, "before:");
}

TEST_F(BlockKeeperTest, ABlockCutShortIsNotIntact) {
  std::string archive = typed("cut short", "response");
  BlockKeeper blocks = keeper(archive.substr(0, archive.size() - 7), 1000);
  ASSERT_TRUE(blocks.next(record_));
  blocks.finish();
  EXPECT_FALSE(blocks.take().intact);
  EXPECT_EQ(arena_, "before:cut sh");
}

// Of an archive that is not compressed; the checksum of another tells as much.
TEST_F(BlockKeeperTest, ABlockIsComparedWithItsDigest) {
  const std::string digest =
      "WARC-Block-Digest: sha1:7YC3ZXG4JEUACJ4BUXY2FJ34XNJZRYIG\r\n";
  for (bool compressed : {false, true}) {
    for (const char* block : {"one", "ohe"}) {
      std::string archive = typed(block, "response");
      archive.insert(archive.find("Content-Length"), digest);
      if (compressed) archive = tests::gzip_member(archive);
      auto reader =
          warc::open_archive(tests::memory_file(std::move(archive)), problems_);
      const warc::ArchiveReader& of_archive = *reader;
      BlockKeeper blocks(std::move(reader), 2, false, kTypes);
      blocks.check_blocks(of_archive, "a.warc", problems_);
      blocks.use(&arena_);
      ASSERT_TRUE(blocks.next(record_));
      EXPECT_EQ(io::read_all(*record_.body, 2), "o" + std::string(block, 1, 1));
      blocks.finish();
      EXPECT_TRUE(blocks.take().intact);
      EXPECT_EQ(problems_.ids().size(),
                !compressed && block[1] == 'h' ? 1U : 0U)
          << block;
      problems_.all.clear();
    }
  }
}

TEST_F(BlockKeeperTest, BlocksWaitForCapturesThatComeLater) {
  BlockKeeper blocks(
      warc::open_archive(tests::memory_file(typed("one", "response") +
                                            typed("GET", "request") +
                                            typed("same", "revisit") +
                                            typed("second", "resource")),
                         problems_),
      5, /*captures_come_later=*/true, kTypes);
  blocks.use(&arena_);
  while (blocks.next(record_)) blocks.finish();
  EXPECT_EQ(arena_, "before:");
  EXPECT_EQ(blocks.take().start, 7u);
  EXPECT_EQ(arena_, "before:one");
  EXPECT_EQ(blocks.take().type, warc::RecordType::kRevisit);
  EXPECT_EQ(arena_, "before:onesame");
  std::string next_arena;
  blocks.use(&next_arena);
  const BlockKeeper::Kept& last = blocks.take();
  EXPECT_EQ(last.start, 0u);
  EXPECT_EQ(last.size, 6u);
  EXPECT_EQ(next_arena, "secon");
}

}  // namespace
}  // namespace wax::collection
