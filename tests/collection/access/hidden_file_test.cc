#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "collection/access/collection_access.h"
#include "io/error.h"
#include "tests/support/temp_dir.h"

namespace wax::collection {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using tests::TempDir;

TEST(HiddenFile, HasTheRulesThatWereWritten) {
  TempDir folder;
  std::vector<AccessRule> rules = {
      hiding_rule("url", "http://a.org/x"),
      hiding_rule("host", "WWW.Example.ORG"),
      hiding_rule("digest", "SHA1:" + std::string(32, 'a')),
      hiding_rule("date", "2007-2008")};
  write_hidden(folder / "hidden", rules);
  EXPECT_EQ(read_hidden(folder / "hidden"), rules);
  write_hidden(folder / "hidden", {});
  EXPECT_TRUE(std::filesystem::exists(folder / "hidden"));
  EXPECT_THAT(read_hidden(folder / "hidden"), IsEmpty());
}

TEST(HiddenFile, MayBeWrittenByHand) {
  TempDir folder;
  EXPECT_THAT(read_hidden(folder.write("h", "# mine\n\nhost a.org\n")),
              ElementsAre(hiding_rule("host", "a.org")));
  EXPECT_THAT(read_hidden(folder.write("h", "hide host a.org")),
              ElementsAre(hiding_rule("host", "a.org")));
}

TEST(HiddenFile, RefusesWhatDoesNotHide) {
  TempDir folder;
  for (const char* text :
       {"site a.org\n", "host\n", "date 2\n", "", "# nothing\n",
        "block host a.org\n", "allow all\n", "host a.org until 2030\n"}) {
    EXPECT_THROW((void)read_hidden(folder.write("hidden", text)), FormatError)
        << text;
  }
}

TEST(HiddenFile, HasNoRuleWhereItIsMissingAndIsNoFolder) {
  TempDir folder;
  EXPECT_THAT(read_hidden(folder / "none"), IsEmpty());
  EXPECT_THAT(read_hidden(folder.write("file", "") + "/below"), IsEmpty());
  EXPECT_THROW((void)read_hidden(folder.path()), IoError);
  // A name that no file has is said as it is.
  const std::string name(300, 'x');
  EXPECT_EQ(hidden_file(name), name + "/hidden");
}

TEST(HiddenFile, IsReadWholeOrNotAtAll) {
  TempDir folder;
  write_hidden(folder / "hidden",
               {hiding_rule("host", "a.org"), hiding_rule("host", "b.org")});
  std::string good = tests::read_file(folder / "hidden");
  for (size_t at = 0; at < good.size(); ++at) {
    std::string cut = good.substr(0, at);
    EXPECT_THROW((void)read_hidden(folder.write("cut", cut)), FormatError)
        << at;
    std::string changed = good;
    changed[at] ^= 1;
    EXPECT_THROW((void)read_hidden(folder.write("changed", changed)),
                 FormatError)
        << at;
  }
}

TEST(HiddenFile, IsThatOfTheCollectionThatAnIndexIsIn) {
  TempDir folder;
  std::string c = folder / "c";
  std::filesystem::create_directories(c + "/pindexes/s/main");
  std::string file = (std::filesystem::weakly_canonical(c) / "hidden").string();
  EXPECT_EQ(hidden_file(c), file);
  EXPECT_EQ(hidden_file(c + "/pindexes/s"), file);
  EXPECT_EQ(hidden_file(c + "/pindexes/s/main"), file);
}

TEST(HiddenFile, IsCopiedToWhereItsDocumentsGo) {
  TempDir folder;
  for (const char* name : {"a", "b", "new"}) {
    std::filesystem::create_directories(
        folder / (std::string(name) + "/pindexes/1/main"));
  }
  AccessRule a = hiding_rule("host", "a.org");
  AccessRule b = hiding_rule("host", "b.org");
  write_hidden(hidden_file(folder / "a"), {a});
  write_hidden(hidden_file(folder / "b"), {b});
  std::vector<std::string> inputs = {folder / "a/pindexes/1",
                                     folder / "b/pindexes/1/main"};
  std::filesystem::create_directories(folder / "part");
  copy_hidden(inputs, folder / "alone", folder / "part");
  EXPECT_THAT(read_hidden(folder / "part/hidden"), ElementsAre(a, b));
  copy_hidden(inputs, folder / "new/pindexes/2", folder / "part2");
  EXPECT_THAT(read_hidden(folder / "new/hidden"), ElementsAre(a, b));
  copy_hidden({folder / "b/pindexes/1"}, folder / "a/pindexes/2",
              folder / "part2");
  EXPECT_THAT(read_hidden(folder / "a/hidden"), ElementsAre(a, b));
  // With nothing new, no file is written.
  copy_hidden({folder / "b/pindexes/1"}, folder / "a/pindexes/2",
              folder / "part2");
  EXPECT_THAT(read_hidden(folder / "a/hidden"), ElementsAre(a, b));
  std::filesystem::create_directory(folder / "part2");
  copy_hidden({folder / "alone"}, folder / "alone", folder / "part2");
  EXPECT_TRUE(std::filesystem::is_empty(folder / "part2"));
}

}  // namespace
}  // namespace wax::collection
