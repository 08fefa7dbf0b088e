#include "cdx/lookup/record_locations.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "cdx/files/open_cdx.h"
#include "tests/support/archives.h"
#include "tests/support/temp_dir.h"
#include "warc/record/digest.h"

namespace wax::cdx {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> places(const std::string& text,
                                ProblemSink& problems) {
  tests::TempDir home;
  auto file = open_cdx(home.write("in.cdx", text));
  RecordLocations all(*file, problems);
  std::vector<std::string> found;
  RecordLocation place;
  while (all.next(place)) {
    found.push_back(std::string(place.filename) + " " +
                    std::to_string(place.offset));
  }
  return found;
}

TEST(RecordLocations, AreReadFromCdxAndCdxj) {
  tests::Problems problems;
  EXPECT_THAT(places(" CDX N b V g\na 2007 7 x\nb 2007 0 y\n", problems),
              ElementsAre("x 7", "y 0"));
  EXPECT_THAT(
      places("a 2007 {\"offset\": \"7\", \"filename\": \"x\"}\n", problems),
      ElementsAre("x 7"));
  EXPECT_THAT(problems.ids(), IsEmpty());
}

TEST(RecordLocations, CapturesWithoutAStoredRecordAreSkipped) {
  tests::Problems problems;
  EXPECT_THAT(places(" CDX N b V g\na 2007 - -\nb 2007 5 -\n", problems),
              IsEmpty());
  EXPECT_THAT(problems.ids(), IsEmpty());
}

TEST(RecordLocations, RecordsInTheMiddleOfAMemberAreReported) {
  tests::Problems problems;
  EXPECT_THAT(places(" CDX N b V g\na 2007 - x\nb 2007 5 x\n", problems),
              ElementsAre("x 5"));
  EXPECT_THAT(problems.ids(), ElementsAre("cdx-bad-line"));
  EXPECT_NE(problems.all.at(0).text.find("line 2 has no offset, because "),
            std::string::npos);
}

TEST(RecordLocations, BadLinesAreReported) {
  tests::Problems problems;
  EXPECT_THAT(
      places(" CDX N b V g\na 2007 x y\nb 2007\nc 2007 -1 y\nd 2007 3 y\n",
             problems),
      ElementsAre("y 3"));
  EXPECT_THAT(problems.ids(),
              ElementsAre("cdx-bad-line", "cdx-bad-line", "cdx-bad-line"));
  EXPECT_EQ(problems.all[0].text, "line 2 has no offset and file name");
}

TEST(RecordLocations, NeedTheirColumns) {
  NoProblems problems;
  EXPECT_THROW(static_cast<void>(places(" CDX N b\na 2007\n", problems)),
               UsageError);
}

// By their path, or by the name itself.
TEST(ExtractRecords, ExtractsInTheOrderOfLines) {
  tests::TempDir home;
  const std::string known = home.write(
      "known.warc", tests::warc_record("one") + tests::warc_record("two"));
  const std::string other = home.write("other.warc", tests::warc_record("3"));
  const std::string index = home.write("paths", "known.warc\t" + known + "\n");
  const std::string second = std::to_string(tests::warc_record("one").size());
  auto file = open_cdx(home.write(
      "in.cdx", " CDX N b V g\n- 2014 " + second + " known.warc\n- 2014 0 " +
                    other + "\n- 2014 0 known.warc\n- 2014 0 gone\n"));
  tests::Problems problems;
  ArchivePaths paths({}, {index}, problems);
  std::string text;
  warc::Extractor extractor({.part = warc::Part::kBody}, io::open_memory(text),
                            problems);
  extract_records(*file, paths, extractor, problems);
  extractor.finish();
  EXPECT_EQ(text, "two3one");
  EXPECT_THAT(problems.ids(), ElementsAre("unreadable-archive"));
}

// Another record at the place of a line is never taken for it.
TEST(ExtractRecords, OfArchivesOfOneNameTheRecordsOfTheLinesAreExtracted) {
  tests::TempDir home;
  home.write("a/x.warc",
             tests::warc_record("secret", {.uri = "http://secret.example/"}));
  home.write("b/x.warc",
             tests::warc_record("public", {.uri = "http://example.org/"}));
  auto file = open_cdx(home.write(
      "in.cdx",
      " CDX N b a V g\n"
      "org,example)/ 20140103030321 http://example.org/ 0 x.warc\n"
      "org,example)/ 20150103030321 http://example.org/ 0 x.warc\n"
      "org,example)/b 20140103030321 http://example.org/b 0 x.warc\n"));
  tests::Problems problems;
  ArchivePaths paths({home.path()}, {}, problems);
  std::string text;
  warc::Extractor extractor({.part = warc::Part::kBody}, io::open_memory(text),
                            problems);
  extract_records(*file, paths, extractor, problems);
  extractor.finish();
  EXPECT_EQ(text, "public");
  EXPECT_THAT(problems.ids(),
              ElementsAre("cdx-other-record", "cdx-other-record"));
}

TEST(ExtractRecords, OfRecordsOfOneUrlAndDateTheDigestOfTheLineTells) {
  tests::TempDir home;
  const std::string kHead = "HTTP/1.1 200 OK\r\n\r\n";
  home.write("a/x.warc", tests::warc_record(kHead + "one"));
  home.write("b/x.warc", tests::warc_record(kHead + "two"));
  warc::Digester digester;
  digester.update("two");
  auto file = open_cdx(
      home.write("in.cdx",
                 " CDX N b a k V g\norg,example)/ 20140103030321 "
                 "http://example.org/ " +
                     warc::spelling(digester.finish()) + " 0 x.warc\n"));
  NoProblems problems;
  ArchivePaths paths({home.path()}, {}, problems);
  std::string text;
  warc::Extractor extractor({.part = warc::Part::kBody}, io::open_memory(text),
                            problems);
  extract_records(*file, paths, extractor, problems);
  extractor.finish();
  EXPECT_EQ(text, "two");
}

}  // namespace
}  // namespace wax::cdx
