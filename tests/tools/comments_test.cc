// Comments begin with what they speak of.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <string>

#include "tests/support/paths.h"
#include "tests/support/rooms.h"

namespace wax::tests {
namespace {

namespace fs = std::filesystem;

TEST(Comments, BeginWithTheirSubject) {
  const std::regex opening("^ *// (Of|That|Those|As)\\b");
  const std::regex riddle("//.*\\b(behind|is none|stands)\\b");
  size_t seen = 0;
  for (const auto& [name, room] : rooms()) {
    for (const auto& entry :
         fs::recursive_directory_iterator(source_path(name))) {
      const std::string extension = entry.path().extension().string();
      if (extension != ".h" && extension != ".cc") continue;
      std::ifstream file(entry.path());
      for (std::string line; std::getline(file, line);) {
        const size_t at = line.find("//");
        if (at == line.npos) continue;
        ++seen;
        if (line.find_first_not_of(' ') == at) {
          EXPECT_FALSE(std::regex_search(line, opening))
              << entry.path() << ": " << line;
        }
        if (extension == ".h") {
          EXPECT_FALSE(std::regex_search(line, riddle))
              << entry.path() << ": " << line;
        }
      }
    }
  }
  EXPECT_GT(seen, 5000U);
}

}  // namespace
}  // namespace wax::tests
