#include "io/compress/bzip2_order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <string>
#include <vector>

namespace wax::io {
namespace {

struct Transformed {
  std::vector<uint8_t> last;
  uint32_t origin = 0;
  std::array<uint32_t, 256> counts = {};
};

// All rotations of the text are sorted; of each the last byte is kept.
Transformed transformed(const std::string& text) {
  std::vector<uint32_t> rotations(text.size());
  std::iota(rotations.begin(), rotations.end(), 0U);
  const std::string twice = text + text;
  std::stable_sort(
      rotations.begin(), rotations.end(), [&](uint32_t a, uint32_t b) {
        return twice.compare(a, text.size(), twice, b, text.size()) < 0;
      });
  Transformed result;
  for (uint32_t i = 0; i < rotations.size(); ++i) {
    if (rotations[i] == 0) result.origin = i;
    const auto byte =
        static_cast<uint8_t>(twice[rotations[i] + text.size() - 1]);
    result.last.push_back(byte);
    ++result.counts[byte];
  }
  return result;
}

TEST(Bzip2Order, IsThatOfTheText) {
  std::mt19937 random(3);
  Bzip2Order order;  // keeps its memory from text to text
  for (size_t size : {1, 2, 7, 1000, 1023, 1025, 9000, 70'000, 300}) {
    for (unsigned letters : {1U, 2U, 26U, 256U}) {
      if (letters == 1 && size > 10'000) continue;  // sorting takes long
      std::string text;
      for (size_t i = 0; i < size; ++i) {
        text += static_cast<char>(random() % letters);
      }
      Transformed of = transformed(text);
      order.restore(of.last, size, of.origin, of.counts);
      ASSERT_EQ(std::string(of.last.begin(), of.last.end()), text)
          << size << ' ' << letters;
    }
  }
}

// Any place may be said to be that of the text. None is read out of bounds, and
// as many bytes come as there are.
TEST(Bzip2Order, EndsForAnyBytes) {
  std::mt19937 random(4);
  Bzip2Order order;
  for (int i = 0; i < 200; ++i) {
    const size_t size = 1 + random() % 20'000;
    std::vector<uint8_t> last(size);
    std::array<uint32_t, 256> counts = {};
    for (uint8_t& byte : last) {
      byte = static_cast<uint8_t>(random() % 3);
      ++counts[byte];
    }
    const auto origin = static_cast<uint32_t>(random() % size);
    // One byte after the other, as the transform is defined.
    std::array<uint32_t, 256> to = {};
    for (unsigned byte = 1; byte < 3; ++byte) {
      to[byte] = to[byte - 1] + counts[byte - 1];
    }
    std::vector<uint32_t> next(size);
    for (uint32_t at = 0; at < size; ++at) next[to[last[at]]++] = at;
    std::vector<uint8_t> text;
    for (uint32_t place = origin; text.size() < size;) {
      place = next[place];
      text.push_back(last[place]);
    }
    order.restore(last, size, origin, counts);
    ASSERT_EQ(last, text) << i;
  }
}

}  // namespace
}  // namespace wax::io
