#include "io/compression_pool.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "io/error.h"

namespace wax::io {
namespace {

// Members of all sizes, each in pieces.
std::string packed(Packing packing, size_t jobs) {
  std::string out;
  auto output = open_memory(out);
  CompressionPool crew(*output, packing, 0, {}, jobs);
  std::mt19937 random(7);
  for (int i = 0; i < 300; ++i) {
    size_t size = i % 100 == 50 ? 2000000 : random() % 20000;
    std::string member(size, '\0');
    for (char& c : member) c = static_cast<char>('a' + random() % 7);
    crew.start_member(size);
    crew.write(std::string_view(member).substr(0, size / 3));
    crew.write(std::string_view(member).substr(size / 3));
    crew.end_member();
  }
  crew.finish();
  EXPECT_EQ(crew.written(), out.size());
  return out;
}

std::string packed_alone(Packing packing) {
  std::string out;
  auto output = open_memory(out);
  Packer packer(*output, packing);
  std::mt19937 random(7);
  for (int i = 0; i < 300; ++i) {
    size_t size = i % 100 == 50 ? 2000000 : random() % 20000;
    std::string member(size, '\0');
    for (char& c : member) c = static_cast<char>('a' + random() % 7);
    packer.start_member(size);
    packer.write(member);
    packer.end_member();
  }
  return out;
}

TEST(CompressionPool, TheBytesAreThoseOfOnePacker) {
  for (Packing packing : {Packing::kNone, Packing::kGzip, Packing::kZstd}) {
    std::string alone = packed_alone(packing);
    for (size_t jobs : {1, 2, 5}) {
      EXPECT_TRUE(packed(packing, jobs) == alone)
          << ending(packing) << " with " << jobs;
    }
  }
}

TEST(CompressionPool, AnUnfinishedOneEndsItsThreads) {
  std::string out;
  auto output = open_memory(out);
  CompressionPool crew(*output, Packing::kGzip, 0, {}, 4);
  for (int i = 0; i < 50; ++i) {
    crew.start_member(100000);
    crew.write(std::string(100000, 'x'));
    crew.end_member();
  }
}

TEST(CompressionPool, AFullDiskIsTold) {
  class Full final : public Output {
    void write(std::string_view) override { throw IoError("x", "write", 28); }
    void flush() override {}
    void finish() override {}
  } full;
  CompressionPool crew(full, Packing::kGzip, 0, {}, 2);
  crew.start_member(3);
  crew.write("abc");
  crew.end_member();
  EXPECT_THROW(crew.finish(), IoError);
}

TEST(CompressionPool, ThereIsNoSuchLevel) {
  std::string out;
  auto output = open_memory(out);
  EXPECT_THROW(CompressionPool(*output, Packing::kGzip, 10, {}, 2), UsageError);
}

}  // namespace
}  // namespace wax::io
