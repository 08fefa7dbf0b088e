// Orders over files of all kinds are tested with cdx/lookup/lookup.h.
#include "cdx/lookup/range_merger.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "io/error.h"
#include "tests/cdx/lookup/sample_captures.h"
#include "tests/support/archives.h"

namespace wax::cdx {
namespace {

Lines all(RangeMerger merged, std::vector<size_t>* files = nullptr) {
  Lines lines;
  std::string_view line;
  while (merged.next(line)) {
    lines.emplace_back(line);
    if (files != nullptr) files->push_back(merged.file());
  }
  return lines;
}

TEST(RangeMerger, KnowsTheFileOfEachLine) {
  tests::TempDir folder;
  std::vector<std::unique_ptr<Searchable>> files;
  auto line = [](const std::string& key, int day) {
    return key + " 200701" + std::to_string(day) + "000000";
  };
  files.push_back(
      open_searchable(folder.write("a", line("k", 11) + '\n' + line("k", 15) +
                                            '\n' + line("l", 10) + '\n')));
  files.push_back(
      open_searchable(folder.write("b", line("j", 12) + '\n' + line("k", 11) +
                                            '\n' + line("k", 12) + '\n')));
  SearchRange range = {"k ", "k!"};
  std::vector<size_t> from;
  EXPECT_EQ(
      all(RangeMerger::ascending(files, range), &from),
      (Lines{line("k", 11), line("k", 11), line("k", 12), line("k", 15)}));
  EXPECT_EQ(from, (std::vector<size_t>{0, 1, 1, 0}));
  from.clear();
  EXPECT_EQ(
      all(RangeMerger::descending(files, range), &from),
      (Lines{line("k", 15), line("k", 12), line("k", 11), line("k", 11)}));
  EXPECT_EQ(from, (std::vector<size_t>{0, 1, 0, 1}));
  from.clear();
  EXPECT_EQ(
      all(RangeMerger::closest(files, range, "20070112"), &from),
      (Lines{line("k", 12), line("k", 11), line("k", 11), line("k", 15)}));
  EXPECT_EQ(from, (std::vector<size_t>{1, 0, 1, 0}));
}

TEST(RangeMerger, OrdersLinesOfOneDateByBytes) {
  tests::TempDir folder;
  std::vector<std::unique_ptr<Searchable>> files;
  files.push_back(open_searchable(
      folder.write("a",
                   "k 20010101000000 a\nk 20010101000000 b\n"
                   "k 20010103000000 a\nk 20010103000000 b\n")));
  Lines lines =
      all(RangeMerger::closest(files, {"k ", "k!"}, "20010102000000"));
  EXPECT_EQ(lines, (Lines{"k 20010101000000 a", "k 20010101000000 b",
                          "k 20010103000000 a", "k 20010103000000 b"}));
}

const SearchRange kAllOfExample = {"com,example)/ ", "com,example)/!"};

struct RangeQuery {
  std::vector<std::string> names;
  bool resolve_revisits = false;
};

// The fields of the captures of the range, each capture with spaces between.
Lines captured_fields(const std::vector<std::string>& paths,
                      const RangeQuery& query, ProblemSink& problems) {
  auto files = open_all(paths);
  RangeCaptures captures(files, RangeMerger::ascending(files, kAllOfExample),
                         query.names, query.resolve_revisits, problems);
  Lines all;
  std::string_view line;
  while (captures.next(line)) {
    std::string& fields = all.emplace_back();
    for (size_t i = 0; i < query.names.size(); ++i) {
      if (i > 0) fields += ' ';
      fields += captures.fields()[i];
    }
  }
  return all;
}

TEST(RangeCaptures, AreOfFilesOfAllKinds) {
  SampleCaptures sample;
  std::string cdxj = sample.folder.write(
      "b.cdxj",
      "com,example)/ 20140103000000 {\"url\": \"http://example.com/\", "
      "\"status\": \"203\"}\n");
  std::string headed = sample.folder.write(
      "c.cdx", " CDX N b s\ncom,example)/ 20140101120000 201\n");
  std::string zipnum = zipnum_of(sample.folder, "z",
                                 "com,example)/ 2016 {\"status\": \"206\"}\n");
  tests::Problems problems;
  EXPECT_EQ(captured_fields({sample.file, cdxj, headed, zipnum},
                            {{"status", "timestamp"}}, problems),
            (Lines{std::string("200 ") + kDay1, "201 20140101120000",
                   std::string("404 ") + kDay2, "203 20140103000000",
                   std::string("301 ") + kDay4, std::string("200 ") + kYear15,
                   "206 2016"}));
  EXPECT_EQ(problems.ids(), Lines{});
}

TEST(RangeCaptures, LinesThatAreNotCapturesAreReported) {
  tests::TempDir folder;
  std::string file =
      folder.write("a.cdxj",
                   "com,example)/ 20140101000000 {\"status\": \"200\"}\n"
                   "com,example)/ 20140102000000 {\"status\": \n"
                   "com,example)/ 20140103000000\n"
                   "com,example)/ 20140104000000 {\"status\": \"204\"}\n");
  tests::Problems problems;
  EXPECT_EQ(captured_fields({file}, {{"status"}}, problems),
            (Lines{"200", "204"}));
  EXPECT_EQ(problems.ids(), (Lines{"cdx-bad-line", "cdx-bad-line"}));
  EXPECT_EQ(problems.all[0].file, file);
  EXPECT_EQ(problems.all[0].severity, Severity::kLost);
  tests::Problems none;
  EXPECT_EQ(captured_fields({file}, {}, none).size(), 4U)
      << "nobody asks for fields";
  EXPECT_EQ(none.ids(), Lines{});
}

TEST(RangeCaptures, AFieldThatAFileLacksIsAnError) {
  SampleCaptures sample;
  std::string headed = sample.folder.write(
      "c.cdx", " CDX N b s\ncom,example)/ 20140101120000 201\n");
  tests::Problems problems;
  EXPECT_THROW(
      (void)captured_fields({sample.file, headed}, {{"mime"}}, problems),
      UsageError);
  EXPECT_THROW((void)captured_fields({sample.file}, {{"bogus"}}, problems),
               UsageError);
  EXPECT_THROW((void)captured_fields({headed}, {{}, true}, problems),
               UsageError);
}

TEST(RangeCaptures, OriginalsHaveTheSameFieldsInCdxAndCdxj) {
  tests::TempDir folder;
  const std::string digest = kSampleDigest;
  std::string cdx = "com,example)/ " + std::string(kDay1) +
                    " http://example.com/ text/html 200 " + digest +
                    " - - 6 20 f\ncom,example)/ " + std::string(kDay2) +
                    " http://example.com/ warc/revisit - " + digest +
                    " - - 7 30 g\n";
  auto member = [](const char* name, const std::string& value, bool last) {
    return '"' + std::string(name) + "\": \"" + value + (last ? "\"" : "\", ");
  };
  auto json = [&](const char* date, const char* mime, const char* length,
                  const char* offset, const char* file) {
    return "com,example)/ " + std::string(date) + " {" +
           member("mime", mime, false) + member("digest", digest, false) +
           member("length", length, false) + member("offset", offset, false) +
           member("filename", file, true) + "}\n";
  };
  std::string cdxj = json(kDay1, "text/html", "6", "20", "f") +
                     json(kDay2, "warc/revisit", "7", "30", "g");
  for (const std::string& file :
       {folder.write("a.cdx", cdx),
        folder.write("b.cdx", Legend{}.header() + '\n' + cdx),
        folder.write("a.cdxj", cdxj)}) {
    tests::Problems problems;
    EXPECT_EQ(captured_fields({file},
                              {{"offset", "mime", "orig.length", "orig.offset",
                                "orig.filename"},
                               true},
                              problems),
              (Lines{"20 text/html - - -", "30 text/html 6 20 f"}))
        << file;
  }
}

TEST(FormatOf, IsThatOfTheHeaderOrOfTheFirstLine) {
  const struct {
    const char* text;
    bool json;
    const char* letters;
  } kCases[] = {
      {" CDX N b s\n", false, "Nbs"},
      {"k 2007 {}\n", true, ""},
      {"k 2007 u m 200 D - 1 f\n", false, "NbamskrVg"},
      {"k 2007 u m 200 D - - 1 2 f\n", false, "NbamskrMSVg"},
      {"", true, ""},
  };
  for (const auto& c : kCases) {
    tests::TempDir folder;
    auto file = open_searchable(folder.write("a", c.text));
    LineFormat format = format_of(*file);
    EXPECT_EQ(format.json, c.json) << c.text;
    if (c.json) continue;
    EXPECT_EQ(format.legend.letters, c.letters) << c.text;
  }
}

}  // namespace

}  // namespace wax::cdx
