#include <gtest/gtest.h>

#include <string>

#include "tests/io/inflated.h"
#include "tests/support/archives.h"

namespace wax::io {
namespace {

using State = Inflater::State;

TEST(ZstdInflater, InflatesInPiecesOfAnySize) {
  std::string text(300, 'x');
  text += "and some words";
  auto inflater = zstd_inflater();
  for (auto frame : {tests::Frame::kFull, tests::Frame::kBare}) {
    for (size_t piece = 1; piece < 40; ++piece) {
      std::string out;
      EXPECT_EQ(inflate(*inflater, tests::zstd_frame(text, frame), piece, out),
                State::kEnd);
      EXPECT_EQ(out, text);
    }
  }
}

TEST(ZstdInflater, KnowsWhatIsWrong) {
  std::string good = tests::zstd_frame("text");
  auto inflater = zstd_inflater();
  std::string out;
  EXPECT_EQ(inflate(*inflater, good.substr(0, good.size() - 1), 100, out),
            State::kMore);
  std::string bad_head = good;
  bad_head[4] |= 0x08;  // the bit that is reserved
  EXPECT_EQ(inflate(*inflater, bad_head, 100, out), State::kBad);
}

TEST(ZstdInflater, AWrongSumCostsNoBytes) {
  std::string bad = tests::zstd_frame("text");
  bad.back() ^= 1;
  auto inflater = zstd_inflater();
  inflater->start();
  char buffer[100];
  auto step = inflater->step(bad, buffer, sizeof buffer);
  EXPECT_EQ(step.state, State::kBadSum);
  EXPECT_EQ(step.consumed, bad.size());
  EXPECT_EQ(std::string_view(buffer, step.produced), "text");
}

TEST(ZstdInflater, NeedsTheDictionaryOfTheFrame) {
  std::string words = "a dictionary of words that occur again and again";
  std::string frame =
      tests::zstd_frame(words + "!", tests::Frame::kFull, words);
  std::string out;
  EXPECT_EQ(inflate(*zstd_inflater(words), frame, 100, out), State::kEnd);
  EXPECT_EQ(out, words + "!");
  EXPECT_NE(inflate(*zstd_inflater(), frame, 100, out), State::kEnd);
}

TEST(ZstdInflater, KnowsWhereMembersStart) {
  auto inflater = zstd_inflater();
  EXPECT_TRUE(inflater->starts_member(tests::zstd_frame("")));
  EXPECT_FALSE(inflater->starts_member(tests::lz4_frame("")));
  EXPECT_FALSE(inflater->starts_member("\x28\xb5\x2f"));
  EXPECT_EQ(inflater->skippable(tests::skippable_frame("12345")), 13u);
}

TEST(SkippableFrame, HasAnyOfSixteenMagics) {
  for (int kind = 0; kind < 16; ++kind) {
    EXPECT_EQ(skippable_frame(tests::skippable_frame("abc", kind)), 11u);
  }
  EXPECT_EQ(skippable_frame(tests::skippable_frame("").substr(0, 7)), 0u);
  EXPECT_EQ(skippable_frame(std::string("\x60\x2a\x4d\x18\0\0\0\0", 8)), 0u);
  EXPECT_EQ(skippable_frame("\x50\x2a\x4d\x18\xff\xff\xff\xff"),
            uint64_t{0xffffffff} + 8);
}

TEST(ZstdDictionary, IsPlainOrCompressed) {
  std::string words(200'000, 'w');
  EXPECT_EQ(zstd_dictionary(tests::skippable_frame(words, 13)), words);
  EXPECT_EQ(
      zstd_dictionary(tests::skippable_frame(tests::zstd_frame(words), 13)),
      words);
}

TEST(ZstdDictionary, IsRefusedWhenDamagedOrTooLarge) {
  std::string stored = tests::zstd_frame("words of a dictionary");
  EXPECT_FALSE(zstd_dictionary(
      tests::skippable_frame(stored.substr(0, stored.size() - 5))));
  stored.back() ^= 1;
  EXPECT_FALSE(zstd_dictionary(tests::skippable_frame(stored)));
  std::string large(kMaxDictionary + 100'000, 'w');
  EXPECT_FALSE(
      zstd_dictionary(tests::skippable_frame(tests::zstd_frame(large))));
}

}  // namespace
}  // namespace wax::io
