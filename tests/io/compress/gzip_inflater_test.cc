#include <gtest/gtest.h>

#include "tests/io/inflated.h"
#include "tests/support/archives.h"

namespace wax::io {
namespace {

using State = Inflater::State;

State inflate(std::string_view stored, size_t piece, std::string& out) {
  return inflate(*gzip_inflater(), stored, piece, out);
}

TEST(GzipInflater, InflatesInPiecesOfAnySize) {
  std::string text(300, 'x');
  text += "and some words";
  for (size_t piece = 1; piece < 40; ++piece) {
    std::string out;
    EXPECT_EQ(inflate(tests::gzip_member(text), piece, out), State::kEnd);
    EXPECT_EQ(out, text);
  }
}

TEST(GzipInflater, KnowsWhatIsWrong) {
  std::string good = tests::gzip_member("text");
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
