#include "document/charset/language_pairs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string_view>

namespace wax::document {
namespace {

const LanguagePairs& pairs_of(std::string_view language) {
  const auto& all = language_pairs();
  return *std::find_if(all.begin(), all.end(), [&](const LanguagePairs& one) {
    return one.language() == language;
  });
}

TEST(LanguagePairs, UsualLettersCostLess) {
  EXPECT_EQ(language_pairs().size(), 43u);
  const LanguagePairs& german = pairs_of("de");
  EXPECT_LT(german.cost(u'f', u'\u00FC'), 5 * kBit);
  EXPECT_GT(german.cost(u'f', u'\u00FE'), 12 * kBit);
  EXPECT_LT(pairs_of("pl").cost(u'i', u'\u0119'),
            pairs_of("cs").cost(u'i', u'\u0119'));
  EXPECT_LT(pairs_of("ru").cost(u'\u0447', u'\u0442'), 4 * kBit);
  EXPECT_LT(pairs_of("th").cost(u'\u0E40', u'\u0E1B'), 6 * kBit);
}

TEST(LanguagePairs, NothingCostsMoreThanACharacterThatIsNotSeen) {
  for (const LanguagePairs& language : language_pairs()) {
    EXPECT_EQ(language.cost(u' ', u'\u1234'), 18 * kBit);
    EXPECT_LE(language.cost(u' ', u'\u2022'), 18 * kBit);
  }
}

TEST(LanguagePairs, ATableIsReadToItsEnd) {
  using namespace std::string_view_literals;
  std::string_view table =
      "xx\0\0\0\0\0\0\2\0\50"
      "a\0\4\10\1\0\351\0\14"
      "\351\0\20\0\0\0rest"sv;
  const LanguagePairs pairs(table);
  EXPECT_EQ(table, "rest");
  EXPECT_EQ(pairs.language(), "xx");
  EXPECT_EQ(pairs.cost(u'a', u'\u00E9'), 12u);
  EXPECT_EQ(pairs.cost(u'\u00E9', u'\u00E9'), 16u);
  EXPECT_EQ(pairs.cost(u'a', u'\u00EA'), 8u + 40u);
}

}  // namespace
}  // namespace wax::document
