#include "cdx/indexer/indexer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "io/error.h"
#include "tests/cdx/index_text.h"

namespace wax::cdx {
namespace {

using test::gzip_member;
using test::http_response;
using test::Problems;
using test::warc_record;
using test::WarcFields;
using testing::ElementsAre;
using testing::IsEmpty;

std::string post(std::string body, std::string id, std::string answer,
                 std::string uri = "http://example.org/") {
  std::string block =
      "POST / HTTP/1.1\r\nContent-Type: application/x-www-form-urlencoded\r\n"
      "Referer: http://r.org/\r\nContent-Length: " +
      std::to_string(body.size()) + "\r\n\r\n" + body;
  return warc_record(
      block, {.type = "request",
              .uri = std::move(uri),
              .more = "WARC-Record-ID: <" + id + ">\r\nWARC-Concurrent-To: <" +
                      answer + ">\r\n"});
}

std::string answer(std::string id, std::string uri = "http://example.org/") {
  return warc_record(
      http_response("x"),
      {.uri = std::move(uri), .more = "WARC-Record-ID: <" + id + ">\r\n"});
}

IndexOptions appending() {
  IndexOptions options;
  options.post_append = true;
  return options;
}

TEST(Indexer, SaysWhereRecordsLie) {
  std::string first = gzip_member(warc_record(http_response("one")));
  std::string second = gzip_member(warc_record(http_response("two")));
  EXPECT_EQ(cdx_text(first + second, {}, "VS"),
            "0 " + std::to_string(first.size()) + "\n" +
                std::to_string(first.size()) + " " +
                std::to_string(second.size()) + "\n");
}

TEST(Indexer, ARecordInTheMiddleOfAMemberHasNoPlace) {
  std::string record = warc_record(http_response("x"));
  std::string text = cdx_text(gzip_member(record + record), {}, "VS");
  EXPECT_THAT(text, testing::EndsWith("- -\n"));
}

TEST(Indexer, CountsWhatItReadWroteAndLeftOut) {
  NoProblems problems;
  IndexOptions options;
  std::string bytes = warc_record("a: b", {.type = "warcinfo", .uri = ""}) +
                      answer("1") + post("a=b", "2", "1") +
                      post("a=b", "3", "1");
  Indexer indexer(warc::open_archive(test::memory_file(bytes), problems),
                  "memory", "a.warc", options, problems);
  while (indexer.next() != nullptr) {
  }
  EXPECT_EQ(indexer.counts().read, 4u);
  EXPECT_EQ(indexer.counts().written, 1u);
  EXPECT_THAT(indexer.counts().skipped,
              ElementsAre(std::pair("request", 2), std::pair("warcinfo", 1)));
}

TEST(Indexer, ComputesDigestsWhenTold) {
  std::string stated = warc_record(
      http_response("x"), {.more = "WARC-Payload-Digest: sha1:WRONG\r\n"});
  std::string missing = warc_record(http_response("x"));
  auto digests = [&](DigestMode mode) {
    IndexOptions options;
    options.digest = mode;
    return cdx_text(stated + missing, options, "k");
  };
  // SHA-1 of "x".
  const std::string x = "CH3K3DWFFIUYJK5K7V6DWULFAN4FYIDS\n";
  EXPECT_EQ(digests(DigestMode::kMissing), "WRONG\n" + x);
  EXPECT_EQ(digests(DigestMode::kHeader), "WRONG\n-\n");
  EXPECT_EQ(digests(DigestMode::kAlways), x + x);
  EXPECT_EQ(digests(DigestMode::kNone), "-\n-\n");
}

TEST(Indexer, SelectsTypesByName) {
  IndexOptions options;
  options.selection.types = {warc::RecordType::kRequest};
  EXPECT_EQ(cdx_text(answer("1") + post("a=b", "2", "1"), options, "u"), "2\n");
}

TEST(Indexer, FindsTheRequestOnEitherSide) {
  const std::string key = "org,example)/?__wb_method=post&a=b\n";
  EXPECT_EQ(cdx_text(answer("1") + post("a=b", "2", "1"), appending(), "N"),
            key);
  EXPECT_EQ(cdx_text(post("a=b", "2", "1") + answer("1"), appending(), "N"),
            key);
}

TEST(Indexer, FindsTheRequestAFewRecordsAway) {
  std::string between;
  for (size_t i = 0; i + 3 < kRequestWindow; ++i) {
    between += answer("x" + std::to_string(i), "http://other.org/");
  }
  std::string near =
      cdx_text(answer("1") + between + post("a=b", "2", "1"), appending(), "N");
  EXPECT_TRUE(near.starts_with("org,example)/?__wb_method=post&a=b\n"));
  std::string far =
      cdx_text(answer("1") + between + between + post("a=b", "2", "1"),
               appending(), "N");
  EXPECT_TRUE(far.starts_with("org,example)/\n"));
}

TEST(Indexer, KeepsTheOrderOfRecordsWhilePairing) {
  std::string bytes;
  std::string ids;
  for (int i = 0; i < 300; ++i) {
    std::string id = std::to_string(i);
    bytes += answer("a" + id);
    bytes += post("n=" + id, "r" + id, "a" + id);
    ids += "a" + id + "\n";
  }
  EXPECT_EQ(cdx_text(bytes, appending(), "u"), ids);
}

TEST(Indexer, DoesNotPairStrangers) {
  EXPECT_EQ(cdx_text(answer("1") + post("a=b", "2", "3"), appending(), "N"),
            "org,example)/\n");
  EXPECT_EQ(cdx_text(answer("1") + post("a=b", "2", "1", "http://other.org/"),
                     appending(), "N"),
            "org,example)/\n");
}

TEST(Indexer, WritesWhatWasSentIntoCdxj) {
  EXPECT_THAT(
      cdxj_text(answer("1") + post("a=b", "2", "1"), appending()),
      testing::HasSubstr("\"method\": \"POST\", \"requestBody\": \"a=b\", "));
}

TEST(Indexer, AddsFieldsOfRecordHeadAndRequest) {
  IndexOptions options;
  options.fields = {"warc-type", "http:content-type", "req.http:referer",
                    "method",    "referrer",          "nothing"};
  EXPECT_THAT(
      cdxj_text(answer("1") + post("a=b", "2", "1"), options),
      testing::HasSubstr("\"warc-type\": \"response\", "
                         "\"http:content-type\": \"text/html\", "
                         "\"req.http:referer\": \"http://r.org/\", "
                         "\"method\": \"POST\", "
                         "\"referrer\": \"http://r.org/\", \"filename\""));
}

TEST(Indexer, AddsFieldsOfArcsAsWarcioHasThemAndInUtf8) {
  IndexOptions options;
  options.fields = {"content-length", "warc-type", "http:x"};
  EXPECT_THAT(cdxj_text(test::arc_filedesc("a.arc") +
                            test::arc_record("HTTP/1.1 200\r\nX: \xe9\r\n\r\n"),
                        options),
              testing::HasSubstr("\"content-length\": \"22\", "
                                 "\"warc-type\": \"response\", "
                                 "\"http:x\": \"\\u00e9\""));
}

TEST(Indexer, WritesMethodsInUpperCase) {
  std::string lower = post("a=b", "2", "1");
  lower.replace(lower.find("POST /"), 4, "post");
  EXPECT_THAT(cdxj_text(answer("1") + lower, appending()),
              testing::HasSubstr("\"method\": \"POST\""));
}

TEST(Indexer, AppendsTheMethodsOfTheProfile) {
  std::string other = post("", "2", "1");
  other.replace(other.find("POST /"), 4, "PATCH");
  IndexOptions options = appending();
  // The block is one byte longer than its record says.
  other.replace(other.find("Referer"), 1, "");
  EXPECT_THAT(cdxj_text(answer("1") + other, options),
              testing::StartsWith("org,example)/?__wb_method=patch "));
  options.profile = profile("warcio");
  EXPECT_THAT(cdxj_text(answer("1") + other, options),
              testing::StartsWith("org,example)/ "));
}

TEST(Indexer, TakesTheMarksOfReplayOutOfRequests) {
  IndexOptions options = appending();
  const std::string url = "http://example.org/WB_wombat_a";
  std::string bytes = answer("1", url) + post("WB_wombat_b=c", "2", "1", url);
  EXPECT_THAT(
      cdxj_text(bytes, options),
      testing::AllOf(testing::StartsWith("org,example)/a?__wb_method=post&b=c"),
                     testing::HasSubstr("\"requestBody\": \"WB_wombat_b=c")));
  // Without a body, too.
  std::string get = post("", "2", "1", url);
  get.replace(get.find("POST /"), 6, "GET / ");
  EXPECT_THAT(cdxj_text(answer("1", url) + get, options),
              testing::AllOf(testing::StartsWith("org,example)/a "),
                             testing::HasSubstr("\"method\": \"GET\"")));
  options.profile = profile("warcio");
  EXPECT_THAT(cdxj_text(bytes, options),
              testing::StartsWith("org,example)/wb_wombat_a?__wb_method=post"));
}

TEST(Indexer, UndoesTheChunksOfBodiesThatStateNoLength) {
  auto key = [](std::string fields) {
    std::string block =
        "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n"
        "Content-Type: application/x-www-form-urlencoded\r\n" +
        fields + "\r\n3\r\na=b\r\n0\r\n\r\n";
    std::string request = warc_record(
        block, {.type = "request",
                .more = "WARC-Record-ID: <2>\r\nWARC-Concurrent-To: <1>\r\n"});
    return cdx_text(answer("1") + request, appending(), "N");
  };
  EXPECT_EQ(key(""), "org,example)/?__wb_method=post&a=b\n");
  EXPECT_EQ(key("Content-Length: 1\r\n"), "org,example)/?3&__wb_method=post\n");
}

TEST(Indexer, FillsRedirectsAndLettersOnlyWhenTold) {
  std::string bytes =
      warc_record("HTTP/1.1 301 Moved\r\nLocation: /b\r\n\r\n") +
      warc_record(http_response("<meta http-equiv=refresh content='0;url=c'>"
                                "<meta name=robots content=noindex>"));
  EXPECT_EQ(cdx_text(bytes, {}, "rM"), "- -\n- -\n");
  IndexOptions options;
  options.redirects = options.meta = true;
  EXPECT_EQ(cdx_text(bytes, options, "rM"),
            "http://example.org/b -\nhttp://example.org/c I\n");
}

TEST(Indexer, ReportsOddValuesAndWritesTheLine) {
  Problems problems;
  std::string text =
      cdx_text(warc_record("HTTP/1.1 abc\r\nContent-Type: a/b\r\n\r\n",
                           {.uri = "http://e.org:x/", .date = "yesterday"}),
               {}, "Nbs", &problems);
  EXPECT_EQ(text, "http://e.org:x/ - abc\n");
  EXPECT_THAT(problems.ids(), testing::UnorderedElementsAre(
                                  "odd-url", "odd-date", "odd-status"));
  EXPECT_EQ(problems.all.front().file, "memory");
  EXPECT_EQ(problems.all.front().offset, 0u);
}

TEST(Indexer, IsContentWithCommonRecords) {
  Problems problems;
  (void)cdx_text(answer("1") + warc_record("HTTP/1.1 200 OK\r\n\r\n"), {},
                 kCdx11, &problems);
  EXPECT_THAT(problems.ids(), IsEmpty());
}

TEST(Indexer, VerifiesHttpWhenTold) {
  IndexOptions options;
  options.verify_http = true;
  Problems problems;
  EXPECT_EQ(cdx_text(warc_record("HTTP/2 200\r\n\r\n") + answer("1"), options,
                     "u", &problems),
            "1\n");
  EXPECT_THAT(problems.ids(), ElementsAre("odd-http"));
}

TEST(Indexer, RefusesOptionsThatContradict) {
  IndexOptions options;
  options.minimal = options.post_append = true;
  EXPECT_THROW(options.check(), UsageError);
  options.post_append = false;
  options.fields = {"method"};
  EXPECT_THROW(options.check(), UsageError);
  options.fields = {"warc-type"};
  EXPECT_NO_THROW(options.check());
}

}  // namespace
}  // namespace wax::cdx
