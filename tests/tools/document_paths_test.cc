// Documents for developers name files that exist, and the picture of
// ARCHITECTURE.md shows every folder of the modules.
#include <gtest/gtest.h>

#include <filesystem>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "tests/support/paths.h"
#include "tests/support/temp_dir.h"

namespace wax::tests {
namespace {

namespace fs = std::filesystem;

const fs::path kRoot = source_path();

std::vector<fs::path> documents() {
  std::vector<fs::path> all;
  for (const char* folder : {".", "docs", "docs/decisions", "examples"}) {
    for (const auto& entry : fs::directory_iterator(kRoot / folder)) {
      if (entry.path().extension() == ".md") all.push_back(entry.path());
    }
  }
  return all;
}

// Paths in `code` and in [links](to.md), without examples of names.
std::set<std::string> paths_in(const std::string& text) {
  std::set<std::string> paths;
  const std::regex path(
      "[`(](([a-z][a-z_-]*/)+|([A-Za-z0-9_-]+/)*[A-Za-z0-9_-]+"
      "\\.(h|cc|md|sh|awk|5|7|in|py|txt|transcript))[`)]");
  const std::regex example("^build/|NAME|my[_-]|^[a-z]+/$");
  for (std::sregex_iterator it(text.begin(), text.end(), path), end; it != end;
       ++it) {
    std::string found = (*it)[1];
    if (!std::regex_search(found, example)) paths.insert(found);
  }
  return paths;
}

TEST(Documents, NameFilesThatExist) {
  size_t seen = 0;
  for (const fs::path& document : documents()) {
    for (const std::string& path : paths_in(read_file(document.string()))) {
      ++seen;
      EXPECT_TRUE(fs::exists(kRoot / path) ||
                  fs::exists(document.parent_path() / path) ||
                  fs::exists(kRoot / "docs/decisions" / path))
          << document << " names " << path;
    }
  }
  EXPECT_GT(seen, 100U);
}

// "`Suite.Fact`", as GoogleTest names tests.
TEST(Documents, NameTestsThatExist) {
  std::set<std::string> tests;
  const std::regex test("\nTEST(?:_[FP])?\\(\\s*(\\w+),\\s*(\\w+)\\)");
  for (const auto& entry : fs::recursive_directory_iterator(kRoot / "tests")) {
    if (entry.path().extension() != ".cc") continue;
    const std::string text = read_file(entry.path().string());
    for (std::sregex_iterator it(text.begin(), text.end(), test), end;
         it != end; ++it) {
      tests.insert((*it)[1].str() + '.' + (*it)[2].str());
    }
  }
  const std::string table =
      read_file((kRoot / "docs/NUTCHWAX-WEAKNESSES.md").string());
  const std::regex named("`([A-Z]\\w+\\.[A-Z]\\w*[a-z]\\w*)`");
  size_t seen = 0;
  for (std::sregex_iterator it(table.begin(), table.end(), named), end;
       it != end; ++it, ++seen) {
    EXPECT_TRUE(tests.contains((*it)[1])) << (*it)[1];
  }
  EXPECT_GT(seen, 20U);
}

TEST(Documents, ShowEveryFolderOfTheModules) {
  std::string text = read_file((kRoot / "ARCHITECTURE.md").string());
  for (const char* folder :
       {"text", "io", "lines", "warc", "cdx", "index", "tools"}) {
    size_t at = text.find("\n    " + std::string(folder) + "/ ");
    ASSERT_NE(at, std::string::npos) << folder;
    for (const auto& entry : fs::directory_iterator(kRoot / folder)) {
      if (!entry.is_directory()) continue;
      std::string name = entry.path().filename().string();
      EXPECT_NE(text.find("\n      " + name + "/ ", at), std::string::npos)
          << entry.path();
    }
  }
}

TEST(Documents, PathsAreFoundInCodeAndLinks) {
  EXPECT_EQ(
      paths_in("`io/inputs/zip.h` `text/plain` [x](identity.md) `util/` "
               "`tools/cli/` `tools/NAME.cc` io/not.h"),
      (std::set<std::string>{"identity.md", "io/inputs/zip.h", "tools/cli/"}));
}

}  // namespace
}  // namespace wax::tests
