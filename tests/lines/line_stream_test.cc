#include "lines/line_stream.h"

#include <gtest/gtest.h>

#include <string>

#include "io/output.h"
#include "tests/lines/stream_text.h"

namespace wax::lines {
namespace {

TEST(LineStream, SplitsTextIntoLines) {
  const struct {
    std::string text;
    std::string expected;
  } kCases[] = {
      {"", ""},
      {"\n", "\n"},
      {"a", "a\n"},
      {"a\n", "a\n"},
      {"a\r\nb\r\n", "a\nb\n"},
      {"\r\n\r", "\n\r\n"},
      {"a\rb\n", "a\rb\n"},
      {"a\r\r\n", "a\r\n"},
      {"\n\na", "\n\na\n"},
      {std::string("a\0b\n\0", 5), std::string("a\0b\n\0\n", 6)},
      {std::string(3'000'000, 'x') + "\ny",
       std::string(3'000'000, 'x') + "\ny\n"},
  };
  for (const auto& c : kCases) {
    EXPECT_EQ(text_of(*lines_of(c.text)), c.expected);
  }
}

TEST(LineStream, CopyToEndsEveryLineAndCountsThem) {
  std::string bytes;
  auto output = io::open_memory(bytes);
  std::string long_line(1'000'000, 'y');
  EXPECT_EQ(lines_of("a\r\n" + long_line + "\n\nb")->copy_to(*output), 4U);
  EXPECT_EQ(bytes, "a\n" + long_line + "\n\nb\n");
}

}  // namespace
}  // namespace wax::lines
