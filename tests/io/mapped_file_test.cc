#include "io/mapped_file.h"

#include <gtest/gtest.h>

#include "io/crc32.h"
#include "io/error.h"
#include "tests/support/temp_dir.h"

namespace wax::io {
namespace {

using tests::TempDir;

TEST(MappedFileTest, NumbersAreReadOneBehindTheOther) {
  TempDir folder;
  std::string bytes("\x05\x81\x01\0\0\1\2\0\0\0\0\0\0\1\0ab", 17);
  MappedFile file(folder.write("f", bytes), nullptr);
  ByteCursor in({&file, 0, file.size()});
  EXPECT_EQ(in.byte(), 5);
  EXPECT_EQ(in.vint(), 129U);
  EXPECT_EQ(in.fixed_int(), 258U);
  EXPECT_EQ(in.fixed_long(), 256U);
  EXPECT_EQ(in.bytes(2), "ab");
  EXPECT_EQ(in.left(), 0U);
  EXPECT_THROW((void)in.byte(), FormatError);
}

TEST(MappedFileTest, APartOfAFileEndsWhereItEnds) {
  TempDir folder;
  MappedFile file(folder.write("f", "0123456789"), nullptr);
  FileSlice part{&file, 2, 5};
  EXPECT_EQ(ByteCursor(part).bytes(3), "234");
  EXPECT_THROW((void)ByteCursor(part).bytes(4), FormatError);
  EXPECT_THROW((void)part.at(2, 2), FormatError);
  EXPECT_THROW(ByteCursor(part, 4), FormatError);
}

TEST(MappedFileTest, OnlyTheBlocksThatAreReadAreCompared) {
  TempDir folder;
  std::string bytes(2 * BlockSums::kBlock + 10, 'a');
  BlockSums expected;
  expected.size = bytes.size();
  for (size_t at = 0; at < bytes.size(); at += BlockSums::kBlock) {
    expected.blocks.push_back(
        crc32(std::string_view(bytes).substr(at, BlockSums::kBlock)));
  }
  bytes[BlockSums::kBlock + 3] = 'b';
  MappedFile file(folder.write("f", bytes), &expected);
  FileSlice all{&file, 0, file.size()};
  EXPECT_EQ(*all.at(5, 1), 'a');
  EXPECT_EQ(*all.at(2 * BlockSums::kBlock, 10), 'a');
  EXPECT_THROW((void)all.at(BlockSums::kBlock - 1, 2), FormatError);
  expected.size -= 1;
  EXPECT_THROW(MappedFile(folder / "f", &expected), FormatError);
}

TEST(MappedFileTest, AFileThatWasReleasedIsReadAgain) {
  TempDir folder;
  MappedFile file(folder.write("f", std::string(200000, 'x')), nullptr);
  FileSlice all{&file, 0, file.size()};
  const uint8_t* bytes = all.at(100000, 5);
  file.release();
  EXPECT_EQ(*bytes, 'x');
  EXPECT_EQ(all.at(100000, 5), bytes);
}

}  // namespace
}  // namespace wax::io
