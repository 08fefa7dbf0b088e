#include "io/compress/compression_pool.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "io/error.h"

namespace wax::io {
namespace {

// Members of all sizes, each in pieces.
std::string packed(Compression compression, size_t jobs) {
  std::string out;
  auto output = open_memory(out);
  CompressionPool pool(*output, compression, 0, {}, jobs);
  std::mt19937 random(7);
  for (int i = 0; i < 300; ++i) {
    size_t size = i % 100 == 50 ? 2000000 : random() % 20000;
    std::string member(size, '\0');
    for (char& c : member) c = static_cast<char>('a' + random() % 7);
    pool.start_member(size);
    pool.write(std::string_view(member).substr(0, size / 3));
    pool.write(std::string_view(member).substr(size / 3));
    pool.end_member();
  }
  pool.finish();
  EXPECT_EQ(pool.written(), out.size());
  return out;
}

std::string packed_alone(Compression compression) {
  std::string out;
  auto output = open_memory(out);
  Compressor compressor(*output, compression);
  std::mt19937 random(7);
  for (int i = 0; i < 300; ++i) {
    size_t size = i % 100 == 50 ? 2000000 : random() % 20000;
    std::string member(size, '\0');
    for (char& c : member) c = static_cast<char>('a' + random() % 7);
    compressor.start_member(size);
    compressor.write(member);
    compressor.end_member();
  }
  return out;
}

TEST(CompressionPool, WritesTheSameBytesAsACompressor) {
  for (Compression compression :
       {Compression::kNone, Compression::kGzip, Compression::kZstd}) {
    std::string alone = packed_alone(compression);
    for (size_t jobs : {1, 2, 5}) {
      EXPECT_TRUE(packed(compression, jobs) == alone)
          << file_suffix(compression) << " with " << jobs;
    }
  }
}

TEST(CompressionPool, EndsItsThreadsWithoutFinish) {
  std::string out;
  auto output = open_memory(out);
  CompressionPool pool(*output, Compression::kGzip, 0, {}, 4);
  for (int i = 0; i < 50; ++i) {
    pool.start_member(100000);
    pool.write(std::string(100000, 'x'));
    pool.end_member();
  }
}

TEST(CompressionPool, ThrowsForAFullDisk) {
  class Full final : public Output {
    void write(std::string_view) override { throw IoError("x", "write", 28); }
    void flush() override {}
    void finish() override {}
  } full;
  CompressionPool pool(full, Compression::kGzip, 0, {}, 2);
  pool.start_member(3);
  pool.write("abc");
  pool.end_member();
  EXPECT_THROW(pool.finish(), IoError);
}

TEST(CompressionPool, RefusesALevelThatDoesNotExist) {
  std::string out;
  auto output = open_memory(out);
  EXPECT_THROW(CompressionPool(*output, Compression::kGzip, 10, {}, 2),
               UsageError);
}

}  // namespace
}  // namespace wax::io
