#include "cdx/files/sorted_run.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "io/error.h"
#include "tests/support/temp_dir.h"

namespace wax::cdx {
namespace {

TEST(SortedRun, FindsAllLinesOfRisingPrefixes) {
  tests::TempDir folder;
  for (unsigned seed = 1; seed <= 30; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937_64 random(seed);
    std::vector<std::string> lines;
    for (size_t i = random() % 5000; i > 0; --i) {
      lines.push_back("key" + std::to_string(random() % 3000) + ' ' +
                      std::string(random() % 50 == 0 ? 9000 : random() % 90,
                                  static_cast<char>('a' + random() % 26)));
    }
    std::sort(lines.begin(), lines.end());
    std::string text = "# on top\n# again\n";
    for (const std::string& line : lines) text += line + '\n';
    SortedRun run(folder.write("lines", text));
    std::vector<std::string> prefixes;
    for (size_t i = random() % 200; i > 0; --i) {
      prefixes.push_back("key" + std::to_string(random() % 3000) + ' ');
    }
    std::sort(prefixes.begin(), prefixes.end());
    prefixes.erase(std::unique(prefixes.begin(), prefixes.end()),
                   prefixes.end());
    for (const std::string& prefix : prefixes) {
      std::vector<std::string> found;
      run.seek(prefix);
      for (std::string_view line; run.next(prefix, line);) {
        found.emplace_back(line);
      }
      std::vector<std::string> expected;
      for (const std::string& line : lines) {
        if (line.starts_with(prefix)) expected.push_back(line);
      }
      ASSERT_EQ(found, expected) << prefix;
    }
  }
}

TEST(SortedRun, MayBeEmpty) {
  tests::TempDir folder;
  SortedRun run(folder.write("lines", "# on top\n"));
  run.seek("a");
  std::string_view line;
  EXPECT_FALSE(run.next("a", line));
  EXPECT_THROW(SortedRun(folder / "none"), IoError);
}

}  // namespace
}  // namespace wax::cdx
