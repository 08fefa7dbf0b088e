// A recompressed archive has the same lines but for where records lie.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "cdx/indexer/index_stream.h"
#include "io/error.h"
#include "tests/support/archives.h"
#include "tests/support/paths.h"
#include "tests/support/shared.h"
#include "tests/support/temp_dir.h"
#include "warc/check/check.h"
#include "warc/writer/recompress.h"

namespace wax::cdx {
namespace {

namespace fs = std::filesystem;

constexpr const char* kProfiles[] = {"pywb", "ia", "nutchwax"};

std::string lines_of(const std::string& path, const char* profile_name) {
  IndexStreamOptions options;
  options.index.profile = profile(profile_name);
  options.legend.letters = "NbamskrM";
  NoProblems problems;
  IndexReport report;
  auto lines = index_archives({{path, "a"}}, options, problems, report);
  std::string text;
  std::string_view line;
  while (lines->next(line)) text.append(line).append("\n");
  return text;
}

bool contains(const tests::Problems& problems, std::string_view id) {
  std::vector<std::string> ids = problems.ids();
  return std::find(ids.begin(), ids.end(), id) != ids.end();
}

struct Totals {
  int same = 0;
  int refused = 0;
};

void compare(const std::string& archive, io::Compression compression,
             Totals& totals) {
  SCOPED_TRACE(archive);
  tests::TempDir directory;
  tests::Problems problems;
  warc::RecompressOptions options;
  options.compression = compression;
  std::string copy =
      directory /
      (archive.find(".arc") == std::string::npos ? "a.warc" : "a.arc");
  auto output = io::open_output(copy, false);
  warc::RecompressCounts counts;
  try {
    counts = warc::recompress(archive, "a", *output, options, problems);
  } catch (const FormatError&) {
    // Nothing is refused that is not damaged.
    EXPECT_NE(problems.all.size(), 0u);
    ++totals.refused;
    return;
  }
  output->finish();
  tests::Problems after;
  warc::CheckReport report = warc::check_archive(copy, {}, after);
  EXPECT_EQ(report.records, counts.read);
  EXPECT_EQ(report.intact, counts.read);
  EXPECT_FALSE(contains(after, "gzip-not-per-record"));
  for (const char* profile_name : kProfiles) {
    EXPECT_EQ(lines_of(copy, profile_name), lines_of(archive, profile_name))
        << profile_name;
  }
  ++totals.same;
}

class Recompressed : public testing::TestWithParam<io::Compression> {};

TEST_P(Recompressed, TheExampleCrawlsHaveTheSameLines) {
  Totals totals;
  for (const auto& entry :
       fs::directory_iterator(tests::source_path("examples/crawl"))) {
    std::string path = entry.path().string();
    if (path.find("arc") == std::string::npos || path.ends_with(".md")) {
      continue;
    }
    compare(path, GetParam(), totals);
  }
  EXPECT_EQ(totals.same, 6);
  EXPECT_EQ(totals.refused, 0);
}

TEST_P(Recompressed, OtherSystemsArchivesHaveTheSameLines) {
  auto folder = tests::shared_file("archives");
  if (!folder) GTEST_SKIP() << tests::kNoShared;
  Totals totals;
  for (const auto& entry : fs::directory_iterator(*folder)) {
    std::string path = entry.path().string();
    if (path.ends_with(".md") || path.ends_with(".wacz")) continue;
    compare(path, GetParam(), totals);
  }
  EXPECT_GE(totals.same, 60);
  EXPECT_LE(totals.refused, 16);
}

INSTANTIATE_TEST_SUITE_P(
    As, Recompressed,
    testing::Values(io::Compression::kNone, io::Compression::kGzip,
                    io::Compression::kZstd),
    [](const auto& tested) {
      return std::string(tested.param == io::Compression::kNone   ? "none"
                         : tested.param == io::Compression::kGzip ? "gzip"
                                                                  : "zstd");
    });

}  // namespace
}  // namespace wax::cdx
