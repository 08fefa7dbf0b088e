#include "cdx/lookup/lookup_blocks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "io/error.h"
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
    uint64_t count = count_pages(*files[0], kExample, size).pages;
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
  auto zipnum = open_searchable(zipnum_of(folder, "z", eight_blocks(), 7));
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
    PageCounts counts = count_pages(*zipnum, c.range, c.page_blocks);
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
  EXPECT_THROW(check_page(open_all({name, name}), kExample, options),
               UsageError);
}

TEST(LookupBlocks, AFlatFileHasNone) {
  SampleCaptures sample;
  auto files = open_all({sample.file});
  EXPECT_THROW((void)all_lines(*lookup_blocks(files, kExample, {})),
               UsageError);
  EXPECT_THROW((void)count_pages(*files[0], kExample, 1), UsageError);
}

}  // namespace
}  // namespace wax::cdx
