#include "cdx/dedup/payload_matches.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "io/error.h"
#include "tests/support/archives.h"
#include "tests/support/temp_dir.h"

namespace wax::cdx {
namespace {

class PayloadMatchesTest : public testing::Test {
 protected:
  // An archive of these captures: URL, date, payload; without a payload, it is
  // a revisit of "page".
  struct Made {
    std::string uri, date, payload;
  };
  std::string archive(const std::string& name, const std::vector<Made>& made) {
    std::string bytes;
    for (const Made& each : made) {
      const bool is_revisit = each.payload.empty();
      bytes += tests::warc_record(
          is_revisit ? "" : tests::http_response(each.payload),
          {.type = is_revisit ? "revisit" : "response",
           .uri = each.uri,
           .date = each.date,
           .more = is_revisit ? "WARC-Payload-Digest: " + page_digest_ + "\r\n"
                              : std::string()});
    }
    return folder_.write(name, bytes);
  }
  void read(PayloadMatches& captures, const std::vector<std::string>& paths,
            size_t asking) {
    IndexReport report;
    captures.read_archives(paths, asking, {}, problems_, report, {});
  }
  // "archive date url file" of each match.
  static std::vector<std::string> all(PayloadMatches& captures) {
    std::vector<std::string> found;
    PayloadMatch match;
    auto lines = captures.matches();
    for (std::string_view line; lines->next(line);) {
      EXPECT_TRUE(PayloadMatches::parse(line, match)) << line;
      found.push_back(std::to_string(match.archive) + ' ' +
                      std::string(match.date) + ' ' + std::string(match.url) +
                      (match.is_read ? " read " : " ") +
                      std::string(match.file));
    }
    return found;
  }

