// warc <- cdx <- index <- tools: lower rooms never include higher ones.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

namespace wax::tests {
namespace {

namespace fs = std::filesystem;

struct Include {
  std::string file;  // from the root of the sources
  std::string target;
  bool system = false;
};

std::vector<Include> includes_below(const std::string& folder) {
  std::vector<Include> all;
  fs::path root = WAX_SOURCE_DIR;
  if (!fs::exists(root / folder)) return all;
  for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
    std::string extension = entry.path().extension().string();
    if (extension != ".h" && extension != ".cc") continue;
    std::ifstream in(entry.path());
    for (std::string line; std::getline(in, line);) {
      if (!line.starts_with("#include ")) continue;
      size_t begin = line.find_first_of("<\"");
      size_t end = line.find_last_of(">\"");
      if (begin == std::string::npos || end <= begin) continue;
      all.push_back({fs::relative(entry.path(), root).string(),
                     line.substr(begin + 1, end - begin - 1),
                     line[begin] == '<'});
    }
  }
  return all;
}

// The folders whose headers a folder may include.
const std::map<std::string, std::vector<std::string>> kMayInclude = {
    {"warc/io", {"warc/io"}},
    {"warc", {"warc"}},
    {"cdx", {"warc", "cdx"}},
    {"index", {"warc", "cdx", "index"}},
    {"tools/cli", {"warc/io", "tools/cli"}},
    {"tools/pipeline", {"warc/io", "tools/pipeline"}},
    {"tools", {"warc", "cdx", "index", "tools/cli", "tools/pipeline"}},
};

bool is_below(const std::string& path, const std::string& folder) {
  return path.starts_with(folder + "/");
}

TEST(Staircase, NoRoomLooksUp) {
  size_t seen = 0;
  for (const auto& [room, allowed] : kMayInclude) {
    for (const Include& include : includes_below(room)) {
      if (include.system) continue;
      // Folders of tools/ have rows of their own.
      if (room == "tools" && include.file.find('/', 6) != std::string::npos) {
        continue;
      }
      ++seen;
      bool fine = false;
      for (const std::string& folder : allowed) {
        fine = fine || is_below(include.target, folder);
      }
      EXPECT_TRUE(fine) << include.file << " includes " << include.target;
    }
  }
  EXPECT_GT(seen, 20u);
}

TEST(Staircase, OnlyTheIndexKnowsLucene) {
  for (const char* room : {"warc", "cdx", "tools", "bench", "fuzz"}) {
    for (const Include& include : includes_below(room)) {
      EXPECT_FALSE(include.target.starts_with("lucene++/"))
          << include.file << " includes " << include.target;
    }
  }
}

TEST(Staircase, OnlyTheOptionTableKnowsItsParser) {
  for (const char* room : {"warc", "cdx", "index", "tools"}) {
    for (const Include& include : includes_below(room)) {
      if (include.target.find("program_options") == std::string::npos) continue;
      EXPECT_EQ(include.file, "tools/cli/option_table.cc");
    }
  }
}

}  // namespace
}  // namespace wax::tests
