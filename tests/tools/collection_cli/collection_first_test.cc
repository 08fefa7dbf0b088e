#include "tools/collection_cli/collection_first.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "io/error.h"
#include "tests/support/temp_dir.h"

namespace wax::tools::collection_cli {
namespace {

std::string fault_of(std::string_view tool,
                     const std::vector<std::string>& arguments) {
  try {
    check_collection_first(tool, arguments);
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

}  // namespace
}  // namespace wax::tools::collection_cli
