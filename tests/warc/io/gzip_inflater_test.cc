#include <gtest/gtest.h>

#include "tests/support/archives.h"
#include "warc/io/inflater.h"

namespace wax::io {
namespace {

using State = Inflater::State;

// Feeds a member in pieces; the state it ended in.
State inflate(std::string_view stored, size_t piece, std::string& out) {
  auto inflater = gzip_inflater();
  inflater->start();
  out.clear();
  size_t given = piece;
  char buffer[7];
  for (;;) {
    std::string_view in = stored.substr(0, given);
    auto step = inflater->step(in, buffer, sizeof buffer);
    out.append(buffer, step.produced);
    stored.remove_prefix(step.consumed);
    if (step.state != State::kMore) return step.state;
    bool stuck = step.consumed == 0 && step.produced == 0;
    if (stuck && given >= stored.size()) return State::kMore;
    given = stuck ? given + 1 : piece;
  }
}

TEST(GzipInflater, InflatesInPiecesOfAnySize) {
  std::string text(300, 'x');
  text += "and some words";
  for (size_t piece = 1; piece < 40; ++piece) {
    std::string out;
    EXPECT_EQ(inflate(test::gzip_member(text), piece, out), State::kEnd);
    EXPECT_EQ(out, text);
  }
}

TEST(GzipInflater, KnowsWhatIsWrong) {
  std::string good = test::gzip_member("text");
  std::string out;
  std::string bad_crc = good;
  bad_crc[good.size() - 8] ^= 1;
  EXPECT_EQ(inflate(bad_crc, 100, out), State::kBadSum);
  EXPECT_EQ(out, "text");
  std::string bad_size = good;
  bad_size[good.size() - 4] ^= 1;
  EXPECT_EQ(inflate(bad_size, 100, out), State::kBadSum);
  std::string bad_data = good;
  bad_data[10] = '\x07';
  EXPECT_EQ(inflate(bad_data, 100, out), State::kBad);
  std::string reserved = good;
  reserved[3] = '\x20';
  EXPECT_EQ(inflate(reserved, 100, out), State::kBad);
  EXPECT_EQ(inflate(good.substr(0, good.size() - 1), 100, out), State::kMore);
}

}  // namespace
}  // namespace wax::io