  using Lines = std::vector<std::string>;
  // SHA-1 of "page".
  const std::string page_digest_ = "sha1:OZYBHTQO4D3NPIDVQ6IS5ORRATH2VPAV";
  tests::TempDir folder_;
  tests::Problems problems_;
  lines::SortOptions sort_;
};

TEST_F(PayloadMatchesTest, EarliestCaptureStandsForTheOthers) {
  const auto a =
      archive("a.warc", {{"http://e.org/", "2008-01-01T00:00:00Z", "x"},
                         {"http://e.org/", "2007-01-01T00:00:00Z", "x"},
                         {"http://e.org/", "2009-01-01T00:00:00Z", "y"}});
  const auto b =
      archive("b.warc", {{"https://www.e.org/", "2009-02-02T00:00:00Z", "x"},
                         {"http://e.org/other", "2010-01-01T00:00:00Z", "x"}});
  PayloadMatches captures({}, sort_);
  read(captures, {a, b}, 2);
  EXPECT_EQ(captures.asking(), 5U);
  EXPECT_EQ(all(captures), (Lines{"0 20070101000000 http://e.org/ read 0",
                                  "1 20070101000000 http://e.org/ read 0"}));
  PayloadMatches any_url({.same = SamePayload::kDigest}, sort_);
  read(any_url, {a, b}, 2);
  EXPECT_EQ(all(any_url).size(), 3U);
}

TEST_F(PayloadMatchesTest, CapturesOfCdxFilesAndListsComeFirst) {
  const auto a =
      archive("a.warc", {{"http://e.org/", "2008-01-01T00:00:00Z", "page"},
                         {"http://e.org/", "2008-01-02T00:00:00Z", "page"}});
  const std::string digest = page_digest_.substr(5);
  const std::string before = " - - 10 20 old.warc\n";
  for (const std::string& file :
       {"org,e)/ 20060101000000 http://e.org/ text/html 200 " + digest + before,
        " CDX N b a m s k r M S V g\norg,e)/ 20060101000000 http://e.org/ "
        "text/html 200 " +
            digest + before,
        "org,e)/ 20060101000000 {\"url\": \"http://e.org/\", \"digest\": \"" +
            page_digest_ +
            "\", \"filename\": \"old.warc\", \"offset\": \"20\"}\n"}) {
    PayloadMatches captures({}, sort_);
    read(captures, {a}, 1);
    captures.add_file(folder_.write("old", file), problems_);
    EXPECT_EQ(all(captures), (Lines{"0 20060101000000 http://e.org/ old.warc",
                                    "0 20060101000000 http://e.org/ old.warc"}))
        << file;
  }
  PayloadMatches captures({}, sort_);
  read(captures, {a}, 1);
  captures.add_file(
      folder_.write("list", "org,e)/ " + page_digest_ +
                                " 20080101000000 original=20050101000000\n"),
      problems_);
  EXPECT_EQ(all(captures),
            (Lines{"0 20050101000000 - -", "0 20050101000000 - -"}));
  EXPECT_TRUE(problems_.all.empty());
}

TEST_F(PayloadMatchesTest, ACaptureOfTheSameSecondIsItself) {
  const auto a =
      archive("a.warc", {{"http://e.org/", "2008-01-01T00:00:00Z", "page"},
                         {"http://e.org/", "2008-01-01T00:00:00Z", "page"}});
  PayloadMatches captures({}, sort_);
  read(captures, {a}, 1);
  captures.add_file(
      folder_.write("cdx",
                    "org,e)/ 20080101000000 http://e.org/ text/html 200 " +
                        page_digest_.substr(5) + " - - 10 0 a.warc\n"),
      problems_);
  EXPECT_EQ(all(captures), Lines{});
}

TEST_F(PayloadMatchesTest, RevisitsAndDamagedRecordsStandForNone) {
  const auto a =
      archive("a.warc", {{"http://e.org/", "2008-01-01T00:00:00Z", "page"}});
  const std::string digest = page_digest_.substr(5);
  const std::string cdx = folder_.write(
      "cdx", "org,e)/ 20060101000000 http://e.org/ warc/revisit - " + digest +
                 " - - 10 0 old.warc\norg,e)/ 20070101000000 http://e.org/ "
                 "text/html 200 " +
                 digest + " - - 10 70 old.warc\n");
  PayloadMatches captures({}, sort_);
  captures.load_damaged(
      folder_.write("damaged", "old.warc 70 org,e)/ 20070101000000\n"),
      problems_);
  read(captures, {a}, 1);
  captures.add_file(cdx, problems_);
  EXPECT_EQ(all(captures), Lines{});
}

TEST_F(PayloadMatchesTest, RevisitsAskForAnyCaptureWithTheirDigest) {
  const auto a =
      archive("a.warc", {{"http://e.org/", "2008-01-01T00:00:00Z", ""},
                         {"http://e.org/b", "2008-01-01T00:00:00Z", "x"}});
  const auto b =
      archive("b.warc", {{"http://other.org/", "2009-01-01T00:00:00Z", "page"},
                         {"http://e.org/", "2009-01-01T00:00:00Z", ""}});
  const PayloadRules rules = {SamePayload::kDigest, CaptureKind::kRevisit};
  PayloadMatches captures(rules, sort_);
  read(captures, {a, b}, 1);
  EXPECT_EQ(captures.asking(), 1U);
  EXPECT_EQ(all(captures), Lines{"0 20090101000000 http://other.org/ read 1"});
  PayloadMatches alone(rules, sort_);
  read(alone, {a}, 1);
  EXPECT_EQ(all(alone), Lines{"0   "});
}

TEST_F(PayloadMatchesTest, OddFilesAreNamed) {
  const auto a =
      archive("a.warc", {{"http://e.org/", "2008-01-01T00:00:00Z", "page"}});
  PayloadMatches captures({}, sort_);
  read(captures, {a}, 1);
  captures.add_file(folder_.write("cdx", " CDX N b a m s k r M S V g\nodd\n"),
                    problems_);
  captures.add_file(folder_.write("list", "# duplicates\nodd\n"), problems_);
  EXPECT_EQ(problems_.ids(), (Lines{"cdx-bad-line", "list-bad-line"}));
  EXPECT_THROW(captures.add_file(folder_.write("a", "# identity profile=ia\n"),
                                 problems_),
               UsageError);
  EXPECT_THROW(captures.add_file(folder_ / "none", problems_), IoError);
}

TEST_F(PayloadMatchesTest, KeysOfAnotherKindAreRefusedAlsoWithoutAnIdentity) {
  const auto a =
      archive("a.warc", {{"http://e.org/", "2008-01-01T00:00:00Z", "page"}});
  const std::string digest = page_digest_.substr(5);
  const auto cdx = folder_.write(
      "cdx", "e.org/ 20070101000000 e.org text/html 200 " + digest +
                 " - 1 older.warc\n");
  const auto list = folder_.write(
      "list", "e.org/ " + page_digest_ +
                  " 20070202000000 original=20070101000000\n");
  for (const std::string& file : {cdx, list}) {
    PayloadMatches captures({}, sort_);
    read(captures, {a}, 1);
    try {
      captures.add_file(file, problems_);
      FAIL() << file;
    } catch (const UsageError& error) {
      EXPECT_EQ(error.what(),
                file + ": its URL keys are legacy, but those of the archives "
                       "are surt; wax-cdx-convert --urlkey converts them");
    }
    // Digests have no kind.
    PayloadMatches any_url({.same = SamePayload::kDigest}, sort_);
    read(any_url, {a}, 1);
    any_url.add_file(file, problems_);
    EXPECT_EQ(all(any_url).size(), 1U) << file;
  }
  EXPECT_TRUE(problems_.ids().empty());
}

}  // namespace
}  // namespace wax::cdx
