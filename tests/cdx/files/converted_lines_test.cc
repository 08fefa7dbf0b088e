#include "cdx/files/converted_lines.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "cdx/indexer/index_stream.h"
#include "io/error.h"
#include "tests/lines/stream_text.h"
#include "tests/support/archives.h"
#include "tests/support/paths.h"
#include "tests/support/shared.h"
#include "tests/support/temp_dir.h"

namespace wax::cdx {
namespace {

namespace fs = std::filesystem;

TEST(ConvertedLines, NamesTheFirstLineOutOfOrder) {
  tests::TempDir directory;
  NoProblems problems;
  ConvertOptions options;
  options.legend.letters = "ab";
  auto lost = [&](std::string_view text) {
    ConvertedLines lines({directory.write("x", text)}, options, problems);
    text_of(lines);
    return lines.order_lost();
  };
  EXPECT_EQ(lost(" CDX N b a\na 1 u1\nb 1 u2\n"), 0u);
  EXPECT_EQ(lost(" CDX N b a\na 1 u1\nb 1 u3\nc 1 u2\n"), 3u);
  EXPECT_EQ(lost(" CDX N b a\nb 1 u1\na 1 u3\nc 1 u2\n"), 0u)
      << "it had none to lose";
}

TEST(ConvertedLines, CountsWhatItLeavesOut) {
  tests::TempDir directory;
  tests::Problems problems;
  ConvertOptions options;
  options.rekey = UrlKeyKind::kSurt;
  ConvertedLines lines(
      {directory.write("x",
                       "!meta 0 {}\n\nk 2007 {\"url\": \"http://h.de/\"}\n"
                       "k 2007 {}\nk 2007 {\n")},
      options, problems);
  EXPECT_EQ(text_of(lines), "de,h)/ 2007 http://h.de/ - - - - - - - -\n");
  EXPECT_EQ(lines.counts().read, 3u);
  EXPECT_EQ(lines.counts().no_url, 1u);
  EXPECT_EQ(lines.counts().bad, 1u);
  EXPECT_EQ(lines.counts().written, 1u);
  EXPECT_EQ(lines.counts().metadata_kept, 0u);
  EXPECT_EQ(lines.counts().metadata_left_out, 2u);
  EXPECT_EQ(problems.ids(),
            (std::vector<std::string>{"cdx-no-url", "cdx-bad-line"}));
}

TEST(ConvertedLines, ConvertsKeysToOneKind) {
  tests::TempDir directory;
  tests::Problems problems;
  ConvertOptions options;
  options.legend.letters = "Na";
  std::vector<std::string> paths = {
      directory.write("a", "com,a)/ 2007 {\"url\": \"http://a.com/\"}\n"),
      directory.write("b", "b.com/ 2007 {\"url\": \"http://b.com/\"}\n")};
  EXPECT_THROW(ConvertedLines(paths, options, problems), UsageError);
  options.rekey = UrlKeyKind::kSurt;
  ConvertedLines alike(paths, options, problems);
  EXPECT_EQ(text_of(alike), "com,a)/ http://a.com/\ncom,b)/ http://b.com/\n");
}

TEST(ConvertedLines, CountsMetadataLinesSeparately) {
  tests::TempDir directory;
  tests::Problems problems;
  ConvertOptions options;
  options.json = true;
  ConvertedLines lines({directory.write("x", "!meta 0 {}\n\nk 2007 {}\n")},
                       options, problems);
  EXPECT_EQ(text_of(lines), "!meta 0 {}\nk 2007 {}\n");
  EXPECT_EQ(lines.counts().read, 1u);
  EXPECT_EQ(lines.counts().written, 1u);
  EXPECT_EQ(lines.counts().metadata_kept, 1u);
  EXPECT_EQ(lines.counts().metadata_left_out, 1u);
}

// CDX-11 of the archives, to CDXJ of every dialect and back.
void expect_round_trip(const std::vector<std::string>& archives) {
  tests::TempDir directory;
  NoProblems problems;
  std::vector<ArchiveInput> inputs;
  for (const std::string& path : archives) {
    inputs.push_back({path, fs::path(path).filename().string()});
  }
  IndexReport report;
  auto index = index_archives(inputs, {}, problems, report);
  std::string cdx = Legend{}.header() + "\n" + text_of(*index);
  ASSERT_GT(cdx.size(), 1000u);
  std::string path = directory.write("cdx", cdx);
  for (CdxjDialect dialect :
       {CdxjDialect::kPywb, CdxjDialect::kCdxjIndexer, CdxjDialect::kWacz,
        CdxjDialect::kCompact, CdxjDialect::kOutbackCdx}) {
    ConvertOptions there;
    there.json = true;
    there.dialect = dialect;
    ConvertedLines json({path}, there, problems);
    std::string cdxj = directory.write("cdxj", text_of(json));
    EXPECT_EQ(json.counts().bad, 0u);
    ConvertedLines back({cdxj}, {}, problems);
    EXPECT_EQ(Legend{}.header() + "\n" + text_of(back), cdx);
    EXPECT_TRUE(back.converter().left_out().empty());
  }
}

std::vector<std::string> files_in(const std::string& folder) {
  std::vector<std::string> paths;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file() && entry.file_size() < 50'000'000) {
      paths.push_back(entry.path().string());
    }
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

TEST(ConvertedLines, ARoundTripKeepsTheExamples) {
  expect_round_trip(files_in(tests::source_path("examples/crawl")));
}

TEST(ConvertedLinesConformance, ARoundTripKeepsTheLinesOfOtherSystems) {
  auto folder = tests::shared_file("archives");
  if (!folder) GTEST_SKIP() << tests::kNoShared;
  expect_round_trip(files_in(*folder));
}

}  // namespace
}  // namespace wax::cdx
