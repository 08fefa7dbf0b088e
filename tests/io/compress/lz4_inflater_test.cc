#include <gtest/gtest.h>

#include <string>

#include "tests/io/inflated.h"
#include "tests/support/archives.h"

namespace wax::io {
namespace {

using State = Inflater::State;

TEST(Lz4Inflater, InflatesInPiecesOfAnySize) {
  std::string text(300, 'x');
  text += "and some words";
  auto inflater = lz4_inflater();
  for (auto frame : {tests::Frame::kFull, tests::Frame::kBare}) {
    for (size_t piece = 1; piece < 40; ++piece) {
      std::string out;
      EXPECT_EQ(inflate(*inflater, tests::lz4_frame(text, frame), piece, out),
                State::kEnd);
      EXPECT_EQ(out, text);
    }
  }
}

TEST(Lz4Inflater, KnowsWhatIsWrong) {
  std::string good = tests::lz4_frame("text");
  auto inflater = lz4_inflater();
  std::string out;
  EXPECT_EQ(inflate(*inflater, good.substr(0, good.size() - 1), 100, out),
            State::kMore);
  std::string bad_head = good;
  bad_head[4] = '\x80';  // a version that is not
  EXPECT_EQ(inflate(*inflater, bad_head, 100, out), State::kBad);
}

TEST(Lz4Inflater, AWrongSumCostsNoBytes) {
  std::string bad = tests::lz4_frame("text");
  bad.back() ^= 1;
  auto inflater = lz4_inflater();
  inflater->start();
  char buffer[100];
  auto step = inflater->step(bad, buffer, sizeof buffer);
  EXPECT_EQ(step.state, State::kBadSum);
  EXPECT_EQ(step.consumed, bad.size());
  EXPECT_EQ(std::string_view(buffer, step.produced), "text");
}

TEST(Lz4Inflater, KnowsWhereMembersStart) {
  auto inflater = lz4_inflater();
  EXPECT_TRUE(inflater->starts_member(tests::lz4_frame("")));
  EXPECT_FALSE(inflater->starts_member(tests::zstd_frame("")));
  EXPECT_FALSE(inflater->starts_member("\x04\x22\x4d"));
  EXPECT_EQ(inflater->skippable(tests::skippable_frame("12345")), 13u);
}

}  // namespace
}  // namespace wax::io
