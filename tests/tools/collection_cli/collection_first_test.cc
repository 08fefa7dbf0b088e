#include "tools/collection_cli/collection_first.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <vector>

#include "io/error.h"
#include "tests/support/archives.h"
#include "tests/support/temp_dir.h"

namespace wax::tools::collection_cli {
namespace {

namespace fs = std::filesystem;

std::string fault_of(std::string_view tool,
                     const std::vector<std::string>& arguments) {
  try {
    check_collection_first(tool, arguments);
  } catch (const UsageError& error) {
    return error.what();
  }
  return {};
}

std::string fault_of_words(std::string_view tool,
                           const std::vector<std::string>& arguments) {
  try {
    check_all_collections(tool, arguments);
  } catch (const UsageError& error) {
    return error.what();
  }
  return {};
}

TEST(CollectionFirst, NamesTheLineToTypeWhenArgumentsAreSwapped) {
  tests::TempDir folder;
  std::filesystem::create_directories(folder / "valley/pindexes/001/main");
  folder.write("index/segments.gen", "");
  const std::string valley = folder / "valley";
  EXPECT_EQ(fault_of("wax-search", {"old castle", valley}),
            "old castle: there is no such folder, and " + valley +
                " is a collection, which comes first: wax search " + valley +
                " 'old castle'");
  EXPECT_NE(fault_of("wax-versions", {"http://a.org/", folder / "index"}), "");
  EXPECT_EQ(fault_of("wax-hide", {valley, "http://a.org/", valley}), "");
  EXPECT_EQ(fault_of("wax-search", {folder / "index", "x"}), "");
}

TEST(CollectionFirst, ToolsWriteIntoCollectionsAlone) {
  tests::TempDir folder;
  fs::create_directories(folder / "valley/pindexes");
  fs::create_directories(folder / "mine");
  folder.write("file", "");
  EXPECT_NO_THROW(check_is_collection(folder / "valley"));
  for (const char* name : {"mine", "file", "none", "valley/pindexes"}) {
    EXPECT_THROW(check_is_collection(folder / name), UsageError) << name;
  }
}

TEST(CollectionFirst, SaysWhatWasLookedFor) {
  tests::TempDir folder;
  const std::string none = folder / "none";
  const std::string fault = none +
                            ": there is no such folder; give the collection "
                            "that wax build has made, or an index";
  EXPECT_EQ(fault_of("wax-search", {none, "castle"}), fault);
  EXPECT_EQ(fault_of("wax-hide", {none}), fault);
  // Another folder is none to search, but there is one.
  EXPECT_EQ(fault_of("wax-search", {folder.path(), "castle"}), "");
}

TEST(CollectionFirst, ToolsOfCollectionsTakeNoOtherWords) {
  tests::TempDir folder;
  std::filesystem::create_directories(folder / "valley/pindexes/001/main");
  const std::string valley = folder / "valley";
  const std::string none = folder / "none";
  EXPECT_EQ(fault_of_words("wax-serve", {"old castle", valley}),
            "old castle: there is no such folder, and wax-serve takes no other "
            "words: wax serve " +
                valley);
  EXPECT_EQ(fault_of_words("wax-index-check", {valley, none, "x", valley}),
            none +
                ": there is no such folder, and wax-index-check takes no other "
                "words: wax index-check " +
                valley + " " + valley);
  EXPECT_EQ(fault_of_words("wax-serve", {folder.path(), none}),
            none +
                ": there is no such folder; give the collection that wax build "
                "has made, or an index");
  // Others say what is wrong.
  EXPECT_EQ(fault_of_words("wax-serve", {}), "");
  EXPECT_EQ(fault_of_words("wax-serve", {valley, folder.path()}), "");
}

TEST(CollectionFirst, TheFolderOfABuildComesBeforeItsArchives) {
  tests::TempDir directory;
  const std::string crawl = directory / "my crawl";
  directory.write("my crawl/a.warc", tests::warc_record("block"));
  directory.write("empty/note", "");
  for (const std::vector<std::string>& archives : {std::vector<std::string>{},
                                                   {directory / "new"},
                                                   {directory / "empty"}}) {
    try {
      check_build_first(crawl, archives);
      FAIL() << archives.size();
    } catch (const UsageError& error) {
      EXPECT_EQ(std::string(error.what()),
                crawl +
                    ": has archives and is no build; the first argument is the "
                    "folder to build, and archives come after it: wax build " +
                    (archives.empty() ? "OUT" : archives[0]) + " '" + crawl +
                    "'");
    }
  }
  // Another message says what is wrong, or nothing is.
  check_build_first(crawl, {crawl});
  check_build_first(crawl, {directory / "new", crawl + "/a.warc"});
  check_build_first(crawl, {"https://example.org/a.warc.gz"});
  check_build_first(crawl, {"-"});
  check_build_first(directory / "new", {crawl});
  check_build_first(directory / "new", {});
  check_build_first(directory / "empty", {});
  directory.write("my crawl/build.json", "{}");
  check_build_first(crawl, {});
}

TEST(CollectionFirst, HasNoArchivesWhereItCannotBeListed) {
  tests::TempDir directory;
  if (::geteuid() == 0) GTEST_SKIP() << "root lists all folders";
  directory.write("large/below/a.warc", tests::warc_record("block"));
  fs::permissions(directory / "large/below", fs::perms::none);
  EXPECT_NO_THROW(check_build_first(directory / "large", {}));
  fs::permissions(directory / "large/below", fs::perms::owner_all);
}

TEST(CollectionFirst, AnArchiveIsNoFolderToBuild) {
  tests::TempDir folder;
  const std::string a = folder.write("a.warc", tests::warc_record("block"));
  const std::string b = folder.write("b.warc", tests::warc_record("block"));
  const std::string crawl = folder / "crawl";
  folder.write("crawl/build.json", "{}");
  const auto fault_of_build = [](const std::string& out,
                                 const std::vector<std::string>& archives) {
    try {
      check_build_first(out, archives);
    } catch (const UsageError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  const std::string order =
      "; the first argument is the folder to build, and archives come after "
      "it: wax build ";
  const std::string is_file = a + ": is a file and no build" + order;
  EXPECT_EQ(fault_of_build(a, {crawl}), is_file + crawl + " " + a);
  EXPECT_EQ(fault_of_build(a, {folder / "new"}),
            is_file + (folder / "new") + " " + a);
  EXPECT_EQ(fault_of_build(a, {b, crawl}), is_file + crawl + " " + a + " " + b);
  EXPECT_EQ(fault_of_build(a, {b}), is_file + "OUT " + a + " " + b);
  EXPECT_EQ(fault_of_build(a, {}), is_file + "OUT " + a);
  const std::string gone = folder / "gone.warc";
  EXPECT_EQ(fault_of_build(gone, {crawl}), gone + ": is not there, and " +
                                               crawl + " is a build" + order +
                                               crawl + " " + gone);
  EXPECT_EQ(fault_of_build(gone, {b, crawl}), "");
  // Its archives are in it.
  folder.write("crawl/warcs/c.warc", tests::warc_record("block"));
  EXPECT_EQ(fault_of_build(gone, {crawl}), "");
}

}  // namespace
}  // namespace wax::tools::collection_cli
