#include "io/compress/bzip2_blocks.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/io/compress/bzip2_texts.h"

namespace wax::io {
namespace {

TEST(Bzip2Marks, StandAtAnyBit) {
  const std::string mark("\x31\x41\x59\x26\x53\x59", 6);
  const std::string end("\x17\x72\x45\x38\x50\x90", 6);
  for (unsigned shift = 0; shift < 24; ++shift) {
    std::string bytes(3, '\0');
    bytes += mark + end + "xx";
    std::string shifted;
    for (size_t i = 0; i < bytes.size(); ++i) {
      const uint64_t at = i * 8 + shift;
      if (at + 8 > bytes.size() * 8) break;
      shifted += static_cast<char>(bits_at(bytes, at, 8));
    }
    std::vector<Bzip2Mark> marks;
    find_bzip2_marks(shifted, 0, marks);
    ASSERT_EQ(marks.size(), 2U) << shift;
    EXPECT_EQ(marks[0], (Bzip2Mark{24 - shift, false}));
    EXPECT_EQ(marks[1], (Bzip2Mark{72 - shift, true}));
    marks.clear();
    find_bzip2_marks(shifted, 25 - shift, marks);
    EXPECT_EQ(marks.size(), 1U);
  }
}

TEST(Bzip2Marks, AreNotInPartsOfThem) {
  std::vector<Bzip2Mark> marks;
  find_bzip2_marks("1AY&S", 0, marks);
  find_bzip2_marks("", 0, marks);
  EXPECT_TRUE(marks.empty());
}

TEST(Bzip2Blocks, AreDecodedOneByOneByLibbz2) {
  const std::string text = bzip2_text(6000);
  const std::string stored = bzip2_of(text, 1);
  std::vector<Bzip2Mark> marks;
  find_bzip2_marks(stored, 0, marks);
  ASSERT_GT(marks.size(), 3U);
  EXPECT_EQ(marks.front().bit, 32U);
  EXPECT_TRUE(marks.back().is_end);
  std::string all;
  std::string block;
  for (size_t i = 0; i + 1 < marks.size(); ++i) {
    ASSERT_TRUE(
        decode_by_libbz2(stored, marks[i].bit, marks[i + 1].bit, block));
    all += block;
  }
  EXPECT_EQ(all, text);
  EXPECT_FALSE(decode_by_libbz2(stored, marks[0].bit, marks[1].bit - 1, block));
  EXPECT_FALSE(decode_by_libbz2(stored, marks[0].bit, marks[2].bit, block));
  EXPECT_FALSE(decode_by_libbz2(stored, 32, 40, block));
}

}  // namespace
}  // namespace wax::io
