#include "answers/requests/byte_range.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

namespace wax::answers {
namespace {

TEST(ByteRange, IsWhatTheFieldAsksForOfABody) {
  const std::pair<const char*, const char*> kCases[] = {
      {"bytes=0-99", "bytes 0-9/10"}, {"bytes=2-4", "bytes 2-4/10"},
      {"bytes=9-", "bytes 9-9/10"},   {"bytes=-3", "bytes 7-9/10"},
      {"bytes=-30", "bytes 0-9/10"},  {"bytes=10-", "bytes */10"},
      {"bytes=-0", "bytes */10"}};
  for (const auto& [asked, answered] : kCases) {
    const auto range = byte_range(asked, 10);
    ASSERT_TRUE(range) << asked;
    EXPECT_EQ(range->text(10), answered) << asked;
  }
  EXPECT_EQ(byte_range("bytes=2-4", 10)->size(), 3U);
  EXPECT_FALSE(byte_range("bytes=0-", 0)->satisfiable);
}

TEST(ByteRange, OfAnotherFormIsIgnored) {
  for (const char* text : {"", "bytes", "bytes=", "bytes=-", "bytes=4-2",
                           "bytes=0-1,3-4", "lines=0-1", "bytes=a-b"}) {
    EXPECT_FALSE(byte_range(text, 10)) << text;
  }
}

}  // namespace
}  // namespace wax::answers
