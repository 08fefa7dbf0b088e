#include <gtest/gtest.h>

#include <cerrno>
#include <string>

#include "io/byte_source.h"
#include "io/error.h"
#include "tests/support/refused_call.h"
#include "tests/support/temp_dir.h"

namespace wax::io {
namespace {

class FileSourceTest : public testing::Test {
 protected:
  void SetUp() override {
    for (int i = 0; bytes_.size() < 1'000'000; ++i) {
      bytes_ += std::to_string(i) + ' ';
    }
    path_ = folder_.write("file", bytes_);
  }

  tests::TempDir folder_;
  std::string path_;
  std::string bytes_;
};

TEST_F(FileSourceTest, ReadsTheWholeFile) {
  auto file = open_file(path_);
  uint64_t size = 0;
  EXPECT_TRUE(file->size(size));
  EXPECT_EQ(size, bytes_.size());
  EXPECT_EQ(read_all(*file, UINT64_MAX), bytes_);
  EXPECT_EQ(file->offset(), bytes_.size());
}

TEST_F(FileSourceTest, SeeksBothWaysWhateverIsBuffered) {
  auto file = open_file(path_);
  for (uint64_t offset : {700'000, 700'010, 699'990, 5, 0, 300'000, 262'144}) {
    ASSERT_TRUE(file->seek(offset));
    EXPECT_EQ(file->offset(), offset);
    EXPECT_EQ(file->peek(20).substr(0, 20), bytes_.substr(offset, 20));
    EXPECT_EQ(skip(*file, 1000), 1000);
  }
}

TEST_F(FileSourceTest, PeeksAsFarAsItIsAsked) {
  auto file = open_file(path_);
  EXPECT_EQ(skip(*file, 100'000), 100'000);
  EXPECT_GE(file->peek(600'000).size(), 600'000);
  EXPECT_EQ(file->peek(2'000'000), std::string_view(bytes_).substr(100'000));
}

TEST(FileSource, ThrowsForAMissingFileAndADirectory) {
  EXPECT_THROW(static_cast<void>(open_file("/nonexistent/file")), IoError);
  EXPECT_THROW(static_cast<void>(open_file(testing::TempDir())), IoError);
}

TEST_F(FileSourceTest, ThrowsForADiskThatCannotBeRead) {
  auto file = open_file(path_);
  try {
    if (!tests::with_refused_call(tests::Call::kRead, EIO,
                                  [&] { (void)file->peek(1); })) {
      GTEST_SKIP() << "no filters of calls";
    }
    ADD_FAILURE() << "nothing was thrown";
  } catch (const IoError& error) {
    EXPECT_EQ(error.code(), EIO);
  }
}

}  // namespace
}  // namespace wax::io
