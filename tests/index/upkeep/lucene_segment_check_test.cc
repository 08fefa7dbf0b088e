#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "index/store/manifest.h"
#include "index/upkeep/index_check.h"
#include "index/writer/index_writer.h"
#include "tests/support/archives.h"
#include "tests/support/temp_dir.h"

namespace wax::index {
namespace {

namespace fs = std::filesystem;
using tests::TempDir;

// The blocks of another index, of which a word has as many documents.
TEST(SegmentCheckTest, HoldsBlocksAgainstPostingsPositionsAndNorms) {
  std::string long_text;
  for (int i = 0; i < 200; ++i) long_text += " w";
  struct OtherBlocks {
    std::string even, odd;              // texts
    std::string other_even, other_odd;  // those of the other index
    const char* found;
  };
  for (const OtherBlocks& row : std::vector<OtherBlocks>{
           {"ant bat", "cow dog", "ant bat", "cow dog", ""},
           {"ant bat", "cow dog", "cow dog", "ant bat", "other documents"},
           {"ant bat", "cow dog", "ant ant bat", "cow dog", "frequencies than"},
           {"ant bat", "cow", "ant bat elk", "cow", "how much documents score"},
           {"ant" + long_text, "ant" + long_text, long_text + " ant",
            long_text + " ant", "lead to other positions"},
           {"ant", "ant", "ant bat", "ant", "terms that are not there"},
       }) {
    TempDir folder;
    auto write = [](const std::string& path, const std::string& even,
                    const std::string& odd) {
      IndexWriter writer(path, {});
      for (int i = 0; i < 600; ++i) {
        writer.add({{"content", i % 2 == 0 ? even : odd}});
      }
      writer.finish();
    };
    write(folder / "i", row.even, row.odd);
    write(folder / "other", row.other_even, row.other_odd);
    ASSERT_TRUE(fs::exists(folder / "i/wax-blocks_0"));
    const auto about = read_manifest(folder / "i").about;
    fs::copy_file(folder / "other/wax-blocks_0", folder / "i/wax-blocks_0",
                  fs::copy_options::overwrite_existing);
    write_manifest(folder / "i", about);
    tests::Problems problems;
    (void)check_index(folder / "i", {}, problems);
    if (*row.found == '\0') {
      EXPECT_TRUE(problems.all.empty());
      continue;
    }
    ASSERT_EQ(problems.all.size(), 1U) << row.found;
    EXPECT_EQ(problems.all[0].file, folder / "i/wax-blocks_0");
    EXPECT_THAT(problems.all[0].text, testing::HasSubstr(row.found));
  }
}

// The lists of another index, of which the postings are in the same places.
TEST(SegmentCheckTest, HoldsListsOfSeveralFieldsAgainstPostings) {
  for (const char* other : {"ant", "bat"}) {
    SCOPED_TRACE(other);
    TempDir folder;
    auto write = [](const std::string& path, const std::string& title) {
      IndexWriter writer(path, {});
      for (int i = 0; i < 600; ++i) {
        writer.add({{"title", i % 2 == 0 ? title : "cow ant"},
                    {"content", "ant bat"}});
      }
      writer.finish();
    };
    write(folder / "i", "ant");
    write(folder / "other", other);
    const auto about = read_manifest(folder / "i").about;
    fs::copy_file(folder / "other/wax-combined_0",
                  folder / "i/wax-combined_0",
                  fs::copy_options::overwrite_existing);
    write_manifest(folder / "i", about);
    tests::Problems problems;
    (void)check_index(folder / "i", {}, problems);
    if (other == std::string("ant")) {
      EXPECT_TRUE(problems.all.empty());
      continue;
    }
    ASSERT_EQ(problems.all.size(), 1U);
    EXPECT_EQ(problems.all[0].file, folder / "i/wax-combined_0");
    EXPECT_THAT(problems.all[0].text,
                testing::HasSubstr("the list of the word \"ant\" has other"));
  }
}

}  // namespace
}  // namespace wax::index
