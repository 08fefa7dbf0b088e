#include "cdx/indexer/capture_maker.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cdx/index_text.h"
#include "tests/cdx/indexer/one_record.h"

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

}  // namespace
}  // namespace wax::cdx
