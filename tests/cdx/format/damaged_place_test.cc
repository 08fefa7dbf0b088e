#include "cdx/format/damaged_place.h"

#include <gtest/gtest.h>

#include <string>

namespace wax::cdx {
namespace {

TEST(DamagedPlace, IsReadAsItIsWritten) {
  Capture capture;
  capture.filename = "a b.warc";
  capture.offset = 17;
  capture.urlkey = "k";
  capture.date = "20070101000000";
  std::string line;
  append_damaged_place(capture, line);
  EXPECT_EQ(line, "a%20b.warc 17 k 20070101000000\n");
  line.pop_back();
  DamagedPlace place;
  ASSERT_TRUE(parse_damaged_place(line, place));
  EXPECT_EQ(place.filename, "a%20b.warc");
  EXPECT_EQ(place.offset, "17");
  EXPECT_EQ(place.urlkey, "k");
  EXPECT_EQ(place.date, "20070101000000");
}

TEST(DamagedPlace, HasFourFieldsAndANumberOrNone) {
  const struct {
    const char* line;
    bool good;
  } kCases[] = {
      {"f 0 k d", true},    {"f\t0  k d more", true},
      {"f - k -", true},    {"f 0 k", false},
      {"f", false},         {"", false},
      {"f 0x1 k d", false}, {"f -1 k d", false},
      {"f 1.5 k d", false},
  };
  for (const auto& c : kCases) {
    DamagedPlace place;
    EXPECT_EQ(parse_damaged_place(c.line, place), c.good) << c.line;
  }
}

}  // namespace
}  // namespace wax::cdx
