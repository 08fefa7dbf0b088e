#include "io/compress/bzip2_source.h"

#include <gtest/gtest.h>

#include <string>

#include "io/compress/bzip2_blocks.h"
#include "io/error.h"
#include "tests/io/compress/bzip2_texts.h"
#include "tests/support/temp_dir.h"

namespace wax::io {
namespace {

class Bzip2SourceTest : public testing::Test {
 protected:
  std::string text_of(const std::string& stored, unsigned jobs,
                      size_t block = kFileBlock) {
    const std::string path = folder_.write("file.bz2", stored);
    auto source = bzip2_source(open_file(path, block), jobs);
    std::string text;
    for (;;) {
      std::string_view more = source->peek();
      if (more.empty()) return text;
      text += more;
      source->consume(more.size());
      read_ = text.size();
    }
  }
  // Where the damage is said to be, after `read_` bytes.
  uint64_t damage(const std::string& stored, unsigned jobs = 2) {
    read_ = 0;
    try {
      text_of(stored, jobs);
    } catch (const FormatError& error) {
      return error.offset();
    }
    ADD_FAILURE() << "no error";
    return 0;
  }

  tests::TempDir folder_;
  size_t read_ = 0;
};

TEST_F(Bzip2SourceTest, GivesTheSameForAnyThreads) {
  const std::string text = bzip2_text(4000);
  for (int level : {1, 9}) {
    const std::string stored = bzip2_of(text, level);
    for (unsigned jobs : {1, 2, 3, 7, 16}) {
      ASSERT_EQ(text_of(stored, jobs), text) << level << ' ' << jobs;
      ASSERT_EQ(text_of(stored, jobs, 1000), text) << level << ' ' << jobs;
    }
  }
}

// Level 1 has 99,981 bytes in a block, so that these are 26; few begin at whole
// bytes.
TEST_F(Bzip2SourceTest, FindsBlocksAtBits) {
  std::string text = bzip2_text(20'000);
  ASSERT_GT(text.size(), 2'548'898U);
  text.resize(2'548'898);
  const std::string stored = bzip2_of(text, 1);
  std::vector<Bzip2Mark> marks;
  find_bzip2_marks(stored, 0, marks);
  ASSERT_EQ(marks.size(), 27U) << "26 blocks and the end";
  EXPECT_EQ(marks.front().bit, 32U);
  size_t at_bytes = 0;
  for (size_t i = 0; i < 26; ++i) at_bytes += marks[i].bit % 8 == 0 ? 1 : 0;
  EXPECT_LT(at_bytes, 13U);
  for (unsigned jobs : {1, 2, 3, 7, 16}) {
    ASSERT_EQ(text_of(stored, jobs), text) << jobs;
    ASSERT_EQ(text_of(stored + bzip2_of("a") + stored, jobs), text + 'a' + text)
        << jobs;
  }
}

TEST_F(Bzip2SourceTest, JoinsStreams) {
  const std::string text = bzip2_text(2000);
  const std::string one = bzip2_of(text, 1);
  const std::string empty = bzip2_of("");
  for (unsigned jobs : {1, 3}) {
    EXPECT_EQ(text_of(one + empty + bzip2_of("a") + one, jobs),
              text + 'a' + text);
    EXPECT_EQ(text_of(empty, jobs), "");
    EXPECT_EQ(text_of(one + std::string(700, '\0'), jobs), text);
  }
}

TEST_F(Bzip2SourceTest, ExpandsLongRuns) {
  const std::string text(10'000'000, 'x');
  EXPECT_EQ(text_of(bzip2_of(text), 2), text);
}

TEST_F(Bzip2SourceTest, RefusesJunkBetweenStreams) {
  const std::string one = bzip2_of("abc");
  const std::string mark("\x31\x41\x59\x26\x53\x59", 6);
  for (const std::string& junk :
       {mark, "junk" + mark, std::string("BZh"), "BZh9junk" + mark + mark}) {
    EXPECT_EQ(damage(one + junk + one), one.size()) << junk;
    EXPECT_EQ(read_, 3U);
  }
}

TEST_F(Bzip2SourceTest, SaysWhereAFileWasCut) {
  const std::string text = bzip2_text(3000);
  const std::string stored = bzip2_of(text, 1);
  std::vector<Bzip2Mark> marks;
  find_bzip2_marks(stored, 0, marks);
  for (unsigned jobs : {1, 2, 16}) {
    // In the last block.
    const uint64_t last = marks[marks.size() - 2].bit / 8;
    EXPECT_EQ(damage(stored.substr(0, stored.size() - 1000), jobs), last);
    EXPECT_GT(read_, 0U);
    // In the end of the stream.
    EXPECT_EQ(damage(stored.substr(0, stored.size() - 2), jobs),
              marks.back().bit / 8);
    EXPECT_EQ(read_, text.size());
  }
  // After a whole block.
  const uint64_t end = marks[1].bit / 8;
  EXPECT_EQ(damage(stored.substr(0, end + 1)), 4U);
  EXPECT_EQ(damage("BZh9"), 0U);
  EXPECT_EQ(damage(stored + stored.substr(0, 4)), stored.size());
}

TEST_F(Bzip2SourceTest, ChecksSums) {
  const std::string text = bzip2_text(3000);
  const std::string stored = bzip2_of(text, 1);
  std::vector<Bzip2Mark> marks;
  find_bzip2_marks(stored, 0, marks);
  std::string flipped = stored;
  flipped[marks[1].bit / 8 + 5000] ^= 4;
  EXPECT_EQ(damage(flipped), marks[1].bit / 8);
  EXPECT_GT(read_, 0U);
  flipped = stored;
  flipped[stored.size() - 2] ^= 4;  // in the sum of the stream
  EXPECT_EQ(damage(flipped), marks.back().bit / 8);
  EXPECT_EQ(read_, text.size());
}

// A mark that stands in a block by accident is found by putting one there: the
// sum of the block is wrong then, but not until both parts were joined.
TEST_F(Bzip2SourceTest, JoinsBlocksThatHoldAMark) {
  const std::string text = bzip2_text(3000);
  std::string stored = bzip2_of(text, 9);
  const std::string end("\x17\x72\x45\x38\x50\x90", 6);
  stored.replace(60'000, 6, end);
  EXPECT_EQ(damage(stored), 4U);
}

}  // namespace
}  // namespace wax::io
