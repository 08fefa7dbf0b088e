#include "cdx/line_stream.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/cdx/stream_text.h"
#include "tests/support/temp_dir.h"
#include "warc/io/error.h"
#include "warc/io/packer.h"

namespace wax::cdx {
namespace {

std::string member(std::string_view text) {
  std::string bytes;
  auto output = io::open_memory(bytes);
  io::Packer packer(*output, io::Packing::kGzip);
  packer.start_member(text.size());
  packer.write(text);
  packer.end_member();
  output->finish();
  return bytes;
}

std::string text_of_file(const std::string& bytes) {
  tests::TempDir folder;
  auto lines = open_lines(folder.write("lines", bytes));
  return text_of(*lines);
}

// The error that reading ends in; empty when there is none.
std::string error_of(const std::string& bytes) {
  try {
    (void)text_of_file(bytes);
  } catch (const FormatError& error) {
    return error.what();
  }
  return "";
}

TEST(LineStream, CutsTextIntoLines) {
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
    EXPECT_EQ(text_of_file(c.text), c.expected);
    EXPECT_EQ(text_of_file(member(c.text)), c.expected);
  }
}

TEST(LineStream, GzipMembersAreOneText) {
  EXPECT_EQ(text_of_file(member("a\nb") + member("") + member("c\n")),
            "a\nbc\n");
}

TEST(LineStream, ZerosBehindTheLastMemberArePadding) {
  EXPECT_EQ(text_of_file(member("a\n") + std::string(600'000, '\0')), "a\n");
  EXPECT_NE(error_of(member("a\n") + std::string(5, '\0') + member("b\n")), "");
}

TEST(LineStream, JunkBehindAMemberIsAnErrorWithItsOffset) {
  std::string good = member("a\n");
  EXPECT_NE(
      error_of(good + "junk").find("at byte " + std::to_string(good.size())),
      std::string::npos)
      << error_of(good + "junk");
}

TEST(LineStream, ACutMemberIsAnErrorWhereverTheCutIs) {
  std::string one = member("a line\n");
  std::string both = one + member("another line\n");
  for (size_t size = 2; size < both.size(); ++size) {
    SCOPED_TRACE(size);
    if (size == one.size()) {
      EXPECT_EQ(text_of_file(both.substr(0, size)), "a line\n");
    } else {
      EXPECT_NE(error_of(both.substr(0, size)), "");
    }
  }
}

TEST(LineStream, AWrongChecksumOrLengthIsAnError) {
  std::string text(100'000, 'x');
  std::string good = member(text);
  for (size_t back = 1; back <= 8; ++back) {
    std::string bad = good;
    bad[bad.size() - back] ^= 0x10;
    EXPECT_NE(error_of(bad), "") << back << " bytes before the end";
  }
}

TEST(LineStream, AFlippedBitIsAnErrorOrChangesNothing) {
  std::string text = "com,example)/ 20070101000000\ncom,example)/a\n";
  std::string good = member(text);
  // Behind the magic number, without which this is another kind of file.
  for (size_t at = 2; at < good.size(); ++at) {
    for (int bit = 0; bit < 8; ++bit) {
      std::string bad = good;
      bad[at] = static_cast<char>(bad[at] ^ 1 << bit);
      try {
        EXPECT_EQ(text_of_file(bad), text) << "byte " << at << " bit " << bit;
      } catch (const FormatError&) {
      }
    }
  }
}

TEST(LineStream, WhatIsNoFileIsAnError) {
  tests::TempDir folder;
  EXPECT_THROW((void)open_lines(folder / "missing"), IoError);
  EXPECT_THROW((void)open_lines(folder.path()), IoError);
}

TEST(LineStream, CopyEndsEveryLineAndCounts) {
  std::string bytes;
  auto output = io::open_memory(bytes);
  std::string long_line(1'000'000, 'y');
  EXPECT_EQ(copy_lines(*lines_of("a\r\n" + long_line + "\n\nb"), *output), 4U);
  EXPECT_EQ(bytes, "a\n" + long_line + "\n\nb\n");
}

}  // namespace
}  // namespace wax::cdx
