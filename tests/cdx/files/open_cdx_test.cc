#include "cdx/files/open_cdx.h"

#include <gtest/gtest.h>

#include <string>

#include "io/compress/compressor.h"
#include "io/error.h"
#include "io/output.h"
#include "tests/lines/stream_text.h"
#include "tests/support/temp_dir.h"

namespace wax::cdx {
namespace {

std::string member(std::string_view text) {
  std::string bytes;
  auto output = io::open_memory(bytes);
  io::Compressor compressor(*output, io::Compression::kGzip);
  compressor.start_member(text.size());
  compressor.write(text);
  compressor.end_member();
  output->finish();
  return bytes;
}

std::string text_of_file(const std::string& bytes) {
  tests::TempDir folder;
  auto lines = open_lines(folder.write("lines", bytes));
  return lines::text_of(*lines);
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

TEST(OpenLines, PlainAndCompressedTextHaveTheSameLines) {
  const std::string kTexts[] = {"", "\n", "a", "a\r\nb\r\n",
                                std::string(3'000'000, 'x') + "\ny"};
  for (const std::string& text : kTexts) {
    std::string expected = lines::text_of(*lines::lines_of(text));
    EXPECT_EQ(text_of_file(text), expected);
    EXPECT_EQ(text_of_file(member(text)), expected);
  }
}

TEST(OpenLines, GzipMembersAreOneText) {
  EXPECT_EQ(text_of_file(member("a\nb") + member("") + member("c\n")),
            "a\nbc\n");
}

TEST(OpenLines, ZerosAfterTheLastMemberArePadding) {
  EXPECT_EQ(text_of_file(member("a\n") + std::string(600'000, '\0')), "a\n");
  EXPECT_NE(error_of(member("a\n") + std::string(5, '\0') + member("b\n")), "");
}

TEST(OpenLines, JunkAfterAMemberIsAnErrorWithItsOffset) {
  std::string good = member("a\n");
  EXPECT_NE(
      error_of(good + "junk").find("at byte " + std::to_string(good.size())),
      std::string::npos)
      << error_of(good + "junk");
}

TEST(OpenLines, ATruncatedMemberIsAnErrorAtEveryLength) {
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

TEST(OpenLines, AWrongChecksumOrLengthIsAnError) {
  std::string text(100'000, 'x');
  std::string good = member(text);
  for (size_t back = 1; back <= 8; ++back) {
    std::string bad = good;
    bad[bad.size() - back] ^= 0x10;
    EXPECT_NE(error_of(bad), "") << back << " bytes before the end";
  }
}

TEST(OpenLines, AFlippedBitIsAnErrorOrChangesNothing) {
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

TEST(OpenLines, AMissingFileOrAFolderIsAnError) {
  tests::TempDir folder;
  EXPECT_THROW((void)open_lines(folder / "missing"), IoError);
  EXPECT_THROW((void)open_lines(folder.path()), IoError);
}

}  // namespace
}  // namespace wax::cdx
