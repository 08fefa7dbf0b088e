#include "io/byte_source.h"

#include <gtest/gtest.h>

#include <string>

namespace wax::io {
namespace {

TEST(ByteSource, ReadStopsAtTheEnd) {
  MemorySource source("abcdef");
  char out[8] = "-------";
  EXPECT_EQ(read(source, out, 4), 4u);
  EXPECT_EQ(read(source, out + 4, 4), 2u);
  EXPECT_EQ(std::string_view(out), "abcdef-");
  EXPECT_EQ(read(source, out, 1), 0u);
}

TEST(ByteSource, SkipSaysHowFarItCame) {
  MemorySource source("abcdef");
  EXPECT_EQ(skip(source, 4), 4u);
  EXPECT_EQ(source.peek(1), "ef");
  EXPECT_EQ(skip(source, UINT64_MAX), 2u);
  EXPECT_EQ(skip(source, 1), 0u);
}

TEST(ByteSource, ReadAllLeavesWhatIsBeyondTheLimit) {
  MemorySource source("abcdef");
  EXPECT_EQ(read_all(source, 0), "");
  EXPECT_EQ(read_all(source, 4), "abcd");
  EXPECT_EQ(read_all(source, 4), "ef");
  EXPECT_EQ(read_all(source, 4), "");
}

TEST(LimitedSource, EndsWhereItsPartEnds) {
  MemorySource whole("abcdef");
  LimitedSource part(whole, 4);
  EXPECT_EQ(part.peek(), "abcd");
  EXPECT_EQ(part.peek(100), "abcd");
  part.consume(3);
  EXPECT_EQ(part.left(), 1u);
  EXPECT_EQ(part.peek(), "d");
  part.consume(1);
  EXPECT_EQ(part.peek(), "");
  EXPECT_EQ(whole.peek(1), "ef");
}

TEST(LimitedSource, KnowsWhatIsMissing) {
  MemorySource whole("ab");
  LimitedSource part(whole, 4);
  EXPECT_EQ(skip(part, 9), 2u);
  EXPECT_EQ(part.left(), 2u);
}

}  // namespace
}  // namespace wax::io
