#include "text/percent.h"

#include <gtest/gtest.h>

#include <string>

namespace wax::text {
namespace {

TEST(EscapeBytes, EscapesTheNamedOnes) {
  std::string text = "a b\n%20";
  escape_bytes(" \n", text);
  EXPECT_EQ(text, "a%20b%0A%20");
}

}  // namespace
}  // namespace wax::text
