#include "index/writer/segment_files.h"

#include <gtest/gtest.h>

#include "io/error.h"
#include "tests/support/temp_dir.h"

namespace wax::index {
namespace {

using tests::TempDir;

TEST(SegmentFilesTest, AFileCanBeWrittenOverWhereItWasWritten) {
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

TEST(SegmentFilesTest, ANormIsOneByteWithThreeBitsOfMantissa) {
  EXPECT_EQ(norm_byte(0), 0);
  EXPECT_EQ(norm_byte(1), kNoNorm);
  EXPECT_EQ(norm_byte(0.5), 120);
  EXPECT_EQ(norm_byte(1e-12), 1);
  EXPECT_EQ(norm_byte(1e12), 255);
}

TEST(SegmentFilesTest, DocumentsHaveNoValuesInLucenesOwnFiles) {
  TempDir folder;
  write_no_stored_fields(folder / "_0", 3);
  EXPECT_EQ(tests::read_file(folder / "_0.fdt"),
            std::string("\0\0\0\2\0\0\0", 7));
  EXPECT_EQ(tests::read_file(folder / "_0.fdx").size(), 28U);
}

}  // namespace
}  // namespace wax::index
