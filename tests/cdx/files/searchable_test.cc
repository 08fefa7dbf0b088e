#include "cdx/files/searchable.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include "cdx/files/zipnum.h"
#include "io/error.h"
#include "tests/lines/stream_text.h"
#include "tests/support/temp_dir.h"

namespace wax::cdx {
namespace {

using tests::TempDir;
using Lines = std::vector<std::string>;

TEST(OpenSearchable, KnowsFilesByTheirContent) {
  TempDir folder;
  auto flat = open_searchable(folder.write("a.idx", "a) 1 x\nb) 1 x\n"));
  EXPECT_EQ(all_lines(*flat->lines({"a", "z"})).size(), 2U);
  EXPECT_EQ(flat->head(), "a) 1 x\n");
  EXPECT_THROW((void)flat->blocks({"a", "z"}), UsageError);
  EXPECT_THROW((void)open_searchable(folder.write("a.gz", "\x1f\x8b")),
               FormatError);
  EXPECT_THROW((void)open_searchable("-"), UsageError);
  folder.write("b.idx", "");
  EXPECT_THROW((void)open_searchable(folder.path()), UsageError);
}

TEST(OpenSearchable, LeavesHeadersOut) {
  TempDir folder;
  auto file = open_searchable(
      folder.write("a", " CDX N b a\na) 1 x\nb) 1 x\nc) 1 x\n"));
  EXPECT_EQ(all_lines(*file->lines({"", "b)!"})), (Lines{"a) 1 x", "b) 1 x"}));
  EXPECT_EQ(file->head(), " CDX N b a\na) 1 x\n");
}

TEST(OpenSearchable, NamesLinesOutOfOrderInTheRange) {
  TempDir folder;
  auto file = open_searchable(folder.write("a", "a) 1\na) 3\na) 2\nb) 1\n"));
  EXPECT_THROW((void)all_lines(*file->lines({"a)", "b"})), FormatError);
}

// Flat or not, in blocks of any size: what a scan would find.
TEST(OpenSearchable, AgreesWithAScan) {
  for (unsigned seed = 0; seed < 40; ++seed) {
    std::mt19937 random(seed);
    Lines lines;
    for (size_t i = random() % 300; i > 0; --i) {
      std::string key(1, static_cast<char>('a' + random() % 5));
      for (size_t k = random() % 4; k > 0; --k) {
        key += static_cast<char>('a' + random() % 3);
      }
      lines.push_back(key + ")/ " + std::to_string(2000 + random() % 20) +
                      " x");
    }
    std::sort(lines.begin(), lines.end());
    std::string text;
    for (const std::string& line : lines) text += line + '\n';
    TempDir folder;
    std::string zipnum = folder / "zipnum";
    std::filesystem::create_directory(zipnum);
    auto input = lines::lines_of(text);
    write_zipnum(*input, "", zipnum,
                 {.block_lines = 1 + random() % 40,
                  .shards = 1 + random() % 3,
                  .jobs = 1});
    auto flat = open_searchable(folder.write("flat", text));
    auto blocks = open_searchable(zipnum);
    for (int i = 0; i < 30; ++i) {
      std::string first(1, static_cast<char>('`' + random() % 7));
      std::string end = first + static_cast<char>('a' + random() % 4);
      if (i % 2 == 0 && !lines.empty()) {
        first = lines[random() % lines.size()].substr(0, random() % 12);
        end = first + '~';
      }
      Lines expected;
      for (const std::string& line : lines) {
        if (line >= first && line < end) expected.push_back(line);
      }
      EXPECT_EQ(all_lines(*flat->lines({first, end})), expected)
          << "seed " << seed << ": " << first << " to " << end;
      EXPECT_EQ(all_lines(*blocks->lines({first, end})), expected)
          << "seed " << seed << ": " << first << " to " << end;
    }
  }
}

}  // namespace
}  // namespace wax::cdx
