#include "index/schema/unwanted_words.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace wax::index {
namespace {

// How many bytes before the first word that is wanted are passed at most.
size_t passed(std::string_view text, std::string_view wanted) {
  const auto* begin = reinterpret_cast<const unsigned char*>(text.data());
  return static_cast<size_t>(pass_unwanted({wanted.data(), wanted.size()},
                                           begin, begin + text.size()) -
                             begin);
}

TEST(UnwantedWords, NothingThatIsWantedIsPassed) {
  const std::string text =
      "one two three four five six seven eight nine ten eleven twelve";
  EXPECT_LE(passed(text, "n"), text.find("nine"));
  EXPECT_EQ(passed(text, "o"), 0U);
  EXPECT_LE(passed(text, "xyz"), text.size());
  for (size_t at = 0; at < 40; ++at) {
    const std::string before(at, 'a');
    EXPECT_LE(passed(before + " Word goes on for a while here", "w"), at + 1);
    EXPECT_LE(passed(before + "\u00E9 and words without end", "w"), at);
  }
}

TEST(UnwantedWords, WhatIsLeftBeginsWithAWordOrASeparator) {
  const std::string text =
      "alpha,beta;gamma delta epsilon zeta eta theta iota kappa lambda mu";
  const size_t at = passed(text, "q");
  EXPECT_TRUE(at == 0 || at == text.size() || text[at - 1] == ' ' ||
              text[at] == ' ')
      << at;
}

}  // namespace
}  // namespace wax::index
