// Lower modules, and lower folders inside a module, never include higher ones.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "tests/support/paths.h"

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
  fs::path root = source_path();
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

// The stairs from bottom to top. A folder may include itself and those before
// it. The files of io/ come before its folders. tools/ has no order inside but
// that its folders come before its files.
const std::vector<std::string> kStairs = {
    "text",           "io",
    "io/compress",    "io/inputs",
    "lines",          "warc/http",
    "warc/record",    "warc/reader",
    "warc/writer",    "warc/check",
    "warc/extract",   "cdx/url",
    "cdx/request",    "cdx/format",
    "cdx/files",      "cdx/profile",
    "cdx/indexer",    "cdx/dedup",
    "cdx/filter",     "cdx/lookup",
    "cdx/check",      "cdx/stats",
    "index/text",     "index/charset",
    "index/html",     "index/page",
    "index/worker",   "index/formats",
    "index/document", "index/segment",
    "index/import",   "index/query",
    "index/store",    "index/writer",
    "index/search",   "index/build",
    "serve/http",     "serve/collection",
    "serve/api",      "serve/pages",
    "tools/worker",   "tools/cli",
    "tools/pipeline", "tools",
};

// The stair that a file stands on; the number of stairs when it is on none.
size_t stair_of(const std::string& path) {
  std::string folder = path.substr(0, path.rfind('/'));
  auto found = std::find(kStairs.begin(), kStairs.end(), folder);
  return static_cast<size_t>(found - kStairs.begin());
}

const std::set<std::string> kModules = {"text", "io",    "lines", "warc",
                                        "cdx",  "index", "serve", "tools"};

TEST(Staircase, NoFileIncludesAHigherFolder) {
  size_t seen = 0;
  for (const std::string& folder : kModules) {
    for (const Include& include : includes_below(folder)) {
      if (include.system) continue;
      ++seen;
      size_t from = stair_of(include.file);
      size_t to = stair_of(include.target);
      EXPECT_LT(from, kStairs.size()) << include.file << " is on no stair";
      EXPECT_LE(to, from) << include.file << " includes " << include.target;
      EXPECT_FALSE(to == from && kStairs[from] == "tools")
          << include.file << " includes another tool";
    }
  }
  EXPECT_GT(seen, 1000U);
}

// A build makes the lists of its batches itself.
TEST(Staircase, ToolFoldersIncludeOnlyTextAndIoAndTheirPartOfCdx) {
  for (const std::string folder : {"tools/cli", "tools/pipeline"}) {
    for (const Include& include : includes_below(folder)) {
      if (include.system) continue;
      bool is_of_lists = folder == "tools/pipeline" &&
                         (include.target == "cdx/dedup/batch_lists.h" ||
                          include.target.starts_with("cdx/files/") ||
                          include.target == "cdx/dedup/versions.h" ||
                          include.target == "index/build/date_index.h" ||
                          include.target == "index/build/date_join.h" ||
                          include.target == "index/segment/segment.h" ||
                          include.target == "warc/record/digest.h" ||
                          include.target.starts_with("lines/"));
      EXPECT_TRUE(is_of_lists || include.target.starts_with("text/") ||
                  include.target.starts_with("io/") ||
                  include.target == "cdx/profile/identity.h" ||
                  include.target.starts_with("tools/cli/") ||
                  include.target.starts_with(folder))
          << include.file << " includes " << include.target;
    }
  }
}

TEST(Staircase, OnlyStoreAndSearchIncludeLucene) {
  std::set<std::string> folders = kModules;
  folders.insert({"bench", "fuzz", "examples"});
  for (const std::string& folder : folders) {
    for (const Include& include : includes_below(folder)) {
      if (include.file.starts_with("index/store/") ||
          include.file.starts_with("index/search/")) {
        continue;
      }
      EXPECT_FALSE(include.target.starts_with("lucene++/"))
          << include.file << " includes " << include.target;
    }
  }
}

TEST(Staircase, OnlyTheServerIncludesItsLibrary) {
  for (const std::string& folder : kModules) {
    for (const Include& include : includes_below(folder)) {
      if (!include.target.starts_with("boost/asio") &&
          !include.target.starts_with("boost/beast")) {
        continue;
      }
      EXPECT_EQ(include.file, "serve/http/server.cc");
    }
  }
}

TEST(Staircase, OnlyTheOptionTableIncludesItsParser) {
  for (const std::string& folder : kModules) {
    for (const Include& include : includes_below(folder)) {
      if (include.target.find("program_options") == std::string::npos) continue;
      EXPECT_EQ(include.file, "tools/cli/option_table.cc");
    }
  }
}

}  // namespace
}  // namespace wax::tests
