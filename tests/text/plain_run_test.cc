#include "text/plain_run.h"

#include <gtest/gtest.h>

#include <string>

namespace wax::text {
namespace {

// A text of every length with every byte at every place, against a loop.
template <typename Stops>
void check_all(Stops stops) {
  for (size_t size = 0; size < 36; ++size) {
    std::string text(size, 'a');
    EXPECT_EQ(plain_run(text, stops), size);
    for (size_t at = 0; at < size; ++at) {
      for (int byte = 0; byte < 256; ++byte) {
        text[at] = static_cast<char>(byte);
        size_t plain = stops.at(text[at]) ? at : size;
        ASSERT_EQ(plain_run(text, stops), plain) << byte << ' ' << at;
        std::string copy(size + 1, '#');
        ASSERT_EQ(copy_plain_run(text, stops, copy.data()), plain);
        ASSERT_EQ(copy.substr(0, plain), text.substr(0, plain));
        ASSERT_EQ(copy[size], '#');
      }
      text[at] = 'a';
    }
  }
}

TEST(PlainRun, EndsAtWhatJsonEscapes) {
  JsonStops stops;
  for (int byte = 0; byte < 256; ++byte) {
    bool plain = byte >= 0x20 && byte < 0x7f && byte != '"' && byte != '\\';
    EXPECT_EQ(stops.at(static_cast<char>(byte)), !plain) << byte;
  }
  check_all(stops);
}

TEST(PlainRun, EndsAtWhatMayBreakColumns) {
  for (char delimiter : {' ', '\t', '|', '\xc3'}) {
    ColumnStops stops{delimiter};
    for (int byte = 0; byte < 256; ++byte) {
      char c = static_cast<char>(byte);
      EXPECT_EQ(stops.at(c), byte <= 0x20 || c == delimiter) << byte;
    }
    check_all(stops);
  }
}

TEST(PlainRun, EndsAtWhatIsNoText) { check_all(TextStops()); }

TEST(PlainRun, EndsAtQuotesAndBackslashes) { check_all(QuoteStops()); }

TEST(PlainRun, TakesTheFirstOfSeveral) {
  EXPECT_EQ(plain_run("abc\x7f\"\\ and\x80 more than that", JsonStops()), 3U);
  EXPECT_EQ(plain_run("\xff\x7f\x01", JsonStops()), 0U);
  EXPECT_EQ(plain_run("abcdefgh\x01 |", ColumnStops{'|'}), 8U);
}

}  // namespace
}  // namespace wax::text
