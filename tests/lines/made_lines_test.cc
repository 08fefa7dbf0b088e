#include "lines/made_lines.h"

#include <gtest/gtest.h>

#include <string>

#include "io/error.h"
#include "tests/lines/stream_text.h"

namespace wax::lines {
namespace {

TEST(MadeLines, AreThoseOfTheFunctionUntilItReturnsFalse) {
  int n = 0;
  auto lines = made_lines([&n](std::string& line) {
    line += std::to_string(n);
    return n++ < 3;
  });
  EXPECT_EQ(text_of(*lines), "0\n1\n2\n");
}

TEST(MadeLines, MayBeEmpty) {
  int n = 0;
  auto lines = made_lines([&n](std::string&) { return n++ < 2; });
  EXPECT_EQ(text_of(*lines), "\n\n");
}

TEST(MadeLines, ThrowWhatTheFunctionThrows) {
  auto lines =
      made_lines([](std::string&) -> bool { throw UsageError("no more"); });
  std::string_view line;
  EXPECT_THROW((void)lines->next(line), UsageError);
}

}  // namespace
}  // namespace wax::lines
