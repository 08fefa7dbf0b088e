#include "cdx/indexer/request_pairs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/cdx/index_text.h"
#include "tests/cdx/indexer/one_record.h"
#include "tests/cdx/indexer/post_records.h"

namespace wax::cdx {
namespace {

enum class Kind { kRequest, kAnswer, kOther };

// The record that one belongs to, by its id; empty for none.
std::string add(RequestPairs& pairs, Kind kind, const std::string& id,
                const std::string& concurrent_to,
                const std::string& url = "http://a/") {
  PairedRecord* record = pairs.room();
  if (record == nullptr) return "no room";
  record->clear();
  record->is_request = kind == Kind::kRequest;
  record->is_answer = kind == Kind::kAnswer;
  record->capture.record_id = id;
  record->capture.url = url;
  if (!concurrent_to.empty()) record->concurrent_to = {"other", concurrent_to};
  PairedRecord* found = pairs.add();
  if (found == nullptr) return "";
  EXPECT_TRUE(found->paired && record->paired);
  return found->capture.record_id;
}

TEST(RequestPairs, AreFoundByTheIdInEitherRecord) {
  RequestPairs pairs(8);
  EXPECT_EQ(add(pairs, Kind::kRequest, "q1", ""), "");
  EXPECT_EQ(add(pairs, Kind::kAnswer, "a1", "q1"), "q1");
  EXPECT_EQ(add(pairs, Kind::kAnswer, "a2", ""), "");
  EXPECT_EQ(add(pairs, Kind::kRequest, "q2", "a2"), "a2");
}

TEST(RequestPairs, AreARequestAndAResponseOfTheSameUrl) {
  RequestPairs pairs(8);
  EXPECT_EQ(add(pairs, Kind::kRequest, "q1", ""), "");
  EXPECT_EQ(add(pairs, Kind::kRequest, "q2", "q1"), "");
  EXPECT_EQ(add(pairs, Kind::kOther, "o", "q1"), "");
  EXPECT_EQ(add(pairs, Kind::kAnswer, "a", "q1", "http://b/"), "");
  EXPECT_EQ(add(pairs, Kind::kAnswer, "a", "nobody"), "");
}

TEST(RequestPairs, AreTheNearestTwoRecords) {
  RequestPairs pairs(8);
  EXPECT_EQ(add(pairs, Kind::kRequest, "q", ""), "");
  EXPECT_EQ(add(pairs, Kind::kRequest, "q", ""), "");
  EXPECT_EQ(add(pairs, Kind::kAnswer, "a1", "q"), "q");
  EXPECT_FALSE(pairs.take()->paired);
  EXPECT_TRUE(pairs.take()->paired);
  EXPECT_EQ(add(pairs, Kind::kAnswer, "a2", "q"), "");
}

// All are given back in their order, and the last that was taken stays.
TEST(RequestPairs, AreKeptInAWindow) {
  RequestPairs pairs(4);
  EXPECT_EQ(pairs.take(), nullptr);
  int added = 0;
  int taken = 0;
  for (int round = 0; round < 20; ++round) {
    while (add(pairs, Kind::kOther, std::to_string(added), "") != "no room") {
      ++added;
    }
    EXPECT_EQ(added - taken, 3);
    PairedRecord* oldest = pairs.take();
    ASSERT_NE(oldest, nullptr);
    add(pairs, Kind::kOther, std::to_string(added++), "");
    EXPECT_EQ(oldest->capture.record_id, std::to_string(taken++));
  }
}

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
