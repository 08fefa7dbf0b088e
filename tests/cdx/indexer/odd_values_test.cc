#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cdx/indexer/capture_maker.h"
#include "tests/cdx/index_text.h"
#include "tests/cdx/indexer/one_record.h"

namespace wax::cdx {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using tests::http_response;
using tests::warc_record;

// Of a capture without faults, in which one value is set.
std::vector<std::string> odd(std::string archive, std::string Capture::*member,
                             std::string value, bool has_key = true) {
  OneRecord record(std::move(archive));
  Capture capture;
  capture.date = "20140101000000";
  capture.mime = "text/html";
  capture.status = "200";
  capture.*member = std::move(value);
  tests::Problems problems;
  report_odd_values(record.view(), capture, has_key, "a.warc", problems);
  return problems.ids();
}

TEST(OddValues, AreReportedOfTheCapture) {
  const std::string record = warc_record(http_response("x"));
  EXPECT_THAT(odd(record, &Capture::mime, "text/html"), IsEmpty());
  EXPECT_THAT(odd(record, &Capture::status, ""), IsEmpty());
  EXPECT_THAT(odd(record, &Capture::status, "20x"), ElementsAre("odd-status"));
  EXPECT_THAT(odd(record, &Capture::date, ""), ElementsAre("odd-date"));
  EXPECT_THAT(odd(record, &Capture::url, "http://a:b/", false),
              ElementsAre("odd-url"));
}

TEST(OddValues, AreLostWhereDatesAndStatusesAreNeeded) {
  auto severity_of_status = [](const char* type) {
    OneRecord record(warc_record(http_response("x"), {.type = type}));
    Capture capture;
    capture.date = "20140101000000";
    capture.mime = "text/html";
    capture.status = "2OO";
    tests::Problems problems;
    report_odd_values(record.view(), capture, true, "a.warc", problems,
                      Severity::kLost);
    return problems.all.front().severity;
  };
  EXPECT_EQ(severity_of_status("response"), Severity::kLost);
  EXPECT_EQ(severity_of_status("revisit"), Severity::kWarning);
}

TEST(OddValues, AreMediaTypesThatTheRecordStates) {
  auto unknown = [](std::string record) {
    return odd(std::move(record), &Capture::mime, "unk");
  };
  EXPECT_THAT(unknown(warc_record(http_response("x", "a b"))),
              ElementsAre("odd-mime"));
  EXPECT_THAT(unknown(tests::arc_filedesc("a.arc")), ElementsAre("odd-mime"));
  EXPECT_THAT(unknown(warc_record(http_response("x", "unk"))), IsEmpty());
  EXPECT_THAT(unknown(warc_record(http_response("x", "no-type"))), IsEmpty());
  EXPECT_THAT(unknown(warc_record("HTTP/1.1 200 OK\r\n\r\n")), IsEmpty());
  EXPECT_THAT(
      unknown(warc_record("a", {.type = "resource", .content_type = "a b"})),
      ElementsAre("odd-mime"));
}

TEST(OddValues, AreNamedWithFileAndOffsetAndTheLineIsWritten) {
  tests::Problems problems;
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

TEST(VerifyHttp, TakesTwoVersionsOfHttpForResponses) {
  const struct {
    const char* block;
    const char* type;
    bool good;
  } kCases[] = {
      {"HTTP/1.0 200\r\n\r\n", "response", true},
      {"HTTP/1.1 200\r\n\r\n", "response", true},
      {"HTTP/1.1", "response", true},
      {"HTTP/2 200\r\n\r\n", "response", false},
      {"http/1.1 200\r\n\r\n", "response", false},
      {"HTTP/1.10 200\r\n\r\n", "response", false},
      {"<html>", "response", false},
      {"", "response", false},
      {"GET / HTTP/1.1\r\n\r\n", "request", true},
      {"HTTP/2 304\r\n\r\n", "revisit", true},
      {"a", "resource", true},
  };
  for (const auto& c : kCases) {
    OneRecord record(warc_record(c.block, {.type = c.type}));
    tests::Problems problems;
    EXPECT_EQ(verify_http(record.view(), "a.warc", problems), c.good)
        << c.block;
    EXPECT_EQ(problems.all.size(), c.good ? 0u : 1u) << c.block;
    for (const Problem& problem : problems.all) {
      EXPECT_EQ(problem.id, std::string("odd-http"));
      EXPECT_EQ(problem.severity, Severity::kLost);
    }
  }
}

TEST(VerifyHttp, TakesUrlsThatAreNoHttp) {
  OneRecord record(warc_record("x", {.uri = "ftp://e.org/"}));
  tests::Problems problems;
  EXPECT_TRUE(verify_http(record.view(), "a.warc", problems));
}

}  // namespace
}  // namespace wax::cdx
