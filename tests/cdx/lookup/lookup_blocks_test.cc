#include "cdx/lookup/lookup_blocks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "cdx/lookup/lookup.h"
#include "io/error.h"
#include "io/problem.h"
#include "tests/cdx/lookup/sample_captures.h"
#include "tests/lines/stream_text.h"

namespace wax::cdx {
namespace {

const SearchRange kExample = {"com,example)/ ", "com,example)/!"};

// 50 captures in 8 blocks.
std::string eight_blocks() {
  std::string text;
  for (int i = 10; i < 60; ++i) {
    text += cdx_line("com,example)/", "201401010000" + std::to_string(i));
  }
  return text;
}

TEST(LookupBlocks, PagesTogetherHaveEveryBlockOnce) {
  tests::TempDir folder;
  auto files = open_all({zipnum_of(folder, "z", eight_blocks(), 7)});
  const Lines all = all_lines(*lookup_blocks(files, kExample, {}));
  EXPECT_EQ(all.size(), 8U);
  for (uint64_t size : {1, 3, 4, 8, 100}) {
    LookupOptions options;
    options.page_blocks = size;
    uint64_t count = count_pages(files, kExample, size).pages;
    Lines blocks;
    for (options.page = 0; options.page < count; ++options.page) {
      Lines page = all_lines(*lookup_blocks(files, kExample, options));
      EXPECT_EQ(page.size(), std::min(size, 8 - options.page * size));
      blocks.insert(blocks.end(), page.begin(), page.end());
    }
    EXPECT_EQ(blocks, all) << size;
  }
}

TEST(LookupBlocks, OfSeveralZipNumsFollowOneAnother) {
  tests::TempDir folder;
  std::string one = zipnum_of(folder, "a", eight_blocks(), 7);
  std::string other = zipnum_of(folder, "b", eight_blocks(), 25);
  Lines blocks = all_lines(*lookup_blocks(open_all({one}), kExample, {}));
  auto other_files = open_all({other});
  for (std::string& line :
       all_lines(*lookup_blocks(other_files, kExample, {}))) {
    blocks.push_back(std::move(line));
  }
  auto both = open_all({one, other});
  EXPECT_EQ(all_lines(*lookup_blocks(both, kExample, {})), blocks);
  EXPECT_EQ(blocks.size(), 10U);
}

TEST(CountPages, CountsTheBlocksOfTheRange) {
  tests::TempDir folder;
  auto zipnum = open_all({zipnum_of(folder, "z", eight_blocks(), 7)});
  const struct {
    SearchRange range;
    uint64_t page_blocks;
    uint64_t blocks;
    uint64_t pages;
  } kCases[] = {
      {kExample, 3, 8, 3},
      {kExample, 4, 8, 2},
      {kExample, 100, 8, 1},
      {{"com,example)/ 20140101000058", "com,example)/!"}, 3, 2, 1},
      {{"org,a)/ ", "org,a)/!"}, 3, 0, 0},
      {{"a", "b"}, 3, 0, 0},
  };
  for (const auto& c : kCases) {
    PageCounts counts = count_pages(zipnum, c.range, c.page_blocks);
    EXPECT_EQ(counts.blocks, c.blocks) << c.range.first << c.page_blocks;
    EXPECT_EQ(counts.pages, c.pages) << c.range.first << c.page_blocks;
  }
}

TEST(CheckPage, RefusesPagesThatDoNotExist) {
  tests::TempDir folder;
  std::string name = zipnum_of(folder, "z", eight_blocks(), 7);
  auto one = open_all({name});
  LookupOptions options;
  options.page_blocks = 3;
  options.page = 2;
  EXPECT_NO_THROW(check_page(one, kExample, options));
  options.page = 3;
  EXPECT_THROW(check_page(one, kExample, options), UsageError);
  EXPECT_NO_THROW(check_page(one, {"a", "b"}, options))
      << "of a range without pages, every page is empty";
  options.page = 0;
  EXPECT_THROW((void)lookup_blocks(open_all({name, name}), kExample, options),
               UsageError);
}

TEST(LookupBlocks, AFlatFileHasNone) {
  SampleCaptures sample;
  auto files = open_all({sample.file});
  EXPECT_THROW((void)all_lines(*lookup_blocks(files, kExample, {})),
               UsageError);
}

// Lines with dates that are in order, of which some are there twice.
std::string many_lines(size_t count, size_t step) {
  std::string text;
  for (size_t i = 0; i < count; ++i) {
    std::string number = std::to_string(1'000'000 + i * step / 3 * 3);
    text += cdx_line("com,example)/" + number.substr(0, 5), "2014" + number);
  }
  return text;
}

TEST(PageRange, EachLineOfFlatFilesAndZipNumsIsOnOnePage) {
  tests::TempDir folder;
  std::string flat = folder.write("a.cdx", many_lines(20'000, 2));
  std::string other = folder.write("b.cdx", many_lines(9'000, 5));
  std::string zipnum = zipnum_of(folder, "z", many_lines(10'000, 3), 1000);
  const SearchRange whole = {"com,example)/", "com,example)0"};
  for (const std::vector<std::string>& paths :
       std::vector<std::vector<std::string>>{
           {flat}, {flat, other}, {flat, zipnum}, {other, zipnum}}) {
    auto files = open_all(paths);
    NoProblems none;
    Lines all = all_lines(*lookup_lines(files, whole, {}, none));
    for (uint64_t size : {1, 2, 3}) {
      PageCounts counts = count_pages(files, whole, size);
      EXPECT_GT(counts.blocks, 1U);
      Lines paged;
      LookupOptions options;
      options.page_blocks = size;
      for (; options.page < counts.pages; ++options.page) {
        for (std::string& line :
             all_lines(*lookup_lines(files, whole, options, none))) {
          paged.push_back(std::move(line));
        }
      }
      EXPECT_EQ(paged, all) << paths[0] << size;
    }
  }
}

TEST(PageRange, APageMayBeLargerThanAllLines) {
  SampleCaptures sample;
  auto files = open_all({sample.file});
  EXPECT_EQ(count_pages(files, kExample, UINT64_MAX).pages, 1U);
  LookupOptions options;
  options.page_blocks = UINT64_MAX;
  NoProblems none;
  EXPECT_EQ(all_lines(*lookup_lines(files, kExample, options, none)),
            all_lines(*lookup_lines(files, kExample, {}, none)));
}

TEST(PageRange, ARangeWithoutLinesHasNoPages) {
  SampleCaptures sample;
  auto files = open_all({sample.file, sample.file});
  EXPECT_EQ(count_pages(files, {"x", "y"}, 1).pages, 0U);
  EXPECT_EQ(count_pages(files, kExample, 1).pages, 1U);
}

}  // namespace
}  // namespace wax::cdx
