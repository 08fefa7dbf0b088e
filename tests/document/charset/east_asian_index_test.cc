#include "document/charset/east_asian_index.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace wax::document {
namespace {

TEST(EastAsianIndex, CharactersAreThoseOfTheStandard) {
  struct Case {
    const EastAsianIndex& index;
    ptrdiff_t empty;
    size_t pointer;
    char32_t character;
  } const cases[] = {
      {jis0208(), 3556, 1128, 0x2460}, {jis0212(), 2769, 108, 0x02D8},
      {big5(), 1192, 942, 0x43F0},     {euc_kr(), 6892, 0, 0xAC02},
      {gb18030(), 0, 7182, 0xFE10},    {gb18030_fours(), 0, 7457, 0xE7C7},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(std::count(c.index.begin(), c.index.end(), 0u), c.empty)
        << c.index.size();
    EXPECT_EQ(c.index.at(c.pointer), c.character);
  }
}

}  // namespace
}  // namespace wax::document
