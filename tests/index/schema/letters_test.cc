#include "index/schema/letters.h"

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

namespace wax::index {
namespace {

TEST(Letters, BlocksSayWhatThePropertiesSay) {
  for (UChar32 c = 0; c < kBmp; ++c) {
    EXPECT_EQ(class_of(c), class_by_properties(c)) << c;
    EXPECT_EQ(lower_of(c), static_cast<char16_t>(lower_by_properties(c))) << c;
  }
  EXPECT_EQ(class_of(-1), CharacterClass::kBreak);
  EXPECT_EQ(class_of(0x1FFFF), CharacterClass::kBreak);
  EXPECT_EQ(class_of(0x20000), CharacterClass::kCjk);
}

TEST(Letters, FoldedLettersAreOneSeveralOrNothing) {
  EXPECT_EQ(folded_of(0xE9), U'e');
  EXPECT_EQ(folded_of(0xE6), char32_t{CharacterBlock::kSeveral});
  EXPECT_EQ(folded_of(0x301), char32_t{CharacterBlock::kNothing});
  EXPECT_EQ(folded_of(0x439), 0x439U);
}

TEST(Letters, BeyondTheBmpAreFoldedByTheirProperties) {
  const auto folded = [](UChar32 c) {
    EXPECT_EQ(folded_of(c), char32_t{CharacterBlock::kSeveral});
    std::string text;
    return folded_by_properties(c).toUTF8String(text);
  };
  EXPECT_EQ(folded(0x1D401), "b");       // bold B
  EXPECT_EQ(folded(0x1D7CF), "1");       // bold 1
  EXPECT_EQ(folded(0x1E951), "1");       // of Adlam
  EXPECT_EQ(folded(0x2F800), "\u4E3D");  // a Chinese character's other code
  EXPECT_EQ(folded(0x20000), "\U00020000");
}

TEST(Letters, ThreadsMeetAtTheFirstUse) {
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([] {
      for (UChar32 c = 0; c < kBmp; c += CharacterBlock::kSize / 2) {
        (void)class_of(c);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(&block_of(0x100), &block_of(0x1FF));
}

}  // namespace
}  // namespace wax::index
