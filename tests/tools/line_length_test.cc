// Lines of the sources, comments among them, have at most 80 characters.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "tests/support/paths.h"
#include "tests/support/rooms.h"
#include "text/utf8.h"

namespace wax::tests {
namespace {

namespace fs = std::filesystem;

// What .gitignore names: programs of others.
bool is_of_others(const fs::path& folder) {
  const std::string name = folder.filename().string();
  return name == "clients" || name == "node_modules" || name == "peers" ||
         name == "corpus";
}

TEST(LineLength, IsAtMostEightyCharacters) {
  constexpr long kMost = 80;
  const fs::path root = source_path();
  size_t seen = 0;
  std::vector<std::string> folders = {"bench", "examples", "fuzz", "models",
                                      "tests"};
  for (const auto& [name, room] : rooms()) folders.push_back(name);
  for (const std::string& folder : folders) {
    fs::recursive_directory_iterator entries(root / folder);
    for (; entries != fs::end(entries); ++entries) {
      const fs::directory_entry& entry = *entries;
      if (is_of_others(entry.path())) entries.disable_recursion_pending();
      const std::string extension = entry.path().extension().string();
      if (extension != ".h" && extension != ".cc") continue;
      ++seen;
      std::ifstream file(entry.path());
      size_t number = 0;
      for (std::string line; std::getline(file, line);) {
        ++number;
        // Texts in quotes cannot always be divided, comments can.
        const size_t begin = line.find_first_not_of(' ');
        const bool is_comment =
            begin != line.npos && line.compare(begin, 2, "//") == 0;
        if (!is_comment && line.find('"') != line.npos) continue;
        EXPECT_LE(
            std::count_if(line.begin(), line.end(),
                          [](char c) { return !text::continues_sequence(c); }),
            kMost)
            << fs::relative(entry.path(), root).string() << ':' << number
            << ": " << line;
      }
    }
  }
  EXPECT_GT(seen, 1000U);
}

}  // namespace
}  // namespace wax::tests
