#include <gtest/gtest.h>
#include <zlib.h>

#include <random>
#include <string>

#include "io/compress/inflater.h"
#include "tests/support/archives.h"

namespace wax::io {
namespace {

using HeadState = DeflateHead::State;
using tests::deflated;

// What zlib makes of the front of it.
std::string front(std::string_view in, size_t room) {
  z_stream stream{};
  EXPECT_EQ(inflateInit2(&stream, -MAX_WBITS), Z_OK);
  std::string out(room, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(in.data()));
  stream.avail_in = static_cast<uInt>(in.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  while (inflate(&stream, Z_NO_FLUSH) == Z_OK && stream.avail_out > 0) {
  }
  out.resize(stream.total_out);
  inflateEnd(&stream);
  return out;
}

// Words, repetitions, noise.
std::string some_text(std::mt19937& random, size_t size) {
  std::string text;
  while (text.size() < size) {
    switch (random() % 4) {
      case 0:
        text += "Content-Type: text/html\r\n";
        break;
      case 1:
        text.append(random() % 300, static_cast<char>(random()));
        break;
      case 2:
        for (size_t n = random() % 400; n > 0; --n) {
          text += static_cast<char>(random());
        }
        break;
      default:
        text += text.substr(random() % (text.size() + 1), random() % 300);
    }
  }
  text.resize(size);
  return text;
}

TEST(DeflateHead, MakesAFrontOfAnyStreamOfAnySize) {
  std::mt19937 random(1);
  DeflateHead head;
  for (int round = 0; round < 600; ++round) {
    std::string text = some_text(random, random() % 20000);
    int strategy = round % 3 == 0 ? Z_FIXED : Z_DEFAULT_STRATEGY;
    std::string stream = deflated(text, -MAX_WBITS, round % 10, strategy);
    SCOPED_TRACE(round);
    head.start();
    std::string out(text.size() + DeflateHead::kSpare, '?');
    HeadState state = HeadState::kMore;
    size_t enough = random() % 100;
    for (; state == HeadState::kMore; enough += 1 + random() % 4000) {
      out.resize(enough + DeflateHead::kSpare);
      state = head.inflate(stream, out.data(), enough);
      ASSERT_NE(state, HeadState::kUnknown);
      ASSERT_LE(head.produced(), text.size());
      ASSERT_EQ(out.substr(0, head.produced()),
                text.substr(0, head.produced()));
      ASSERT_LE(head.consumed(), stream.size());
      if (state == HeadState::kMore) {
        ASSERT_GE(head.produced(), enough);
      }
    }
    EXPECT_EQ(head.produced(), text.size());
    EXPECT_EQ(head.consumed(), stream.size());
  }
}

// What it makes of damaged data is what zlib makes, and it writes no farther
// than it may.
TEST(DeflateHead, GivesNoWrongBytesForDamagedStreams) {
  std::mt19937 random(2);
  DeflateHead head;
  int given_up = 0;
  for (int round = 0; round < 3000; ++round) {
    std::string text = some_text(random, 1 + random() % 5000);
    std::string stream =
        deflated(text, -MAX_WBITS, round % 10, Z_DEFAULT_STRATEGY);
    for (size_t n = 1 + random() % 3; n > 0; --n) {
      stream[random() % std::min<size_t>(stream.size(), 200)] ^=
          static_cast<char>(1 << random() % 8);
    }
    if (round % 5 == 0) stream.resize(random() % stream.size());
    size_t enough = random() % 5000;
    std::string out(enough + DeflateHead::kSpare + 8, '?');
    head.start();
    HeadState state = head.inflate(stream, out.data(), enough);
    ASSERT_TRUE(out.ends_with("????????"));
    if (state == HeadState::kUnknown) {
      ++given_up;
      continue;
    }
    size_t made = head.produced();
    ASSERT_EQ(out.substr(0, made), front(stream, made)) << round;
  }
  EXPECT_GT(given_up, 100);
  EXPECT_LT(given_up, 2900);
}

TEST(DeflateHead, GivesUpWhereTheInputEnds) {
  std::string stream =
      deflated(std::string(1000, 'x') + "end", -MAX_WBITS, 6, Z_FIXED);
  DeflateHead head;
  for (size_t size = 0; size + 1 < stream.size(); ++size) {
    head.start();
    std::string out(2000 + DeflateHead::kSpare, '?');
    EXPECT_EQ(head.inflate(stream.substr(0, size), out.data(), 2000),
              HeadState::kUnknown);
  }
}

}  // namespace
}  // namespace wax::io
