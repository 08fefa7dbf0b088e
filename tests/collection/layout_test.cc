#include "collection/layout.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "tests/support/paths.h"
#include "tests/support/temp_dir.h"

namespace wax::collection {
namespace {

namespace fs = std::filesystem;

TEST(Layout, PathsAreBelowTheFolder) {
  const Layout layout{"out"};
  EXPECT_EQ(layout.captures_list(), "out/captures.list");
  EXPECT_EQ(layout.shard("001-010"), "out/shards/001-010");
  EXPECT_EQ(layout.merged_captures("001-010"), "out/captures/001-010.cdx");
  EXPECT_EQ(BatchLayout{layout.batch("001")}.problems("import"),
            "out/batches/001/import.problems");
}

// Names that only a path of a collection has, and the one file that spells
// each.
TEST(Layout, NamesOfACollectionStandInOneFile) {
  struct Spelled {
    std::string literal;
    std::string file;
  };
  const std::vector<Spelled> names = {
      {"\"captures.list\"", "collection/layout.h"},
      {"\"captures.written\"", "collection/layout.h"},
      {"\"build.json\"", "index/store/other_version.h"},
      {"\"build.steps\"", "collection/layout.h"},
      {"\"build.lock\"", "collection/layout.h"},
      {"\"build.dates\"", "collection/layout.h"},
      {"\"accepted.problems\"", "collection/layout.h"},
      {"\"names.problems\"", "collection/layout.h"},
      {"\"pindexes\"", "index/store/shard_folder.cc"},
      {"\"/main\"", ""},
  };
  const fs::path root = tests::source_path();
  for (const Spelled& name : names) {
    std::vector<std::string> files;
    // "/NAME" and "/NAME/" as parts of a path are the same.
    const std::string below = "\"/" + name.literal.substr(1);
    const std::string between = below.substr(0, below.size() - 1) + "/\"";
    for (const char* room :
         {"text", "io", "lines", "warc", "cdx", "document", "index",
          "collection", "answers", "serve", "tools"}) {
      for (const auto& entry : fs::recursive_directory_iterator(root / room)) {
        std::string extension = entry.path().extension().string();
        if (extension != ".h" && extension != ".cc") continue;
        std::string text = tests::read_file(entry.path().string());
        if (text.find(name.literal) != std::string::npos ||
            text.find(below) != std::string::npos ||
            text.find(between) != std::string::npos) {
          files.push_back(fs::relative(entry.path(), root).string());
        }
      }
    }
    // A path of an index has kMainIndex.
    if (name.file.empty()) {
      EXPECT_TRUE(files.empty()) << name.literal << " in " << files.front();
      continue;
    }
    EXPECT_EQ(files, std::vector<std::string>{name.file}) << name.literal;
  }
}

}  // namespace
}  // namespace wax::collection
