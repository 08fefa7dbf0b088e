#include "lines/line_error.h"

#include <gtest/gtest.h>

namespace wax::lines {
namespace {

TEST(LineError, NamesTheFileAndTheLine) {
  LineError error("a.cdx", 5'000'000'000, "is too long");
  EXPECT_STREQ(error.what(), "a.cdx: line 5000000000: is too long");
}

}  // namespace
}  // namespace wax::lines
