#include "index/store/posting_cursor.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace wax::index {
namespace {

void put_vint(std::vector<uint8_t>& bytes, uint32_t number) {
  for (; number >= 0x80; number >>= 7) {
    bytes.push_back(static_cast<uint8_t>(number | 0x80));
  }
  bytes.push_back(static_cast<uint8_t>(number));
}

TEST(VIntTest, NumbersOfAllLengthsAreReadAndSkipped) {
  std::mt19937 random(1);
  std::vector<uint32_t> numbers;
  std::vector<size_t> begins;
  std::vector<uint8_t> bytes;
  for (int i = 0; i < 5000; ++i) {
    numbers.push_back(static_cast<uint32_t>(random()) >>
                      (i % 3 == 0 ? random() % 32 : 25));
    begins.push_back(bytes.size());
    put_vint(bytes, numbers.back());
  }
  begins.push_back(bytes.size());
  bytes.resize(bytes.size() + 16);
  const uint8_t* at = bytes.data();
  const uint8_t* also = bytes.data();
  for (uint32_t number : numbers) {
    ASSERT_EQ(decode_vint(at), number);
    ASSERT_EQ(decode_long_vint(also), number);
    ASSERT_EQ(at, also);
  }
  for (size_t i = 0; i < numbers.size(); ++i) {
    for (uint32_t count = 1; count < 40 && i + count <= numbers.size();
         count += 1 + count / 4) {
      ASSERT_EQ(skip_vints(bytes.data() + begins[i], count),
                bytes.data() + begins[i + count]);
    }
  }
}

// As the loop does, the fifth byte is the last.
TEST(VIntTest, NumbersThatAreTooLongEnd) {
  const std::vector<uint8_t> bytes(16, 0xFF);
  const uint8_t* at = bytes.data();
  const uint8_t* also = bytes.data();
  EXPECT_EQ(decode_vint(at), decode_long_vint(also));
  EXPECT_EQ(at, also);
}

}  // namespace
}  // namespace wax::index
