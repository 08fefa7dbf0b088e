#include "io/rewindable_source.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "tests/support/archives.h"

namespace wax::io {
namespace {

std::string numbers(size_t size) {
  std::string text;
  for (size_t i = 0; text.size() < size; ++i) text += std::to_string(i) + ",";
  text.resize(size);
  return text;
}

TEST(RewindableSource, ReadsWhatThePipeHolds) {
  std::string bytes = numbers(1000000);
  auto source = rewindable(tests::memory_file(bytes, tests::Medium::kPipe));
  EXPECT_TRUE(source->seeks_back());
  EXPECT_EQ(read_all(*source, UINT64_MAX), bytes);
  EXPECT_EQ(source->offset(), bytes.size());
  EXPECT_TRUE(source->peek().empty());
}

TEST(RewindableSource, SeeksToAnyOffsetInAnyOrder) {
  std::string bytes = numbers(700000);
  auto source = rewindable(tests::memory_file(bytes, tests::Medium::kPipe));
  std::mt19937 random(4);
  for (int i = 0; i < 300; ++i) {
    size_t offset = random() % (bytes.size() + 1);
    size_t size = random() % (i % 10 == 0 ? 300000 : 100);
    ASSERT_TRUE(source->seek(offset));
    ASSERT_EQ(source->offset(), offset);
    std::string_view seen = source->peek(size);
    ASSERT_GE(seen.size(), std::min(size, bytes.size() - offset));
    ASSERT_EQ(seen, std::string_view(bytes).substr(offset, seen.size()));
    source->consume(seen.size() / 2);
    ASSERT_EQ(source->offset(), offset + seen.size() / 2);
  }
}

TEST(RewindableSource, DoesNotSeekBehindTheEnd) {
  auto source = rewindable(tests::memory_file("abc", tests::Medium::kPipe));
  EXPECT_TRUE(source->seek(3));
  EXPECT_FALSE(source->seek(4));
  EXPECT_TRUE(source->seek(1));
  EXPECT_EQ(source->peek(), "bc");
}

}  // namespace
}  // namespace wax::io
