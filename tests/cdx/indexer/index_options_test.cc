#include "cdx/indexer/index_options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "io/error.h"
#include "tests/cdx/index_text.h"
#include "tests/cdx/indexer/one_record.h"
#include "tests/cdx/indexer/post_records.h"

namespace wax::cdx {
namespace {

TEST(IndexOptions, TakeTheKeyOfTheProfileUnlessTheyHaveOne) {
  IndexOptions options;
  EXPECT_EQ(options.key_kind(), UrlKeyKind::kSurt);
  options.profile = profile("nutchwax");
  EXPECT_EQ(options.key_kind(), UrlKeyKind::kLegacy);
  options.url_key = UrlKeyKind::kSurt;
  EXPECT_EQ(options.key_kind(), UrlKeyKind::kSurt);
}

TEST(IndexOptions, PairRequestsWhereAnOptionNeedsThem) {
  const struct {
    bool post_append;
    std::vector<std::string> fields;
    bool pairs;
  } kCases[] = {
      {false, {}, false},
      {true, {}, true},
      {false, {"warc-type", "http:referer"}, false},
      {false, {"warc-type", "method"}, true},
      {false, {"referrer"}, true},
      {false, {"req.http:cookie"}, true},
  };
  for (const auto& c : kCases) {
    IndexOptions options;
    options.post_append = c.post_append;
    options.fields = c.fields;
    EXPECT_EQ(options.pairs_requests(), c.pairs)
        << testing::PrintToString(c.fields);
    EXPECT_NO_THROW(options.check());
    options.minimal = true;
    if (c.pairs) {
      EXPECT_THROW(options.check(), UsageError);
    } else {
      EXPECT_NO_THROW(options.check());
    }
  }
}

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

ExtraFields::Values of_record(std::string archive,
                              const std::vector<std::string>& names) {
  OneRecord record(std::move(archive));
  ExtraFields::Values values;
  ExtraFields(names).append_of_record(record.view(), values);
  return values;
}

ExtraFields::Values of_request(std::string archive,
                               const std::vector<std::string>& names) {
  OneRecord record(std::move(archive));
  ExtraFields::Values values;
  ExtraFields(names).append_of_request(record.head(), values);
  return values;
}

TEST(ExtraFields, HaveTheNamesOfRequestsOrNot) {
  for (const char* name : {"method", "referrer", "req.http:cookie"}) {
    EXPECT_TRUE(is_request_field(name)) << name;
  }
  for (const char* name :
       {"", "Method", "http:method", "http:referer", "warc-type", "req.http"}) {
    EXPECT_FALSE(is_request_field(name)) << name;
  }
}

TEST(ExtraFields, AreReadFromTheRecordInTheOrderOfTheirNames) {
  EXPECT_THAT(of_record(answer("1"), {"http:content-type", "nothing", "method",
                                      "warc-type", "http:nothing"}),
              ElementsAre(Pair("http:content-type", "text/html"),
                          Pair("warc-type", "response")));
}

TEST(ExtraFields, AreNotReadFromTheHeadOfARequest) {
  EXPECT_THAT(
      of_record(post("a=b", "2", "1"), {"http:content-type", "warc-type"}),
      ElementsAre(Pair("warc-type", "request")));
}

TEST(ExtraFields, AreReadFromRecordsWithoutAHead) {
  EXPECT_THAT(of_record(tests::warc_record("a", {.type = "resource"}),
                        {"http:content-type", "warc-type"}),
              ElementsAre(Pair("warc-type", "resource")));
}

TEST(ExtraFields, AreReadFromTheRequestInTheOrderOfTheirNames) {
  EXPECT_THAT(
      of_request(post("a=b", "2", "1", "http://a/", "post"),
                 {"referrer", "warc-type", "req.http:nothing", "method",
                  "req.http:content-length"}),
      ElementsAre(Pair("referrer", "http://r.org/"), Pair("method", "post"),
                  Pair("req.http:content-length", "3")));
  EXPECT_THAT(of_request(post("a=b", "2", "1"), {}), IsEmpty());
}

TEST(ExtraFields, AreWrittenBeforeTheFilename) {
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

TEST(ExtraFields, OfArcsAreThoseOfWarcioAndInUtf8) {
  IndexOptions options;
  options.fields = {"content-length", "warc-type", "http:x"};
  EXPECT_THAT(
      cdxj_text(tests::arc_filedesc("a.arc") +
                    tests::arc_record("HTTP/1.1 200\r\nX: \xe9\r\n\r\n"),
                options),
      testing::HasSubstr("\"content-length\": \"22\", "
                         "\"warc-type\": \"response\", "
                         "\"http:x\": \"\\u00e9\""));
}

}  // namespace

}  // namespace wax::cdx
