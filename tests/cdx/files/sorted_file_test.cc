#include "cdx/files/sorted_file.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "io/error.h"
#include "tests/support/temp_dir.h"

namespace wax::cdx {
namespace {

using tests::TempDir;

std::vector<std::string> from(SortedFile& file, uint64_t offset) {
  std::vector<std::string> lines;
  std::string_view line;
  while (file.read(offset, line)) lines.emplace_back(line);
  return lines;
}

using Lines = std::vector<std::string>;

TEST(SortedFile, FindsTheFirstLineNotLessThanTheText) {
  TempDir folder;
  SortedFile file(folder.write("a", " CDX N b a\nb 1\nb 2\nd 1\n"));
  EXPECT_EQ(file.top(), Lines{" CDX N b a"});
  EXPECT_EQ(from(file, file.lower_bound("")), (Lines{"b 1", "b 2", "d 1"}));
  EXPECT_EQ(from(file, file.lower_bound("b 2")), (Lines{"b 2", "d 1"}));
  EXPECT_EQ(from(file, file.lower_bound("c")), Lines{"d 1"});
  EXPECT_EQ(from(file, file.lower_bound("e")), Lines{});
}

TEST(SortedFile, TakesUnusualFiles) {
  TempDir folder;
  for (const char* text : {"", "\n", "\n\n", " CDX N b a\n", "!meta 0 {}\n"}) {
    SortedFile file(folder.write("a", text));
    EXPECT_EQ(from(file, file.lower_bound("a")), Lines{}) << text;
    EXPECT_FALSE(file.line_before(file.lower_bound("a"))) << text;
  }
  SortedFile windows(folder.write("a", "a 1\r\nb 1\r\n\r\n"));
  EXPECT_EQ(from(windows, windows.lower_bound("b 1")), Lines{"b 1"});
  SortedFile open_end(folder.write("a", "a 1\nb 1"));
  EXPECT_EQ(from(open_end, open_end.lower_bound("b")), Lines{"b 1"});
}

TEST(SortedFile, AgreesWithAScan) {
  for (unsigned seed = 0; seed < 60; ++seed) {
    std::mt19937 random(seed);
    Lines lines;
    size_t count = random() % 400;
    for (size_t i = 0; i < count; ++i) {
      std::string line(1, static_cast<char>('a' + random() % 4));
      for (size_t k = random() % 6; k > 0; --k) {
        line += static_cast<char>('a' + random() % 3);
      }
      if (random() % 20 == 0) line.append(random() % 30000, 'x');
      lines.push_back(line);
    }
    std::sort(lines.begin(), lines.end());
    std::string text = seed % 2 == 0 ? "" : " CDX N b a\n";
    for (const std::string& line : lines) {
      text += line + (seed % 3 == 0 ? "\r\n" : "\n");
      if (random() % 10 == 0) text += '\n';
    }
    TempDir folder;
    SortedFile file(folder.write("a", text));
    for (int i = 0; i < 40; ++i) {
      std::string asked(1, static_cast<char>('`' + random() % 6));
      if (!lines.empty() && i % 2 == 0) asked = lines[random() % lines.size()];
      auto expected = std::lower_bound(lines.begin(), lines.end(), asked);
      uint64_t found = file.lower_bound(asked);
      EXPECT_EQ(from(file, found), Lines(expected, lines.end()))
          << "seed " << seed << ", " << asked.substr(0, 20);
      Lines back;
      std::string_view last;
      for (uint64_t at = found; file.read_back(at, last);) {
        back.emplace(back.begin(), last);
      }
      EXPECT_EQ(back, Lines(lines.begin(), expected)) << "seed " << seed;
      auto before = file.line_before(found);
      ASSERT_EQ(before.has_value(), expected != lines.begin())
          << "seed " << seed << ", " << asked.substr(0, 20);
      if (!before) continue;
      std::string_view line;
      ASSERT_TRUE(file.read(*before, line));
      EXPECT_EQ(line, expected[-1]) << "seed " << seed;
    }
  }
}

TEST(SortedFile, NamesTheLineThatIsOutOfOrder) {
  TempDir folder;
  std::string text;
  for (int i = 999; i >= 0; --i) text += "k" + std::to_string(1000 + i) + "\n";
  SortedFile file(folder.write("a", text));
  EXPECT_THROW((void)file.lower_bound("k1500"), FormatError);
}

TEST(SortedFile, RefusesFilesThatCannotBeSearched) {
  TempDir folder;
  EXPECT_THROW(SortedFile{folder / "none"}, IoError);
  EXPECT_THROW(SortedFile{folder.path()}, IoError);
  EXPECT_THROW(SortedFile{"/dev/null"}, FormatError);
  EXPECT_THROW(SortedFile{folder.write("a", "\x1f\x8b\x08")}, FormatError);
}

TEST(SortedRun, FindsAllLinesOfRisingPrefixes) {
  tests::TempDir folder;
  for (unsigned seed = 1; seed <= 30; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937_64 random(seed);
    std::vector<std::string> lines;
    for (size_t i = random() % 5000; i > 0; --i) {
      lines.push_back("key" + std::to_string(random() % 3000) + ' ' +
                      std::string(random() % 50 == 0 ? 9000 : random() % 90,
                                  static_cast<char>('a' + random() % 26)));
    }
    std::sort(lines.begin(), lines.end());
    std::string text = "# on top\n# again\n";
    for (const std::string& line : lines) text += line + '\n';
    SortedRun run(folder.write("lines", text));
    std::vector<std::string> prefixes;
    for (size_t i = random() % 200; i > 0; --i) {
      prefixes.push_back("key" + std::to_string(random() % 3000) + ' ');
    }
    std::sort(prefixes.begin(), prefixes.end());
    prefixes.erase(std::unique(prefixes.begin(), prefixes.end()),
                   prefixes.end());
    for (const std::string& prefix : prefixes) {
      std::vector<std::string> found;
      run.seek(prefix);
      for (std::string_view line; run.next(prefix, line);) {
        found.emplace_back(line);
      }
      std::vector<std::string> expected;
      for (const std::string& line : lines) {
        if (line.starts_with(prefix)) expected.push_back(line);
      }
      ASSERT_EQ(found, expected) << prefix;
    }
  }
}

TEST(SortedRun, MayBeEmpty) {
  tests::TempDir folder;
  SortedRun run(folder.write("lines", "# on top\n"));
  run.seek("a");
  std::string_view line;
  EXPECT_FALSE(run.next("a", line));
  EXPECT_THROW(SortedRun(folder / "none"), IoError);
}

}  // namespace

}  // namespace wax::cdx
