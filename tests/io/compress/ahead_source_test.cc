#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "io/compress/gzip_format.h"
#include "io/error.h"

namespace wax::io {
namespace {

// Gives a few bytes at a time, and throws at the end if it should.
class Trickle final : public ByteSource {
 public:
  Trickle(std::string bytes, bool fails)
      : bytes_(std::move(bytes)), fails_(fails) {}
  std::string_view peek(size_t) override {
    std::string_view rest = std::string_view(bytes_).substr(at_);
    if (rest.empty() && fails_) throw FormatError("x", at_, "bad");
    return rest.substr(0, 1 + at_ % 5000);
  }
  void consume(size_t n) override { at_ += n; }

 private:
  std::string bytes_;
  bool fails_;
  size_t at_ = 0;
};

std::string text_of(size_t size) {
  std::string text;
  for (size_t i = 0; text.size() < size; ++i) text += std::to_string(i) + ' ';
  return text;
}

TEST(AheadSource, GivesAllBytesInOrder) {
  std::string text = text_of(3'000'000);
  auto source = ahead_source(std::make_unique<Trickle>(text, false));
  std::string got;
  for (size_t step = 1; !source->peek().empty(); step = step * 3 % 70'001) {
    std::string_view bytes = source->peek(step);
    EXPECT_TRUE(bytes.size() >= step || got.size() + step > text.size());
    bytes = bytes.substr(0, step);
    got += bytes;
    source->consume(bytes.size());
  }
  EXPECT_EQ(got, text);
  EXPECT_TRUE(source->peek().empty());
}

TEST(AheadSource, ThrowsBehindTheBytesThatCameBefore) {
  std::string text = text_of(50'000);
  auto source = ahead_source(std::make_unique<Trickle>(text, true));
  EXPECT_EQ(source->peek(text.size()), text);
  source->consume(text.size());
  EXPECT_THROW((void)source->peek(), FormatError);
  EXPECT_THROW((void)source->peek(), FormatError);
}

TEST(AheadSource, MayBeDestroyedInTheMiddle) {
  auto source =
      ahead_source(std::make_unique<Trickle>(text_of(5'000'000), false));
  EXPECT_FALSE(source->peek().empty());
}

}  // namespace
}  // namespace wax::io
