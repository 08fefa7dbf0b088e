#include "cdx/files/merge_files.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "io/compress/gzip_format.h"
#include "io/error.h"
#include "io/output.h"
#include "lines/line_stream.h"
#include "tests/lines/hostile_lines.h"
#include "tests/lines/stream_text.h"
#include "tests/support/temp_dir.h"

namespace wax::cdx {
namespace {

TEST(MergeFiles, TakesMoreFilesThanMayBeOpen) {
  tests::TempDir folder;
  std::vector<std::string> paths;
  std::string expected;
  for (int i = 10'000; i < 12'000; ++i) {
    std::string line = std::to_string(i) + " 20070101000000 {}\n";
    std::string name = "f" + std::to_string(i % 7) + std::to_string(i);
    paths.push_back(folder.write(name, line + "z\n"));
    expected += line;
  }
  lines::MergeOptions options;
  options.unique = true;
  std::shuffle(paths.begin(), paths.end(), std::mt19937_64(1));
  MergedFiles merged = merge_files(paths, options, folder.path());
  EXPECT_EQ(lines::text_of(*merged.lines), expected + "z\n");
}

// Files of all kinds, and what they have together.
struct Files {
  std::vector<std::string> paths;
  std::vector<std::string> lines;  // in order
};

Files some_files(std::mt19937_64& random, const tests::TempDir& folder) {
  Files files;
  size_t count = 1 + random() % 20;
  for (size_t i = 0; i < count; ++i) {
    // Some are empty, some have nearly all, some have lines longer than blocks.
    size_t size = random() % (random() % 4 == 0 ? 4000 : 100);
    size_t longest = random() % 4 == 0 ? 500'000 : 300;
    auto lines =
        lines::hostile_lines(random, random() % 6 == 0 ? 0 : size, longest);
    std::sort(lines.begin(), lines.end());
    std::string text;
    for (const std::string& line : lines) text += line + '\n';
    if (!lines.empty() && !lines.back().empty() && random() % 2 == 0) {
      text.pop_back();
    }
    std::string path = folder.write("f" + std::to_string(i), text);
    if (random() % 5 == 0)
      path = folder.write("f" + std::to_string(i) + ".gz",
                          io::gzip_member(text, 1));
    files.paths.push_back(path);
    files.lines.insert(files.lines.end(), lines.begin(), lines.end());
  }
  std::sort(files.lines.begin(), files.lines.end());
  return files;
}

TEST(MergeFiles, GivesTheSameAsSortingAllWithAnyNumberOfJobs) {
  for (unsigned seed = 1; seed <= 25; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937_64 random(seed);
    tests::TempDir folder;
    Files files = some_files(random, folder);
    for (bool unique : {false, true}) {
      std::vector<std::string>& all = files.lines;
      if (unique) all.erase(std::unique(all.begin(), all.end()), all.end());
      std::string expected;
      for (const std::string& line : all) expected += line + '\n';
      for (unsigned jobs : {1U, 2U, 3U}) {
        lines::MergeOptions options;
        options.unique = unique;
        options.jobs = jobs;
        std::string got;
        auto output = io::open_memory(got);
        MergedFiles merged = merge_files(files.paths, options, folder.path());
        EXPECT_EQ(merged.lines->copy_to(*output), all.size());
        ASSERT_TRUE(got == expected) << "with " << jobs << " jobs";
      }
    }
  }
}

TEST(MergeFiles, NamesTheFirstLineOutOfOrderWithAnyNumberOfJobs) {
  tests::TempDir folder;
  std::string texts[3];
  for (int i = 0; i < 60'000; ++i) {
    texts[i % 3] += std::to_string(100'000 + i) + std::string(60, ' ') + "{}\n";
  }
  // Both are out of order; the one of the file that is shorter comes first.
  texts[1] += "100\n";
  texts[2].resize(texts[2].size() / 2 / 69 * 69);
  texts[2] += "0\n";
  std::vector<std::string> paths;
  for (const std::string& text : texts) {
    paths.push_back(folder.write("f" + std::to_string(paths.size()), text));
  }
  std::string expected = paths[2] + ": line 10001: ";
  std::string written;
  for (unsigned jobs : {1U, 2U, 3U}) {
    lines::MergeOptions options;
    options.jobs = jobs;
    MergedFiles merged = merge_files(paths, options);
    std::string got;
    auto output = io::open_memory(got);
    try {
      merged.lines->copy_to(*output);
      FAIL() << "no error";
    } catch (const lines::LineError& error) {
      EXPECT_TRUE(std::string(error.what()).starts_with(expected))
          << error.what();
    }
    if (jobs == 1) written = got;
    EXPECT_TRUE(got == written);
    EXPECT_TRUE(got.ends_with('\n'));
  }
}

TEST(MergeFiles, RefusesKeysOfSeveralKinds) {
  tests::TempDir folder;
  EXPECT_THROW((void)merge_files({folder.write("a", "com,a)/ 2007 {}\n"),
                                  folder.write("b", "a.com/ 2007 {}\n")}),
               UsageError);
}

TEST(MergeFiles, PutsTheHeaderOnTop) {
  tests::TempDir folder;
  MergedFiles merged = merge_files({folder.write("a", " CDX N b k\nb 1 2\n"),
                                    folder.write("b", " CDX N b k\na 1 2\n"),
                                    folder.write("c", "c 1 2\n")});
  EXPECT_EQ(merged.top, " CDX N b k\n");
  EXPECT_EQ(lines::text_of(*merged.lines), "a 1 2\nb 1 2\nc 1 2\n");
  EXPECT_THROW((void)merge_files({folder.write("a", " CDX N b k\nb 1 2\n"),
                                  folder.write("b", " CDX N b a\na 1 2\n")}),
               lines::LineError);
}

constexpr std::string_view kHeader = " CDX N b a";

// The lines of all blocks; checks what a block says of them.
std::vector<std::string> lines_in(lines::BlockSource& source) {
  std::vector<std::string> lines;
  std::string before;
  lines::LineBlock block;
  while (source.next(block)) {
    EXPECT_GT(block.size(), 0U);
    for (size_t i = 0; i < block.size(); ++i) {
      std::string line(block.line(i));
      lines::LineCode code;
      EXPECT_FALSE(lines::less_from(line, before, 0, code));
      EXPECT_EQ(block.lines[i].code, code);
      EXPECT_EQ(block.line(i).data()[line.size()], '\n');
      lines.push_back(line);
      before = line;
    }
  }
  return lines;
}

std::unique_ptr<io::ByteSource> bytes_of(std::string_view text) {
  return std::make_unique<io::MemorySource>(text);
}

TEST(CdxBlocks, GivesAllLinesInBlocksOfAnySize) {
  for (unsigned seed = 1; seed <= 150; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937_64 random(seed);
    auto lines = lines::hostile_lines(random, random() % 60, 2000);
    std::sort(lines.begin(), lines.end());
    std::string odd(kHeader);
    odd += '\n';
    for (const std::string& line : lines) {
      if (random() % 10 == 0) odd += std::string(kHeader) + "\r\n";
      odd += line + (random() % 3 == 0 ? "\r\n" : "\n");
    }
    if (!lines.empty() && !lines.back().empty() && random() % 2 == 0) {
      odd.pop_back();
      if (odd.back() == '\r') odd.pop_back();
    }
    size_t size = 16 + random() % 600;
    CdxBlocks file("x", bytes_of(odd), size);
    EXPECT_EQ(file.header(), kHeader);
    EXPECT_EQ(file.first(), lines.empty() ? "" : lines.front());
    EXPECT_EQ(lines_in(file), lines);
  }
}

TEST(CdxBlocks, AFileWithoutLinesHasNoBlocks) {
  for (std::string_view text : {"", " CDX N b a\n", " CDX N b a"}) {
    CdxBlocks file("x", bytes_of(text), 64);
    EXPECT_EQ(file.header(), text.empty() ? "" : kHeader);
    EXPECT_EQ(file.first(), "");
    EXPECT_TRUE(lines_in(file).empty());
  }
}

TEST(CdxBlocks, NamesTheLineThatIsOutOfOrder) {
  std::string text(kHeader);
  text += "\n";
  for (int i = 100; i < 200; ++i) text += std::to_string(i) + "\n";
  text += "150\n";
  for (size_t size : {64, 4096}) {
    try {
      CdxBlocks file("file", bytes_of(text), size);
      (void)lines_in(file);
      FAIL() << "no error";
    } catch (const lines::LineError& error) {
      EXPECT_TRUE(std::string(error.what()).starts_with("file: line 102: "))
          << error.what();
    }
  }
}

TEST(CdxBlocks, HeadersMustEqualTheFirstOne) {
  EXPECT_THROW(CdxBlocks("x", bytes_of("a b\n CDX N b a\n"), 64),
               lines::LineError);
  EXPECT_THROW(CdxBlocks("x", bytes_of(" CDX N b a\n CDX N b k\n"), 64),
               lines::LineError);
}

}  // namespace

}  // namespace wax::cdx
