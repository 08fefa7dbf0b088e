// What readers may read again of a damaged archive has a budget: a file that
// uses it up has the same lines in parts and as a whole.
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "cdx/indexer/index_stream.h"
#include "tests/support/archives.h"
#include "tests/support/temp_dir.h"

namespace wax::cdx {
namespace {

// Records that each claim all that follows, up to a place 1 MiB ahead.
std::string claiming(int records) {
  std::string tail = std::string((1 << 20) - 1, 'x') + "\n";
  std::string all;
  for (int n = 0; n < records; ++n) {
    std::string claimed = tests::warc_record(
        "text", {.type = "resource", .content_type = "text/plain"});
    size_t length = claimed.find(": 4\r\n");
    all += claimed.replace(length, 3, ": " + std::to_string(tail.size()));
  }
  return all + tail;
}

std::vector<std::string> lines_of(const std::string& path, unsigned jobs,
                                  std::vector<std::string>& problems) {
  IndexStreamOptions options;
  options.index.selection.all = true;
  options.jobs = jobs;
  options.part = 100 * 1024;
  options.legend = Legend{"NbamskrMSVg"};
  tests::Problems met;
  IndexReport report;
  auto stream = index_archives({{path, "a"}}, options, met, report);
  std::vector<std::string> lines;
  std::string_view line;
  while (stream->next(line)) lines.emplace_back(line);
  problems = met.ids();
  return lines;
}

TEST(PartsOfDamage, HaveTheLinesOfTheWholeWhenABudgetIsUsedUp) {
  const std::string one = tests::warc_record("whole", {.type = "resource"});
  std::string whole;  // of several parts
  while (whole.size() < 300 * 1024) whole += one;
  tests::TempDir folder;
  std::string path =
      folder.write("a", claiming(72) + whole + claiming(12) + whole);
  std::vector<std::string> problems;
  std::vector<std::string> lines = lines_of(path, 1, problems);
  // Some were given up.
  size_t all = 72 + 12 + 2 * (whole.size() / one.size());
  EXPECT_LT(lines.size(), all);
  EXPECT_GT(lines.size(), all - 20);
  for (unsigned jobs : {2u, 4u}) {
    std::vector<std::string> others;
    EXPECT_EQ(lines_of(path, jobs, others), lines) << jobs;
    EXPECT_EQ(others, problems) << jobs;
  }
}

}  // namespace
}  // namespace wax::cdx
