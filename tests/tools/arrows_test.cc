// Which room may include which: DESIGN's table, held against the sources.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "tests/support/paths.h"
#include "tests/support/rooms.h"

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

std::string room_of(const std::string& path) {
  return path.substr(0, path.find('/'));
}

// The place of the file's folder in its room; the number of folders when the
// room does not have it.
size_t place_of(const std::string& path, const Room& room) {
  size_t first = path.find('/') + 1;
  size_t last = path.rfind('/');
  std::string folder =
      last < first ? std::string() : path.substr(first, last - first);
  auto found = std::find(room.folders.begin(), room.folders.end(), folder);
  return static_cast<size_t>(found - room.folders.begin());
}

TEST(Arrows, RoomsIncludeOnlyWhatTheTableAllows) {
  size_t seen = 0;
  for (const auto& [name, room] : rooms()) {
    for (const Include& include : includes_below(name)) {
      std::string target = room_of(include.target);
      if (include.system || !rooms().contains(target)) continue;
      ++seen;
      EXPECT_TRUE(target == name || room.may_include.contains(target))
          << include.file << " includes " << include.target;
    }
  }
  EXPECT_GT(seen, 1000U);
}

TEST(Arrows, FoldersOfARoomDoNotIncludeThoseAboveThem) {
  for (const auto& [name, room] : rooms()) {
    for (const Include& include : includes_below(name)) {
      size_t from = place_of(include.file, room);
      EXPECT_LT(from, room.folders.size())
          << include.file << " is in no folder of its room";
      if (include.system || room_of(include.target) != name) continue;
      EXPECT_LE(place_of(include.target, room), from)
          << include.file << " includes " << include.target;
    }
  }
}

TEST(Arrows, AToolIncludesNoOtherTool) {
  for (const Include& include : includes_below("tools")) {
    bool is_tool = include.target.starts_with("tools/") &&
                   include.target.find('/', 6) == std::string::npos;
    EXPECT_FALSE(is_tool) << include.file << " includes " << include.target;
  }
}

// Tools that only sort lines carry nothing of collections.
TEST(Arrows, TheTerminalKnowsOnlyLinesAndCdx) {
  for (const Include& include : includes_below("tools/cli")) {
    if (include.system) continue;
    const std::string room = room_of(include.target);
    EXPECT_TRUE(room == "text" || room == "io" || room == "lines" ||
                room == "cdx" || include.target.starts_with("tools/cli/"))
        << include.file << " includes " << include.target;
  }
}

// Pages show answers; they do not make them.
TEST(Arrows, PagesIncludeNothingBelowTheServerButTextAndErrors) {
  for (const Include& include : includes_below("serve/pages")) {
    if (include.system) continue;
    EXPECT_TRUE(include.target.starts_with("serve/") ||
                include.target.starts_with("answers/") ||
                include.target.starts_with("text/") ||
                include.target == "io/error.h")
        << include.file << " includes " << include.target;
  }
}

// Which files alone include the headers of a library.
struct Owner {
  std::string library;  // how the path of its headers begins
  std::string path;     // of a file, or of a folder with "/" at its end
};

TEST(Arrows, LibrariesHaveOneHome) {
  const std::vector<Owner> owners = {
      {"boost/asio", "serve/http/"},
      {"boost/beast", "serve/http/"},
      {"boost/program_options", "tools/cli/option_table.cc"},
      {"lucene++/", "index/lucenepp/"},
      {"expat.h", "document/formats/xml_reader.cc"},
      {"poppler", "document/formats/pdf.cc"},
      {"gmime", "document/formats/mail.cc"},
      {"seccomp.h", "document/worker/sandbox.cc"},
      {"cld2/", "document/text/language.cc"},
      {"libstemmer.h", "index/"},
      {"pybind11/", "python/"},
  };
  std::set<std::string> met;
  for (const auto& [name, room] : rooms()) {
    for (const Include& include : includes_below(name)) {
      for (const Owner& owner : owners) {
        if (!include.target.starts_with(owner.library)) continue;
        met.insert(owner.library);
        EXPECT_TRUE(include.file.starts_with(owner.path))
            << include.file << " includes " << include.target;
      }
    }
  }
  EXPECT_EQ(met.size(), owners.size());
}

}  // namespace
}  // namespace wax::tests
