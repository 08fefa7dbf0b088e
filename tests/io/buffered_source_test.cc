#include "io/buffered_source.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>

#include "tests/support/seed.h"

namespace wax::io {
namespace {

std::string letters(size_t size) {
  std::string text(size, ' ');
  for (size_t i = 0; i < size; ++i) text[i] = static_cast<char>('a' + i % 26);
  return text;
}

// Gives at most `most` bytes at once.
class Pieces final : public BufferedSource {
 public:
  Pieces(std::string bytes, size_t block, size_t most, bool seeks)
      : BufferedSource("pieces", block),
        bytes_(std::move(bytes)),
        most_(most),
        seeks_(seeks) {}
  bool size(uint64_t& bytes) const override {
    bytes = bytes_.size();
    return seeks_;
  }

 private:
  size_t read_some(char* out, size_t room) override {
    EXPECT_EQ(due(), at_);
    if (at_ >= bytes_.size()) return 0;
    const size_t n =
        std::string_view(bytes_).substr(at_).copy(out, std::min(room, most_));
    at_ += n;
    return n;
  }
  bool go_to(uint64_t offset) override {
    if (seeks_) at_ = offset;
    return seeks_;
  }

  std::string bytes_;
  size_t most_;
  bool seeks_;
  uint64_t at_ = 0;
};

TEST(BufferedSources, GiveTheirBytesHoweverTheyAreAskedFor) {
  const unsigned seed = tests::seed_of_test();
  std::mt19937 random(seed);
  const std::string all = letters(5000);
  for (int run = 0; run < 100; ++run) {
    Pieces source(all, 1 + random() % 300, 1 + random() % 70, true);
    uint64_t at = 0;
    for (int step = 0; step < 100; ++step) {
      const size_t n = random() % 200;
      const std::string due = at < all.size() ? all.substr(at, n) : "";
      EXPECT_EQ(source.offset(), at);
      switch (random() % 3) {
        case 0: {
          std::string got(n, ' ');
          got.resize(source.read_into(got.data(), n));
          ASSERT_EQ(got, due);
          at += got.size();
          break;
        }
        case 1: {
          std::string_view seen = source.peek(n);
          ASSERT_GE(seen.size(), due.size());
          ASSERT_EQ(seen.substr(0, due.size()), due);
          source.consume(due.size());
          at += due.size();
          break;
        }
        default:
          at = random() % (all.size() + 50);
          ASSERT_TRUE(source.seek(at));
      }
    }
  }
}

TEST(BufferedSources, WithoutSeekingGoBackOverWhatIsKept) {
  Pieces source(letters(100), 10, 10, false);
  EXPECT_EQ(source.peek(5).substr(0, 5), "abcde");
  source.consume(5);
  EXPECT_TRUE(source.seek(0));
  EXPECT_EQ(source.peek(1)[0], 'a');
  EXPECT_FALSE(source.seek(50));
  EXPECT_EQ(source.offset(), 0u);
}

}  // namespace
}  // namespace wax::io
