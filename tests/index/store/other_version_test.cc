#include "index/store/other_version.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <string>

#include "index/schema/fields.h"
#include "index/schema/word_tables.h"
#include "tests/support/temp_dir.h"

namespace wax::index {
namespace {

namespace fs = std::filesystem;
using testing::EndsWith;
using testing::StartsWith;

TEST(OtherVersionTest, NamesTheBuildThatTheIndexLiesIn) {
  tests::TempDir folder;
  const std::string root = fs::canonical(folder.path()).string();
  folder.write("it's old/build.json", "{}");
  const std::string build = root + "/it's old";
  fs::create_directories(build + "/pindexes/001/main");
  fs::create_directory_symlink(build, root + "/link");
  const std::string index = root + "/link/pindexes/001/main";
  EXPECT_EQ(build_around(index), build);
  EXPECT_EQ(build_around(build + "/pindexes/not/there"), build);
  const OtherVersion error(index, "3");
  EXPECT_EQ(error.index(), index);
  EXPECT_THAT(error.what(),
              StartsWith(index + ": the words of this index were made by "
                                 "rules 3, but these tools know rules "));
  EXPECT_THAT(error.what(), EndsWith("of its archives: wax build '" + root +
                                     "/it'\\''s old'"));
  EXPECT_EQ(index + ": " + error.text(), error.what());
}

TEST(OtherVersionTest, OutsideOfABuildTheToolsAreNamed) {
  tests::TempDir folder;
  fs::create_directories(folder / "c/pindexes/001/main");
  EXPECT_EQ(build_around(folder / "c/pindexes/001/main"), "");
  EXPECT_THAT(OtherVersion(folder / "c/pindexes/001/main", "9").what(),
              EndsWith("of its archives, with wax-import and wax-index"));
}

TEST(OtherVersionTest, AColumnIsMadeAgainByItself) {
  EXPECT_THAT(OtherVersion::of_column("s/notes", "9").what(),
              EndsWith("run wax-add-column again"));
}

TEST(OtherVersionTest, OlderWordsAreReadAndLaterOnesAreNot) {
  EXPECT_EQ(word_rules("4", "4"), WordRules::kOwn);
  EXPECT_EQ(word_rules("4", "5"), WordRules::kOlder);
  EXPECT_EQ(word_rules("4", "12"), WordRules::kOlder);
  EXPECT_EQ(word_rules("11", "12"), WordRules::kOlder);
  EXPECT_EQ(word_rules("3", "12"), WordRules::kUnknown);
  EXPECT_EQ(word_rules("5", "4"), WordRules::kUnknown);
  EXPECT_EQ(word_rules("x", "4"), WordRules::kUnknown);
  tests::TempDir folder;
  folder.write("c/build.json", "{}");
  EXPECT_THAT(older_words_text(folder / "c/pindexes/001/main", "4"),
              testing::HasSubstr("wax build " + folder.path()));
}

TEST(OtherVersionTest, OtherTablesOfLibrariesAreNamed) {
  tests::TempDir folder;
  folder.write("c/build.json", "{}");
  const std::string main = folder / "c/pindexes/001/main";
  const std::string own = word_tables({"en"});
  std::map<std::string, std::string> about = {
      {"analysis", std::string(kAnalysis)}, {"stems", "en"}, {"tables", own}};
  EXPECT_FALSE(other_words(main, about).has_value());
  about["tables"] = "icu=1.0" + own.substr(own.find(' '));
  EXPECT_FALSE(other_words(main, about).has_value());
  about["tables"] = "icu=1.0 unicode=1.0 words=1 stems=2";
  const auto problem = other_words(main, about);
  ASSERT_TRUE(problem.has_value());
  EXPECT_EQ(problem->id, "index-other-tables");
  EXPECT_EQ(problem->file, main);
  EXPECT_THAT(problem->text, testing::HasSubstr("icu=1.0 unicode=1.0"));
  EXPECT_THAT(problem->text, testing::HasSubstr("here " + own));
  EXPECT_THAT(problem->text, testing::HasSubstr("wax build " + folder.path()));
  about["analysis"] = "4";
  EXPECT_EQ(other_words(main, about)->id, "index-older-words");
}

}  // namespace
}  // namespace wax::index
