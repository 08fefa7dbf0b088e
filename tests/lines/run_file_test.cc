#include "lines/run_file.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "io/error.h"
#include "tests/lines/hostile_lines.h"
#include "tests/support/temp_dir.h"

namespace wax::lines {
namespace {

using Lines = std::vector<std::string>;

Run written(RunFile& file, const Lines& lines, size_t block) {
  RunWriter writer(file, block);
  std::string_view before;
  for (const std::string& line : lines) {
    LineCode code;
    EXPECT_FALSE(less_from(line, before, 0, code));
    writer.add(line, code);
    before = line;
  }
  return writer.finish();
}

void expect_lines(BlockSource& run, const Lines& lines) {
  std::string before;
  LineBlock block;
  size_t at = 0;
  for (const std::string& line : lines) {
    if (at == block.size()) {
      ASSERT_TRUE(run.next(block));
      at = 0;
    }
    ASSERT_EQ(block.line(at), line);
    LineCode code;
    ASSERT_FALSE(less_from(line, before, 0, code));
    ASSERT_EQ(block.lines[at++].code, code);
    before = line;
  }
  EXPECT_EQ(at, block.size());
  EXPECT_FALSE(run.next(block));
}

TEST(RunFile, GivesBackTheLinesAndCodesOfEveryRun) {
  for (unsigned seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937_64 random(seed);
    tests::TempDir folder;
    auto file = std::make_shared<RunFile>(folder.path(),
                                          seed % 3 == 0 ? UINT64_MAX : 0);
    std::vector<Lines> lines;
    std::vector<lines::Run> runs;
    for (int i = 0; i < 3; ++i) {
      lines.push_back(hostile_lines(random, random() % 200, 3000));
      std::sort(lines.back().begin(), lines.back().end());
      runs.push_back(written(*file, lines.back(), 16 + random() % 500));
    }
    for (size_t i = 0; i < 3; ++i) {
      auto run = read_run(file, std::move(runs[i]), seed % 2 == 0,
                          1 + random() % 5000);
      expect_lines(*run, lines[i]);
    }
  }
}

TEST(RunFile, CompressesPartsForASlowDisk) {
  tests::TempDir folder;
  Lines lines;
  for (int i = 0; i < 20'000; ++i) {
    lines.push_back(std::to_string(1'000'000 + i * 13) + " text/html 200 -");
  }
  for (bool slow : {false, true}) {
    auto file = std::make_shared<RunFile>(folder.path(), slow ? UINT64_MAX : 0);
    lines::Run run = written(*file, lines, 4096);
    ASSERT_GT(run.parts.size(), 20U);
    for (const Run::Part& part : run.parts) {
      // Before the first one nobody knows.
      bool packed = slow && part.offset > 0;
      EXPECT_EQ(part.stored < part.size, packed);
    }
    expect_lines(*read_run(file, std::move(run), true, 1000), lines);
  }
}

TEST(RunFile, TakesRunsOfSeveralThreads) {
  tests::TempDir folder;
  auto file = std::make_shared<RunFile>(folder.path());
  std::vector<Lines> lines(4);
  std::vector<lines::Run> runs(4);
  std::vector<std::thread> threads;
  for (size_t i = 0; i < 4; ++i) {
    for (size_t k = 0; k < 2000; ++k) {
      lines[i].push_back(std::to_string(10'000 + k) + std::to_string(i));
    }
    threads.emplace_back([&, i] { runs[i] = written(*file, lines[i], 64); });
  }
  for (std::thread& thread : threads) thread.join();
  for (size_t i = 0; i < 4; ++i) {
    auto run = read_run(file, std::move(runs[i]), true, 4096);
    expect_lines(*run, lines[i]);
  }
}

TEST(RunFile, HasNoNameInItsFolder) {
  tests::TempDir folder;
  RunFile file(folder.path());
  (void)written(file, {"a", "b"}, 16);
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(RunFile, NamesAMissingFolder) {
  try {
    RunFile file("/nonexistent/folder");
    FAIL() << "no error";
  } catch (const IoError& error) {
    EXPECT_NE(std::string(error.what()).find("/nonexistent/folder"),
              std::string::npos);
  }
}

}  // namespace
}  // namespace wax::lines
