#include "io/compress/decompressed.h"

#include <gtest/gtest.h>

#include <string>

#include "io/compress/compressor.h"
#include "io/compress/gzip_format.h"
#include "io/error.h"
#include "io/output.h"
#include "tests/io/compress/bzip2_texts.h"
#include "tests/support/temp_dir.h"

namespace wax::io {
namespace {

std::string zstd_of(const std::string& text) {
  std::string bytes;
  auto output = open_memory(bytes);
  Compressor compressor(*output, Compression::kZstd);
  compressor.start_member(text.size());
  compressor.write(text);
  compressor.end_member();
  output->finish();
  return bytes;
}

std::string bytes_of(const std::string& path) {
  return read_all(*decompressed(open_file(path), 2), 1 << 24);
}

std::string many_lines() {
  std::string text;
  for (int i = 0; i < 200000; ++i) text += "line " + std::to_string(i) + '\n';
  return text;
}

TEST(Decompressed, IsWhatTheFirstBytesSay) {
  tests::TempDir folder;
  const std::string text = many_lines();
  EXPECT_EQ(bytes_of(folder.write("plain", text)), text);
  EXPECT_EQ(bytes_of(folder.write("gzip", gzip_member(text))), text);
  EXPECT_EQ(bytes_of(folder.write("zstd", zstd_of(text))), text);
  EXPECT_EQ(bytes_of(folder.write("bzip2", bzip2_of(text))), text);
  EXPECT_EQ(bytes_of(folder.write("empty", "")), "");
}

TEST(Decompressed, JoinsMembers) {
  tests::TempDir folder;
  const std::string skipped("\x50\x2a\x4d\x18\x02\0\0\0xx", 10);
  EXPECT_EQ(bytes_of(folder.write(
                "zstd", zstd_of("a\n") + skipped + zstd_of("b\n") + skipped)),
            "a\nb\n");
  EXPECT_EQ(bytes_of(folder.write("gzip", gzip_member("a") + gzip_member("b"))),
            "ab");
}

TEST(Decompressed, SaysWhereDamageIs) {
  tests::TempDir folder;
  const std::string whole = zstd_of(many_lines());
  const std::string cut = whole.substr(0, whole.size() - 3);
  const std::string junk = whole + "junkjunkjunk";
  std::string flipped = whole;
  flipped[whole.size() / 2] ^= 0x55;
  for (const std::string& bytes : {cut, junk, flipped}) {
    EXPECT_THROW(bytes_of(folder.write("bad", bytes)), FormatError);
  }
}

}  // namespace
}  // namespace wax::io
