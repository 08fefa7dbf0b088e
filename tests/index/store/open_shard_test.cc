#include "index/store/open_shard.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <utility>

#include "index/schema/fields.h"
#include "index/store/manifest.h"
#include "io/error.h"
#include "tests/index/store/written_index.h"
#include "tests/support/temp_dir.h"

namespace wax::index {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using tests::TempDir;

TEST(OpenShard, AnIndexWhoseWordsWereMadeByOtherRulesIsRefused) {
  TempDir folder;
  for (const auto& [rules, is_read] : {std::pair{kAnalysis, true},
                                       {std::string_view("1"), false},
                                       {std::string_view("3"), false}}) {
    std::string path = folder / std::string(rules);
    write_index(path, {{{"title", "a"}}});
    auto about = read_manifest(path).about;
    EXPECT_EQ(about["analysis"], kAnalysis);
    about["analysis"] = rules;
    write_manifest(path, about);
    try {
      (void)open_shard({path}, {});
      EXPECT_TRUE(is_read) << rules;
    } catch (const UsageError& error) {
      EXPECT_FALSE(is_read) << rules;
      EXPECT_THAT(error.what(),
                  HasSubstr("made by rules " + std::string(rules) +
                            ", but these tools know rules"));
      EXPECT_THAT(error.what(), HasSubstr("with wax-import and wax-index"));
    }
  }
}

TEST(OpenShard, AnotherNumberOfDocumentsIsRefusedByName) {
  TempDir folder;
  write_index(folder / "main", {{}, {}});
  write_index(folder / "dates", {{}});
  try {
    (void)open_shard({folder / "dates", folder / "main"}, {});
    FAIL();
  } catch (const UsageError& error) {
    EXPECT_THAT(error.what(), HasSubstr(folder / "dates"));
    EXPECT_THAT(error.what(), HasSubstr("1 documents"));
  }
}

TEST(OpenShard, AParallelIndexOfOtherDocumentsIsRefused) {
  TempDir folder;
  write_index(folder / "main", {{}}, "ONE");
  write_index(folder / "dates", {{}}, "TWO");
  EXPECT_THROW((void)open_shard({folder / "dates", folder / "main"}, {}),
               UsageError);
}

TEST(OpenShard, AnIndexWithoutManifestIsReadOnlyOnRequest) {
  TempDir folder;
  write_index(folder / "i", {{{"title", "t"}}});
  fs::remove(folder / "i/wax-manifest");
  EXPECT_THROW((void)open_shard({folder / "i"}, {}), UsageError);
  OpenOptions unchecked;
  unchecked.unchecked = true;
  EXPECT_EQ(open_shard({folder / "i"}, unchecked).documents, 1U);
}

}  // namespace
}  // namespace wax::index
