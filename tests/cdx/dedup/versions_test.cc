#include "cdx/dedup/versions.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "cdx/dedup/duplicates.h"
#include "io/error.h"
#include "lines/line_stream.h"
#include "tests/lines/stream_text.h"
#include "tests/support/shared.h"
#include "tests/support/temp_dir.h"

namespace wax::cdx {
namespace {

struct VersionProblems final : ProblemSink {
  void report(Problem problem) override { all.push_back(std::move(problem)); }
  std::vector<Problem> all;
};

struct Result {
  std::string text;
  VersionCounts counts;
  std::vector<Problem> problems;
};

Result versions_of(const std::vector<std::string>& paths,
                   const VersionOptions& options = {}) {
  Result result;
  VersionProblems problems;
  auto lines = version_lines(paths, options, result.counts, problems);
  result.text = text_of(*lines);
  result.problems = problems.all;
  return result;
}

std::string nine(const std::string& key, const std::string& date,
                 const std::string& digest, bool revisit = false) {
  return key + ' ' + date + " host " + (revisit ? "-" : "text/html") + " - " +
         digest + " - " + (revisit ? "- -" : "5 a.warc.gz") + '\n';
}

TEST(Versions, AreSortedByKeyDigestAndDate) {
  tests::TempDir folder;
  std::string path = folder.write(
      "x.cdx",
      nine("a", "20070101000000", "z") + nine("a", "20070102000000", "x") +
          nine("a", "20070103000000", "z") +
          nine("a", "20070104000000", "x", true) +
          nine("a", "20070105000000", "-") + nine("b", "20070101000000", "y"));
  Result result = versions_of({path});
  EXPECT_EQ(result.text,
            "a x 20070102000000\na z 20070101000000\na z 20070103000000\n"
            "b y 20070101000000\n");
  EXPECT_EQ(result.counts.lines, 6U);
  EXPECT_EQ(result.counts.captures, 4U);
  EXPECT_EQ(result.counts.revisits, 1U);
  EXPECT_EQ(result.counts.without_digest, 1U);
  VersionOptions revisits;
  revisits.kind = CaptureKind::kRevisit;
  EXPECT_EQ(versions_of({path}, revisits).text, "a x 20070104000000\n");
}

TEST(Versions, ACaptureWithAnEmptyFileNameIsNoRevisit) {
  tests::TempDir folder;
  std::string path = folder.write(
      "x.cdx", nine("a", "20070101000000", "z") +
                   "a 20080101000000 host text/html 200 z - 99 \n");
  Result result = versions_of({path});
  EXPECT_EQ(result.text, "a z 20070101000000\na z 20080101000000\n");
  EXPECT_EQ(result.counts.revisits, 0U);
}

TEST(Versions, ANullOfJsonIsNoDigest) {
  tests::TempDir folder;
  std::string path =
      folder.write("x.cdxj", R"(a 20070101000000 {"digest": null})"
                             "\n"
                             R"(a 20080101000000 {"digest": "null"})"
                             "\n");
  Result result = versions_of({path});
  EXPECT_EQ(result.text, "a null 20080101000000\n");
  EXPECT_EQ(result.counts.without_digest, 1U);
}

TEST(Versions, LinesThatAreNotCapturesAreReported) {
  tests::TempDir folder;
  std::string path =
      folder.write("x.cdx", nine("a", "-", "z") + "b 20070101000000\n" +
                                nine("c", "20070101000000", "z"));
  Result result = versions_of({path});
  EXPECT_EQ(result.text, "c z 20070101000000\n");
  EXPECT_EQ(result.counts.lines, 3U);
  EXPECT_EQ(result.counts.without_date, 1U);
  EXPECT_EQ(result.counts.bad, 1U);
  ASSERT_EQ(result.problems.size(), 2U);
  EXPECT_EQ(result.problems[0].id, "cdx-no-date");
  EXPECT_EQ(result.problems[0].severity, Severity::kWarning);
  EXPECT_EQ(result.problems[0].text, "line 1: no 14-digit date");
  EXPECT_EQ(result.problems[1].id, "cdx-bad-line");
  EXPECT_EQ(result.problems[1].severity, Severity::kLost);
  EXPECT_EQ(result.problems[1].text, "line 2: too few columns");
}

TEST(Versions, OnlyCapturesOfTheKindAskedForNeedADate) {
  tests::TempDir folder;
  std::string path =
      folder.write("x.cdx",
                   "a - http://a/ text/html 200 z - - 1 2 f\n"
                   "b - http://b/ warc/revisit 200 z - - 1 3 f\n");
  for (CaptureKind kind : {CaptureKind::kWithBody, CaptureKind::kRevisit}) {
    VersionOptions options;
    options.kind = kind;
    Result result = versions_of({path}, options);
    EXPECT_EQ(result.counts.without_date, 2U);
    ASSERT_EQ(result.problems.size(), 1U);
    EXPECT_EQ(result.problems[0].text, kind == CaptureKind::kWithBody
                                           ? "line 1: no 14-digit date"
                                           : "line 2: no 14-digit date");
  }
}

TEST(Versions, NeedASortedFileOrAreSortedFirst) {
  tests::TempDir folder;
  std::string path =
      folder.write("x.cdx", nine("b", "20070101000000", "z") +
                                nine("a", "20070101000000", "z"));
  try {
    (void)versions_of({path});
    FAIL() << "no error";
  } catch (const lines::LineError& error) {
    EXPECT_TRUE(std::string(error.what()).starts_with(path + ": line 2: "))
        << error.what();
  }
  VersionOptions unsorted;
  unsorted.unsorted = true;
  EXPECT_EQ(versions_of({path}, unsorted).text,
            "a z 20070101000000\nb z 20070101000000\n");
}

TEST(Versions, ProblemsNameTheLineInTheFile) {
  tests::TempDir folder;
  std::string one = folder.write("1.cdx", nine("b", "20070101000000", "z") +
                                              "bad\n" + nine("a", "2007", "z") +
                                              nine("a", "20070101000000", "z"));
  std::string two =
      folder.write("2.cdx", " CDX N b h m s k r V g\n" +
                                nine("c", "20070101000000", "z") + "a bad\n");
  VersionOptions unsorted;
  unsorted.unsorted = true;
  std::vector<Problem> problems = versions_of({one, two}, unsorted).problems;
  ASSERT_EQ(problems.size(), 3U);
  EXPECT_EQ(problems[0].file, one);
  EXPECT_EQ(problems[0].text, "line 2: too few columns");
  EXPECT_EQ(problems[1].file, one);
  EXPECT_EQ(problems[1].text, "line 3: no 14-digit date");
  EXPECT_EQ(problems[2].file, two);
  EXPECT_EQ(problems[2].text, "line 3: too few columns");
}

TEST(Versions, AFileWithoutKeysMustBeSortedFirst) {
  tests::TempDir folder;
  std::string path = folder.write("x.cdx",
                                  " CDX a b k\n"
                                  "http://b.com/ 20070101000000 z\n"
                                  "http://c.an/ 20070101000000 z\n");
  EXPECT_THROW((void)versions_of({path}), UsageError);
  VersionOptions options;
  options.unsorted = true;
  EXPECT_EQ(versions_of({path}, options).text,
            "an,c)/ z 20070101000000\ncom,b)/ z 20070101000000\n");
}

TEST(Versions, KeysOfTwoKindsAreRefused) {
  tests::TempDir folder;
  std::string surt =
      folder.write("surt", nine("com,e)/", "20070101000000", "z"));
  std::string legacy =
      folder.write("legacy", nine("dns:e.com", "20070101000000", "z") +
                                 nine("e.com/", "20070101000000", "z"));
  for (bool unsorted : {false, true}) {
    OneKeyKind keys;
    VersionOptions options;
    options.unsorted = unsorted;
    options.keys = &keys;
    EXPECT_THROW((void)versions_of({surt, legacy}, options), UsageError);
  }
}

// The largest part of the captures is of one URL, so they do not fit.
TEST(Versions, TooManyCapturesOfOneUrlAreSortedOnDisk) {
  tests::TempDir folder;
  std::string text = nine("a", "20070101000000", "first");
  std::vector<std::string> expected;
  for (int i = 0; i < 20'000; ++i) {
    std::string date = std::to_string(20070101000000 + i);
    std::string digest = "d" + std::to_string(i * 7919 % 5003);
    text += nine("b", date, digest);
    expected.push_back("b " + digest + ' ' + date + '\n');
  }
  text += nine("c", "20070101000000", "last");
  std::sort(expected.begin(), expected.end());
  std::string all = "a first 20070101000000\n";
  for (const std::string& line : expected) all += line;
  all += "c last 20070101000000\n";
  VersionOptions options;
  options.sort.memory = 64 * 1024;
  options.sort.tmpdir = folder.path();
  EXPECT_EQ(versions_of({folder.write("x.cdx", text)}, options).text, all);
}

TEST(Versions, MoreFilesThanMayBeOpenAreMerged) {
  tests::TempDir folder;
  std::vector<std::string> paths;
  std::string expected;
  for (int i = 0; i < 1000; ++i) {
    std::string date = std::to_string(20070101000000 + i);
    paths.push_back(
        folder.write("f" + std::to_string(i % 10) + std::to_string(i),
                     nine("k", date, "d")));
    expected += "k d " + date + '\n';
  }
  VersionOptions options;
  EXPECT_EQ(versions_of(paths, options).text, expected);
  options.unsorted = true;
  EXPECT_EQ(versions_of(paths, options).text, expected);
}

// The duplicates of files as one batch, without the column of the original.
std::string plain_duplicates(const std::vector<std::string>& paths,
                             VersionOptions options = {}) {
  Ranking all_captures;
  options.ranking = &all_captures;
  VersionCounts counts;
  NoProblems problems;
  DuplicateCounts found;
  DuplicateOptions duplicate;
  duplicate.sort = options.sort;
  auto lines = duplicate_lines(version_lines(paths, options, counts, problems),
                               duplicate, found);
  std::string text;
  std::string_view line;
  while (lines->next(line)) {
    text.append(line.substr(0, line.find(" original="))) += '\n';
  }
  return text;
}

std::string eleven(const std::string& key, const std::string& date,
                   const std::string& mime, const std::string& status,
                   int offset) {
  return key + ' ' + date + " http://a/ " + mime + ' ' + status + " z - - 5 " +
         std::to_string(offset) + " a.warc.gz\n";
}

TEST(RankedVersions, LeaveOutCapturesThatImportDoesNotTake) {
  tests::TempDir folder;
  std::string path = folder.write(
      "x.cdx", eleven("a", "20070101000000", "text/html", "404", 1) +
                   eleven("a", "20070102000000", "text/css", "200", 2) +
                   eleven("a", "20070103000000", "unk", "200", 3) +
                   eleven("a", "20070104000000", "text/html", "200", 4) +
                   eleven("a", "20070105000000", "text%09/html", "200", 5) +
                   eleven("a", "20070106000000", "text/html", "-", 6) +
                   eleven("a", "20070107000000", "image/png", "200", 7));
  ImportRules rules;
  DamagedPlaces damaged(1 << 20, folder.path());
  NoProblems problems;
  damaged.load(folder.write("damaged", "a.warc.gz 5 a 20070105000000\n"),
               problems);
  damaged.seal();
  Ranking ranking{&rules, &damaged};
  VersionOptions options;
  options.ranking = &ranking;
  options.batch = 7;
  Result result = versions_of({path}, options);
  EXPECT_EQ(result.text,
            "a z 100000720070105000000\na z 200000720070103000000\n"
            "a z 200000720070106000000\na z 300000720070107000000\n"
            "a z 400000720070104000000\n");
  EXPECT_EQ(result.counts.captures, 7U);
  EXPECT_EQ(result.counts.not_taken, 2U);

  ranking.all_captures = true;
  EXPECT_EQ(versions_of({path}, options).text,
            result.text +
                "a z x00000720070101000000\n"
                "a z x00000720070102000000\n");
}

// The ten captures of NutchWAX's design: three versions come back, of which one
// has an earlier capture.
TEST(Duplicates, AgreeWithTheExampleOfNutchwax) {
  const char* digests[] = {"abc123", "abc123", "def456", "def456", "abc123",
                           "abc123", "ghi789", "jkl012", "jkl012", "mno345"};
  std::string text;
  for (int i = 0; i < 10; ++i) {
    text += nine("example.org/index.html",
                 std::to_string(20071001000000 + i * 1000000), digests[i]);
  }
  tests::TempDir folder;
  EXPECT_EQ(plain_duplicates({folder.write("x.cdx", text)}),
            "example.org/index.html abc123 20071002000000\n"
            "example.org/index.html abc123 20071005000000\n"
            "example.org/index.html abc123 20071006000000\n"
            "example.org/index.html def456 20071004000000\n"
            "example.org/index.html jkl012 20071009000000\n");
}

TEST(Duplicates, AgreeWithANaiveModel) {
  for (unsigned seed = 1; seed <= 100; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937_64 random(seed);
    const char* keys[] = {"com,a)/", "com,a)/ ", "com,a)/!", "com,a,b)/"};
    const char* digests[] = {"x", "xx", "y", "-"};
    std::vector<std::string> lines;
    std::map<std::string, std::set<std::string>> dates;
    for (size_t i = random() % 200; i > 0; --i) {
      std::string key = keys[random() % 4];
      if (key.ends_with(' ')) key.back() = '#';
      std::string digest = digests[random() % 4];
      std::string date = std::to_string(20070101000000 + random() % 40);
      bool revisit = random() % 5 == 0;
      lines.push_back(nine(key, date, digest, revisit));
      if (!revisit && digest != "-") {
        dates[key + ' ' + digest + ' '].insert(date);
      }
    }
    std::string unsorted_text;
    for (const std::string& line : lines) unsorted_text += line;
    std::sort(lines.begin(), lines.end());
    std::string sorted_text;
    for (const std::string& line : lines) sorted_text += line;
    std::string expected;
    for (const auto& [version, all] : dates) {
      for (auto date = std::next(all.begin()); date != all.end(); ++date) {
        expected += version + *date + '\n';
      }
    }
    tests::TempDir folder;
    for (bool unsorted : {false, true}) {
      VersionOptions options;
      options.unsorted = unsorted;
      options.sort.memory = 16 * 1024;
      std::string path =
          folder.write("x", unsorted ? unsorted_text : sorted_text);
      EXPECT_EQ(plain_duplicates({path}, options), expected);
    }
  }
}

std::string sorted_lines(const std::string& text) {
  return text_of(*lines::sort_lines(lines::lines_of(text)));
}

TEST(DuplicatesConformance, AgreeWithTheListsOfNutchwax) {
  auto cdx = tests::shared_file("cases/nutchwax/pywb.cdx");
  auto dup = tests::shared_file("cases/nutchwax/pywb.dup");
  auto revisits = tests::shared_file("cases/nutchwax/pywb.revisits");
  if (!cdx || !dup || !revisits) GTEST_SKIP() << tests::kNoShared;
  VersionOptions options;
  options.unsorted = true;
  VersionCounts counts;
  NoProblems problems;
  EXPECT_EQ(plain_duplicates({*cdx}, options),
            sorted_lines(tests::read_file(*dup)));
  options.kind = CaptureKind::kRevisit;
  auto lines = version_lines({*cdx}, options, counts, problems);
  // Theirs are in the order of the file.
  EXPECT_EQ(text_of(*lines), sorted_lines(tests::read_file(*revisits)));
}

}  // namespace
}  // namespace wax::cdx
