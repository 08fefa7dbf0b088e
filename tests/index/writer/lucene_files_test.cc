#include "index/writer/lucene_files.h"

#include <gtest/gtest.h>

#include "io/error.h"
#include "tests/support/temp_dir.h"

namespace wax::index {
namespace {

using tests::TempDir;

TEST(LuceneFilesTest, AFileCanBeWrittenOverWhereItWasWritten) {
  TempDir folder;
  IndexFile file(folder / "f");
  file.write("0123456789");
  file.patch("ab", 3);
  std::string long_bytes(1 << 20, 'x');
  file.write(long_bytes);
  file.write("end");
  EXPECT_EQ(file.size(), 13 + long_bytes.size());
  file.finish();
  EXPECT_TRUE(tests::read_file(folder / "f") ==
              "012ab56789" + long_bytes + "end");
  EXPECT_THROW(IndexFile(folder / "none/f"), IoError);
}

TEST(LuceneFilesTest, ANormIsOneByteWithThreeBitsOfMantissa) {
  EXPECT_EQ(norm_byte(0), 0);
  EXPECT_EQ(norm_byte(1), kNoNorm);
  EXPECT_EQ(norm_byte(0.5), 120);
  EXPECT_EQ(norm_byte(1e-12), 1);
  EXPECT_EQ(norm_byte(1e12), 255);
}

}  // namespace
}  // namespace wax::index
