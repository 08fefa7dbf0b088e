#include "cdx/files/zipnum_lines.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "io/error.h"
#include "tests/lines/stream_text.h"
#include "tests/support/archives.h"
#include "tests/support/temp_dir.h"

namespace wax::cdx {
namespace {

using Lines = std::vector<std::string>;

// Blocks of these texts, each with its first key in the index.
struct ZipNumLinesTest : testing::Test {
  void write(const std::vector<std::string>& texts) {
    std::string stored;
    std::string lines;
    for (const std::string& text : texts) {
      const std::string member = tests::gzip_member(text);
      lines += text.substr(0, text.rfind(' ', text.find('\n'))) + "\tp\t" +
               std::to_string(stored.size()) + '\t' +
               std::to_string(member.size()) + "\t1\n";
      stored += member;
    }
    folder.write("p", stored);
    const std::string path = folder.write("a.idx", lines);
    index = std::make_unique<SortedFile>(path);
    zipnum = open_zipnum(path);
  }
  Lines forwards(const SearchRange& range) {
    return all_lines(*zipnum_lines(*zipnum, *index, range));
  }
  Lines backwards(const SearchRange& range) {
    return all_lines(*zipnum_lines_backwards(*zipnum, *index, range));
  }
  tests::TempDir folder;
  std::unique_ptr<SortedFile> index;
  std::unique_ptr<ZipNum> zipnum;
};

TEST_F(ZipNumLinesTest, BackwardsAreThoseOfTheRangeInTheOtherOrder) {
  write({"a) 1 x\na) 2 x\n", "b) 1 x\n", "b) 2 x\nc) 1 x\n"});
  const Lines all = {"a) 1 x", "a) 2 x", "b) 1 x", "b) 2 x", "c) 1 x"};
  EXPECT_EQ(all_lines(*all_zipnum_lines(*zipnum)), all);
  for (const char* first : {"", "a) 1 x", "a) 2", "b)", "b) 2 x", "d"}) {
    for (const char* end : {"", "a) 2", "b)", "b) 2 x", "c) 1 y", "z"}) {
      Lines wanted;
      for (const std::string& line : all) {
        if (line >= first && line < end) wanted.push_back(line);
      }
      EXPECT_EQ(forwards({first, end}), wanted) << first << " to " << end;
      std::reverse(wanted.begin(), wanted.end());
      EXPECT_EQ(backwards({first, end}), wanted) << first << " to " << end;
    }
  }
}

TEST_F(ZipNumLinesTest, LinesOfSomeBlocksAreAPartOfTheRange) {
  write({"a) 1 x\na) 2 x\n", "b) 1 x\n", "b) 2 x\nc) 1 x\n"});
  auto lines_of = [&](uint64_t first, uint64_t count) {
    return all_lines(
        *zipnum_lines_of_blocks(*zipnum, *index, {"a) 2", "c)"}, first, count));
  };
  EXPECT_EQ(all_lines(*zipnum_blocks(*index, {"a) 2", "c)"})).size(), 3U);
  EXPECT_EQ(lines_of(0, 1), Lines{"a) 2 x"});
  EXPECT_EQ(lines_of(1, 2), (Lines{"b) 1 x", "b) 2 x"}));
  EXPECT_EQ(lines_of(3, 9), Lines{});
  EXPECT_EQ(lines_of(0, 0), Lines{});
}

TEST_F(ZipNumLinesTest, LinesOutOfOrderAreAnError) {
  write({"a) 1 x\na) 0 x\n", "b) 1 x\n"});
  EXPECT_THROW((void)forwards({"", "z"}), FormatError);
  EXPECT_THROW((void)backwards({"", "z"}), FormatError);
  write({"a) 1 x\nc) 1 x\n", "b) 1 x\n"});
  EXPECT_THROW((void)forwards({"", "z"}), FormatError);
  EXPECT_THROW((void)backwards({"", "z"}), FormatError);
}

}  // namespace
}  // namespace wax::cdx
