#include "cdx/indexer/request_columns.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cdx/index_text.h"
#include "tests/cdx/indexer/one_record.h"
#include "tests/cdx/indexer/post_records.h"

namespace wax::cdx {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;
using tests::warc_record;

IndexOptions appending_requests(std::string_view profile_name = "pywb") {
  IndexOptions options;
  options.profile = profile(profile_name);
  options.post_append = true;
  return options;
}

TEST(RequestColumns, NeedTheBodiesOfRequests) {
  EXPECT_GT(RequestColumns::needed(OneRecord(post("a=b", "2", "1")).view()),
            0u);
  EXPECT_EQ(RequestColumns::needed(OneRecord(answer("1")).view()), 0u);
  EXPECT_EQ(RequestColumns::needed(
                OneRecord(post("a=b", "2", "1", "ftp://e.org/")).view()),
            0u);
}

TEST(RequestColumns, KeepWhatFindsTheOtherRecord) {
  IndexOptions options = appending_requests();
  RequestColumns columns(options);
  PayloadReader payload(options.digest_form);
  PairedRecord slot;
  columns.read(OneRecord(post("a=b", "2", "1")).view(), payload, slot);
  EXPECT_TRUE(slot.is_request);
  EXPECT_FALSE(slot.is_answer);
  EXPECT_THAT(slot.concurrent_to, testing::ElementsAre("1"));
  EXPECT_EQ(slot.method, "POST");
  slot.clear();
  columns.read(OneRecord(answer("1")).view(), payload, slot);
  EXPECT_FALSE(slot.is_request);
  EXPECT_TRUE(slot.is_answer);
  EXPECT_EQ(slot.method, "");
}

TEST(RequestColumns, HaveMethodAndBodyInCdxj) {
  EXPECT_THAT(
      cdxj_text(answer("1") + post("a=b", "2", "1"), appending_requests()),
      HasSubstr("\"method\": \"POST\", \"requestBody\": \"a=b\", "));
}

TEST(RequestColumns, HaveTheMethodInUpperCaseAndOnce) {
  IndexOptions options = appending_requests();
  std::string archive =
      answer("1") + post("a=b", "2", "1", "http://example.org/", "post");
  EXPECT_THAT(cdxj_text(archive, options), HasSubstr("\"method\": \"POST\""));
  options.fields = {"method"};
  EXPECT_THAT(cdxj_text(archive, options),
              AllOf(HasSubstr("\"method\": \"post\""), Not(HasSubstr("POST"))));
}

TEST(RequestColumns, ChangeTheKeyForTheMethodsOfTheProfile) {
  const std::string url = "http://example.org/";
  const struct {
    const char* method;
    const char* pywb;
    const char* warcio;
  } kCases[] = {
      {"POST", "?__wb_method=post&a=b", "?__wb_method=post&a=b"},
      {"PUT", "?__wb_method=put&a=b", "?__wb_method=put&a=b"},
      {"PATCH", "?__wb_method=patch", ""},
      {"HEAD", "?__wb_method=head", ""},
      {"GET", "", ""},
  };
  for (const auto& c : kCases) {
    std::string bytes = answer("1") + post("a=b", "2", "1", url, c.method);
    EXPECT_EQ(cdx_text(bytes, appending_requests(), "N"),
              "org,example)/" + std::string(c.pywb) + "\n")
        << c.method;
    EXPECT_EQ(cdx_text(bytes, appending_requests("warcio"), "N"),
              "org,example)/" + std::string(c.warcio) + "\n")
        << c.method;
  }
}

TEST(RequestColumns, DoNotChangeTheKeyForFieldsAlone) {
  IndexOptions options;
  options.fields = {"method"};
  EXPECT_EQ(cdx_text(answer("1") + post("a=b", "2", "1"), options, "N"),
            "org,example)/\n");
}

TEST(RequestColumns, GiveTheRequestTheKeyOfItsResponse) {
  IndexOptions options = appending_requests();
  options.selection.all = true;
  EXPECT_EQ(cdx_text(post("a=b", "2", "1") + answer("1"), options, "N"),
            "org,example)/?__wb_method=post&a=b\n"
            "org,example)/?__wb_method=post&a=b\n");
}

TEST(RequestColumns, LeaveOutTheMarksOfReplay) {
  const std::string url = "http://example.org/WB_wombat_a";
  std::string bytes = answer("1", url) + post("WB_wombat_b=c", "2", "1", url);
  EXPECT_THAT(cdxj_text(bytes, appending_requests()),
              AllOf(StartsWith("org,example)/a?__wb_method=post&b=c"),
                    HasSubstr("\"requestBody\": \"WB_wombat_b=c")));
  // Without a body, too.
  std::string get = post("", "2", "1", url, "GET");
  EXPECT_THAT(
      cdxj_text(answer("1", url) + get, appending_requests()),
      AllOf(StartsWith("org,example)/a "), HasSubstr("\"method\": \"GET\"")));
  EXPECT_THAT(cdxj_text(bytes, appending_requests("warcio")),
              StartsWith("org,example)/wb_wombat_a?__wb_method=post"));
}

TEST(RequestColumns, DecodeChunkedBodiesWithoutALength) {
  auto key = [](const std::string& fields) {
    std::string request = request_record(
        "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n"
        "Content-Type: application/x-www-form-urlencoded\r\n" +
            fields + "\r\n3\r\na=b\r\n0\r\n\r\n",
        "2", "1");
    return cdx_text(answer("1") + request, appending_requests(), "N");
  };
  EXPECT_EQ(key(""), "org,example)/?__wb_method=post&a=b\n");
  EXPECT_EQ(key("Content-Length: 1\r\n"), "org,example)/?3&__wb_method=post\n");
}

TEST(RequestColumns, SayNothingOfRequestsThatAreNoHttp) {
  for (const char* block : {"", "\r\n", "POST", "POST\r\n\r\na=b"}) {
    EXPECT_EQ(cdx_text(answer("1") + request_record(block, "2", "1"),
                       appending_requests(), "N"),
              "org,example)/\n")
        << block;
  }
}

}  // namespace
}  // namespace wax::cdx
