#include "index/lucenepp/directory.h"

#include <gtest/gtest.h>
#include <lucene++/IndexInput.h>
#include <lucene++/IndexOutput.h>

#include "tests/support/temp_dir.h"

namespace wax::index {
namespace {

using Lucene::newLucene;
using tests::TempDir;

TEST(DirectoryTest, TextIsTheSameAfterARoundTrip) {
  for (const char* text : {"", "plain", "é日\xF0\x9F\x98\x80"}) {
    EXPECT_EQ(utf8_of(wide_of(text)), text);
  }
  EXPECT_EQ(utf8_of(wide_of("a\xFF\xEF\xBF\xBF")), "a\xEF\xBF\xBD");
}

TEST(DirectoryTest, ReadsWhatLuceneHasWritten) {
  TempDir folder;
  Lucene::IndexOutputPtr output =
      Lucene::FSDirectory::open(wide_of(folder.path()))->createOutput(L"f");
  for (int i = 0; i < 100000; ++i) output->writeVInt(i * 7);
  output->writeString(L"some text");
  int64_t end = output->getFilePointer();
  output->close();
  auto directory = newLucene<Directory>(folder.path(), nullptr);
  EXPECT_EQ(directory->fileLength(L"f"), end);
  Lucene::IndexInputPtr input = directory->openInput(L"f");
  for (int i = 0; i < 100000; ++i) ASSERT_EQ(input->readVInt(), i * 7);
  EXPECT_EQ(input->readString(), L"some text");
}

TEST(DirectoryTest, ReadingPastTheEndIsAnErrorThatNamesTheFile) {
  TempDir folder;
  std::string path = folder.write("f", "abc");
  auto directory = newLucene<Directory>(folder.path(), nullptr);
  Lucene::IndexInputPtr input = directory->openInput(L"f");
  EXPECT_THROW(input->readLong(), Lucene::LuceneException);
  try {
    directory->rethrow();
    FAIL();
  } catch (const FormatError& error) {
    EXPECT_NE(std::string(error.what()).find(path), std::string::npos);
  }
}

}  // namespace
}  // namespace wax::index
