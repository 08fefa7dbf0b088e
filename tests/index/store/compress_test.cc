#include "index/store/compress.h"

#include <gtest/gtest.h>

namespace wax::index {
namespace {

TEST(CompressTest, ValuesComeBack) {
  for (size_t size : {size_t{0}, size_t{1}, size_t{1000}, size_t{3000000}}) {
    std::string value;
    for (size_t i = 0; i < size; ++i) {
      value += static_cast<char>(i * i % 251);
    }
    std::string compressed = "before";
    Deflater().compress(value, compressed);
    std::string back;
    ASSERT_TRUE(inflate_value(compressed.substr(6), back)) << size;
    EXPECT_EQ(back, value);
  }
}

TEST(CompressTest, OtherBytesAreRefused) {
  std::string compressed;
  Deflater().compress("some words of a page", compressed);
  for (size_t size = 0; size < compressed.size(); ++size) {
    std::string back;
    EXPECT_FALSE(inflate_value(compressed.substr(0, size), back)) << size;
  }
  std::string back;
  EXPECT_FALSE(inflate_value("plain text", back));
}

}  // namespace
}  // namespace wax::index
