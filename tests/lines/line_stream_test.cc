#include "lines/line_stream.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "io/error.h"
#include "io/output.h"
#include "tests/lines/stream_text.h"
#include "tests/support/trickle_source.h"

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
    // However little a source shows at once.
    if (c.text.size() > 100) continue;
    auto bytes = std::make_unique<tests::TrickleSource>(c.text, 1);
    EXPECT_EQ(text_of(*lines_of(std::move(bytes))), c.expected);
  }
}

TEST(LineStream, CopyToEndsEveryLineAndCountsThem) {
  std::string bytes;
  auto output = io::open_memory(bytes);
  std::string long_line(1'000'000, 'y');
  EXPECT_EQ(lines_of("a\r\n" + long_line + "\n\nb")->copy_to(*output), 4U);
  EXPECT_EQ(bytes, "a\n" + long_line + "\n\nb\n");
  bytes.clear();
  int made = 0;
  auto lines = made_lines([&](std::string& line) {
    if (made == 0) line = long_line;
    return made++ < 2;
  });
  EXPECT_EQ(lines->copy_to(*output), 2U);
  EXPECT_EQ(bytes, long_line + "\n\n");
}

TEST(LineStream, WhatComesAboveTheLinesIsAskedForWhenTheFirstIsKnown) {
  for (uint64_t count : {0U, 1U, 3U}) {
    std::string bytes;
    auto output = io::open_memory(bytes);
    uint64_t asked = 0;
    auto lines = made_lines([&](std::string& line) {
      line = "line";
      return asked++ < count;
    });
    const auto head = [&] { return std::to_string(asked) + ":\n"; };
    EXPECT_EQ(copy_below(head, *lines, *output), count);
    std::string expected = "1:\n";
    for (uint64_t i = 0; i < count; ++i) expected += "line\n";
    EXPECT_EQ(bytes, expected);
  }
}

TEST(LineError, NamesTheFileAndTheLine) {
  LineError error("a.cdx", 5'000'000'000, "is too long");
  EXPECT_STREQ(error.what(), "a.cdx: line 5000000000: is too long");
}

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
