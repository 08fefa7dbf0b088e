// What CMake links is what the sources include, and no program loads libraries
// of rooms that it has no use for.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <regex>
#include <set>
#include <string>

#include "tests/support/command.h"
#include "tests/support/paths.h"
#include "tests/support/rooms.h"
#include "tests/support/temp_dir.h"

namespace wax::tests {
namespace {

namespace fs = std::filesystem;

using testing::HasSubstr;
using testing::Not;

bool has_target(const std::string& room) {
  return rooms().contains(room) && room != "python" && room != "tools";
}

// Rooms in `text`, by a pattern whose first group is a name.
std::set<std::string> rooms_in(const std::string& text, const char* pattern) {
  const std::regex name(pattern);
  std::set<std::string> found;
  for (std::sregex_iterator it(text.begin(), text.end(), name), end; it != end;
       ++it) {
    if (has_target((*it)[1])) found.insert((*it)[1]);
  }
  return found;
}

std::set<std::string> linked_rooms(const std::string& room) {
  const std::string text = read_file(source_path(room + "/CMakeLists.txt"));
  std::set<std::string> linked = rooms_in(text, "\\bwax_([a-z]+)\\b");
  linked.erase(room);
  return linked;
}

std::set<std::string> included_rooms(const std::string& room) {
  std::set<std::string> included;
  for (const auto& entry :
       fs::recursive_directory_iterator(source_path(room))) {
    const std::string extension = entry.path().extension().string();
    if (extension != ".h" && extension != ".cc") continue;
    included.merge(
        rooms_in(read_file(entry.path().string()), "\n#include \"([a-z]+)/"));
  }
  included.erase(room);
  return included;
}

TEST(Links, OfRoomsAreTheirIncludes) {
  std::map<std::string, std::set<std::string>> reached;
  auto reach = [&](auto& self, const std::string& room) -> void {
    if (reached.contains(room)) return;
    std::set<std::string> all = linked_rooms(room);
    for (const std::string& linked : std::set<std::string>(all)) {
      self(self, linked);
      all.insert(reached[linked].begin(), reached[linked].end());
    }
    reached[room] = all;
  };
  for (const auto& [room, rules] : rooms()) {
    if (!has_target(room)) continue;
    reach(reach, room);
    const std::set<std::string> included = included_rooms(room);
    for (const std::string& other : included) {
      EXPECT_TRUE(reached[room].contains(other))
          << room << " includes " << other << " and does not link it";
    }
    for (const std::string& other : linked_rooms(room)) {
      EXPECT_TRUE(included.contains(other))
          << room << " links " << other << " and does not include it";
    }
  }
}

// Programs that sort, merge or canonicalise lines start in no time.
TEST(Links, ProgramsOfLinesLoadNoLibraryOfDocuments) {
  for (const char* tool : {"wax-cdx-sort", "wax-cdx-merge", "wax-urlkey"}) {
    const CommandResult loaded =
        run_command("readelf -d \"$(command -v " + std::string(tool) + ")\"");
    ASSERT_EQ(loaded.code, 0) << loaded.err;
    ASSERT_THAT(loaded.out, HasSubstr("NEEDED"));
    for (const char* library :
         {"libcld2", "libstemmer", "libpoppler", "libgmime", "liblucene",
          "libcurl", "libicui18n", "libexpat", "libseccomp", "libhiredis"}) {
      EXPECT_THAT(loaded.out, Not(HasSubstr(library))) << tool;
    }
#ifndef WAX_WITH_SANITIZERS  // they keep functions that nothing calls
    // The key of a URL has these.
    if (tool == std::string_view("wax-urlkey")) continue;
    for (const char* library : {"libicu", "libpsl", "libbrotli"}) {
      EXPECT_THAT(loaded.out, Not(HasSubstr(library))) << tool;
    }
#endif
  }
}

TEST(Links, ClangTidyLooksAtTheHeadersOfAllRooms) {
  const std::string text = read_file(source_path(".clang-tidy"));
  const size_t begin = text.find("HeaderFilterRegex: '/(");
  ASSERT_NE(begin, text.npos);
  const std::string filter = text.substr(begin, text.find('\n', begin) - begin);
  for (const auto& [room, rules] : rooms()) {
    EXPECT_TRUE(std::regex_search(filter, std::regex("[(|]" + room + "[)|]")))
        << room;
  }
}

}  // namespace
}  // namespace wax::tests
