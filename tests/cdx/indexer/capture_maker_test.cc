#include "cdx/indexer/capture_maker.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>

#include "tests/cdx/index_text.h"
#include "tests/cdx/indexer/one_record.h"
#include "tests/support/archives.h"

namespace wax::cdx {
namespace {

using tests::http_response;
using tests::warc_record;

struct Made {
  Capture capture;
  std::string kept;
  std::vector<std::string> problems;
};

Made make(std::string archive, const IndexOptions& options, size_t keep = 0) {
  OneRecord record(std::move(archive));
  tests::Problems problems;
  CaptureMaker maker("dir/a.warc", "a.warc", options, problems);
  Made made;
  maker.make(record.view(), keep, made.capture);
  made.kept = maker.payload().kept();
  made.problems = problems.ids();
  return made;
}

TEST(CaptureMaker, FillsTheColumnsOfARecord) {
  Capture capture = make(warc_record(http_response("x"),
                                     {.more = "WARC-Record-ID: <urn:x>\r\n"
                                              "WARC-IP-Address: 1.2.3.4\r\n"}),
                         {})
                        .capture;
  EXPECT_EQ(capture.urlkey, "org,example)/");
  EXPECT_EQ(capture.url, "http://example.org/");
  EXPECT_EQ(capture.date, "20140103030321");
  EXPECT_EQ(capture.mime, "text/html");
  EXPECT_EQ(capture.status, "200");
  EXPECT_EQ(capture.digest, "CH3K3DWFFIUYJK5K7V6DWULFAN4FYIDS");
  EXPECT_EQ(capture.filename, "a.warc");
  EXPECT_EQ(capture.record_id, "urn:x");
  EXPECT_EQ(capture.ip_address, "1.2.3.4");
  EXPECT_EQ(capture.block_length, http_response("x").size());
}

TEST(CaptureMaker, MakesTheKeyThatIsAskedFor) {
  IndexOptions options;
  options.url_key = UrlKeyKind::kLegacy;
  EXPECT_EQ(make(warc_record(http_response("x")), options).capture.urlkey,
            "example.org/");
}

TEST(CaptureMaker, ReportsAUrlWithoutAKey) {
  Made made =
      make(warc_record(http_response("x"), {.uri = "http://e.org:x/"}), {});
  EXPECT_THAT(made.problems, testing::ElementsAre("odd-url"));
}

TEST(CaptureMaker, ComputesDigestsByItsMode) {
  const std::string stated = warc_record(
      http_response("x"), {.more = "WARC-Payload-Digest: sha1:WRONG\r\n"});
  const std::string missing = warc_record(http_response("x"));
  const std::string x = "CH3K3DWFFIUYJK5K7V6DWULFAN4FYIDS";  // SHA-1 of "x"
  const struct {
    DigestMode mode;
    std::string of_stated;
    std::string of_missing;
  } kCases[] = {
      {DigestMode::kMissing, "WRONG", x},
      {DigestMode::kHeader, "WRONG", ""},
      {DigestMode::kAlways, x, x},
      {DigestMode::kNone, "", ""},
  };
  for (const auto& c : kCases) {
    IndexOptions options;
    options.digest = c.mode;
    EXPECT_EQ(make(stated, options).capture.digest, c.of_stated);
    EXPECT_EQ(make(missing, options).capture.digest, c.of_missing);
  }
}

TEST(CaptureMaker, ReadsAsMuchOfTheBodyAsIsNeeded) {
  IndexOptions options;
  options.digest = DigestMode::kNone;
  const std::string page = warc_record(http_response("<html>"));
  EXPECT_EQ(make(page, options).kept, "");
  EXPECT_EQ(make(page, options, 3).kept, "<ht");
  options.meta = true;
  EXPECT_EQ(make(page, options, 3).kept, "<html>");
}

using tests::http_response;
using tests::warc_record;

constexpr const char* kRefresh =
    "<meta http-equiv=refresh content='0;url=c'>"
    "<meta name=robots content=noindex>";

// The columns r and M.
std::string columns(std::string record, std::optional<bool> redirects,
                    std::optional<bool> meta,
                    std::string_view profile_name = "pywb") {
  IndexOptions options;
  options.profile = profile(profile_name);
  options.redirects = redirects;
  options.meta = meta;
  return cdx_text(std::move(record), options, "rM");
}

TEST(PageColumns, AreFilledWhenAskedFor) {
  std::string moved = warc_record("HTTP/1.1 301 Moved\r\nLocation: /b\r\n\r\n");
  std::string page = warc_record(http_response(kRefresh));
  EXPECT_EQ(columns(moved + page, {}, {}), "- -\n- -\n");
  EXPECT_EQ(columns(moved + page, true, true),
            "http://example.org/b -\nhttp://example.org/c I\n");
  EXPECT_EQ(columns(moved + page, true, {}),
            "http://example.org/b -\nhttp://example.org/c -\n");
  EXPECT_EQ(columns(page, {}, true), "- I\n");
}

TEST(PageColumns, FollowTheProfileWhichReadsNoRefresh) {
  std::string moved = warc_record("HTTP/1.1 301 Moved\r\nLocation: /b\r\n\r\n");
  std::string page = warc_record(http_response(kRefresh));
  EXPECT_EQ(columns(moved + page, {}, {}, "nutchwax"),
            "http://example.org/b -\n- -\n");
  EXPECT_EQ(columns(moved, false, {}, "nutchwax"), "- -\n");
  EXPECT_EQ(columns(page, {}, false, "ia"), "- -\n");
}

TEST(PageColumns, TakeLocationBeforeRefresh) {
  EXPECT_EQ(columns(warc_record("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"
                                "Location: b\r\n\r\n" +
                                std::string(kRefresh)),
                    true, {}),
            "http://example.org/b -\n");
  EXPECT_EQ(columns(warc_record("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"
                                "Location:\r\n\r\n" +
                                std::string(kRefresh)),
                    true, {}),
            "http://example.org/c -\n");
}

TEST(PageColumns, AreReadFromResponsesThatArePages) {
  auto of = [](std::string record) {
    return columns(std::move(record), true, true);
  };
  EXPECT_EQ(of(warc_record(http_response(kRefresh, "application/xhtml+xml"))),
            "http://example.org/c I\n");
  EXPECT_EQ(of(warc_record(http_response(kRefresh, "text/plain"))), "- -\n");
  EXPECT_EQ(of(warc_record(kRefresh,
                           {.type = "resource", .content_type = "text/html"})),
            "- -\n");
}

TEST(PageColumns, OfRevisitsAreRedirectsWhenAskedFor) {
  const std::string revisit = warc_record(
      "HTTP/1.1 302 Found\r\nLocation: /b\r\n\r\n", {.type = "revisit"});
  EXPECT_EQ(columns(revisit, true, {}), "http://example.org/b -\n");
  EXPECT_EQ(columns(revisit, {}, {}), "- -\n");
  EXPECT_EQ(columns(revisit, {}, {}, "nutchwax"), "- -\n");
  for (const char* status : {"200 OK", "304 Not Modified"}) {
    EXPECT_EQ(columns(warc_record("HTTP/1.1 " + std::string(status) +
                                      "\r\nLocation: /b\r\n\r\n",
                                  {.type = "revisit"}),
                      true, true),
              "- -\n");
  }
}

TEST(PageColumns, AreReadFromChunkedPages) {
  EXPECT_EQ(columns(warc_record("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"
                                "Transfer-Encoding: chunked\r\n\r\n"
                                "6\r\n<meta \r\n"
                                "1c\r\nname=robots content=noindex>\r\n"
                                "0\r\n\r\n"),
                    {}, true),
            "- I\n");
}

TEST(PageColumns, AreReadFromTheBeginningOfAPageOnly) {
  std::string blank(kHtmlMetaScan, ' ');
  EXPECT_EQ(columns(warc_record(http_response(blank + kRefresh)), true, true),
            "- -\n");
}

TEST(PageColumns, HaveLettersForRobotsAndLogins) {
  auto letters = [](std::string block, std::string more = {}) {
    return columns(warc_record(block, {.more = std::move(more)}), {}, true);
  };
  const std::string login = "WARC-Simple-Form-Province-Status: ";
  EXPECT_EQ(letters(http_response("<meta name=robots content=nofollow,"
                                  "noarchive,noindex>")),
            "- AFI\n");
  EXPECT_EQ(letters("HTTP/1.1 200 OK\r\nX-Robots-Tag: noindex\r\n"
                    "x-robots-tag: nofollow\r\n\r\n"),
            "- FI\n");
  EXPECT_EQ(letters(http_response("x"), login + "1,1,http://x\r\n"), "- P\n");
  EXPECT_EQ(letters(http_response("x"), login + " 12\r\n"), "- P\n");
  for (const char* bad : {"0,1,http://x", "x", "", ",1", "-1,1"}) {
    EXPECT_EQ(letters(http_response("x"), login + bad + "\r\n"), "- -\n")
        << bad;
  }
}

}  // namespace

}  // namespace wax::cdx
