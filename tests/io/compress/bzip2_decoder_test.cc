#include "io/compress/bzip2_decoder.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "io/compress/bzip2_blocks.h"
#include "tests/io/compress/bzip2_texts.h"

namespace wax::io {
namespace {

struct Decoded {
  bool whole = false;
  std::string text;

  friend bool operator==(const Decoded&, const Decoded&) = default;
};

Decoded decoded(std::string_view stored, uint64_t begin, uint64_t end) {
  Decoded block;
  block.text = "of a former block";
  block.whole = decode_bzip2_block(stored, begin, end, block.text);
  return block;
}

Decoded decoded_by_libbz2(std::string_view stored, uint64_t begin,
                          uint64_t end) {
  Decoded block;
  block.whole = decode_by_libbz2(stored, begin, end, block.text);
  return block;
}

// What all blocks have; each is compared with what libbz2 says.
std::string text_of(const std::string& stored) {
  std::vector<Bzip2Mark> marks;
  find_bzip2_marks(stored, 0, marks);
  std::string text;
  for (size_t i = 0; i + 1 < marks.size(); ++i) {
    if (marks[i].is_end) continue;
    const Decoded block = decoded(stored, marks[i].bit, marks[i + 1].bit);
    EXPECT_TRUE(block.whole) << i;
    EXPECT_EQ(block, decoded_by_libbz2(stored, marks[i].bit, marks[i + 1].bit));
    text += block.text;
  }
  return text;
}

// Texts of many kinds: of few and many letters, with runs, that repeat
// themselves.
std::string drawn_text(std::mt19937& random) {
  static constexpr unsigned kLetters[] = {1, 2, 3, 5, 26, 100, 256};
  static constexpr unsigned kSizes[] = {1, 3, 4, 5, 60, 5000, 150'000};
  auto below = [&](unsigned limit) {
    return static_cast<unsigned>(random() % limit);
  };
  const unsigned letters = kLetters[below(7)];
  const size_t size = 1 + below(kSizes[below(7)]);
  const unsigned runs = below(3);
  std::string text;
  while (text.size() < size) {
    const size_t count = runs == 0 || below(4) > 0 ? 1 : 1 + below(300);
    text.append(count, static_cast<char>(below(letters)));
  }
  if (below(4) == 0) {
    const std::string once = text;
    while (text.size() < 50'000) text += once;
  }
  return text;
}

TEST(Bzip2Decoder, GivesTextsOfAllKinds) {
  std::mt19937 random(11);
  for (int i = 0; i < 150; ++i) {
    const std::string text = drawn_text(random);
    ASSERT_EQ(text_of(bzip2_of(text, 1 + i % 9)), text) << i;
  }
}

TEST(Bzip2Decoder, GivesBlocksThatAreFull) {
  const std::string text = bzip2_text(12'000);
  ASSERT_GT(text.size(), 1'000'000U);
  EXPECT_EQ(text_of(bzip2_of(text)), text);
}

TEST(Bzip2Decoder, RepeatsLongRuns) {
  std::string text(3'000'000, 'a');
  text += "bbbb";
  text += std::string(254, 'c') + std::string(260, 'd') + "eee";
  EXPECT_EQ(text_of(bzip2_of(text)), text);
}

// A transform of a text that repeats itself has several cycles.
TEST(Bzip2Decoder, GivesTextsThatRepeatThemselves) {
  std::string text;
  for (int i = 0; i < 30'000; ++i) text += "abc";
  EXPECT_EQ(text_of(bzip2_of(text)), text);
}

TEST(Bzip2Decoder, AgreesWithLibbz2OnDamage) {
  std::mt19937 random(12);
  const std::string whole = bzip2_of(bzip2_text(900), 1);
  std::vector<Bzip2Mark> marks;
  find_bzip2_marks(whole, 0, marks);
  ASSERT_GE(marks.size(), 2U);
  const uint64_t begin = marks[0].bit;
  const uint64_t end = marks[1].bit;
  int damaged = 0;
  for (int i = 0; i < 400; ++i) {
    std::string stored = whole;
    // Half of the damage is in the codes at the front.
    const uint64_t bit =
        begin + kBzip2Magic +
        random() % (i % 2 == 0 ? 2500 : end - begin - kBzip2Magic);
    stored[bit / 8] ^= static_cast<char>(1 << (7 - bit % 8));
    const Decoded block = decoded(stored, begin, end);
    ASSERT_EQ(block, decoded_by_libbz2(stored, begin, end)) << bit;
    damaged += block.whole ? 0 : 1;
  }
  EXPECT_GT(damaged, 380);
}

TEST(Bzip2Decoder, RefusesBitsThatAreNoWholeBlock) {
  const std::string stored = bzip2_of(bzip2_text(6000), 1);
  std::vector<Bzip2Mark> marks;
  find_bzip2_marks(stored, 0, marks);
  ASSERT_GT(marks.size(), 3U);
  const Decoded none;
  EXPECT_EQ(decoded(stored, marks[0].bit, marks[1].bit - 1), none);
  EXPECT_EQ(decoded(stored, marks[0].bit, marks[2].bit), none);
  EXPECT_EQ(decoded(stored, 32, 40), none);
  std::mt19937 random(13);
  std::string noise;
  for (int i = 0; i < 4000; ++i) noise += static_cast<char>(random());
  for (uint64_t begin = 0; begin < 8000; begin += 7) {
    EXPECT_EQ(decoded(noise, begin, noise.size() * 8), none);
  }
}

}  // namespace
}  // namespace wax::io
