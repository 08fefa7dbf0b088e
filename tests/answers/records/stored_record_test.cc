#include "answers/records/stored_record.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "answers/requests/message.h"
#include "answers/shards/shard_servers.h"
#include "index/store/limits.h"
#include "tests/serve/small_site.h"
#include "tests/serve/test_server.h"

namespace wax::answers {
namespace {

TEST(StoredRecord, ACaptureIsFoundNextToItsDateWithItsPlace) {
  serve::SmallSite small;
  auto cdx = open_cdx_files(small.holdings(), nullptr);
  NoProblems none;
  auto capture =
      find_capture(small.holdings(), cdx->files, cdx->url_key,
                   "http://example.org/0", "20070303", Wanted::kBody, none);
  ASSERT_TRUE(capture);
  EXPECT_EQ(capture->date, "20070302000000");
  EXPECT_EQ(capture->mime, "warc/revisit");
  EXPECT_EQ(capture->offset, 700U);
  EXPECT_FALSE(find_capture(small.holdings(), cdx->files, cdx->url_key,
                            "http://not.example/", "2007", Wanted::kBody,
                            none));
}

TEST(StoredRecord, TheOriginalOfARevisitHasItsBody) {
  serve::SmallSite small;
  auto cdx = open_cdx_files(small.holdings(), nullptr);
  NoProblems none;
  auto revisit =
      find_capture(small.holdings(), cdx->files, cdx->url_key,
                   "http://example.org/0", "20070302", Wanted::kBody, none);
  ASSERT_TRUE(revisit);
  DigestSearch digests{cdx->generations};
  auto original = find_original(small.holdings(), cdx->files, cdx->url_key,
                                *revisit, digests, none);
  ASSERT_TRUE(original);
  EXPECT_EQ(original->filename, "a.warc.gz");
  EXPECT_EQ(original->offset, 17U);
}

TEST(StoredRecord, NoMoreLinesAreReadForADigestThanMayBe) {
  serve::SmallSite small;
  auto cdx = open_cdx_files(small.holdings(), nullptr);
  NoProblems none;
  UrlCapture revisit;
  revisit.digest = std::string(32, 'Z');
  DigestSearch digests{cdx->generations};
  digests.lines = 0;
  EXPECT_FALSE(original_elsewhere(small.holdings(), cdx->files, cdx->url_key,
                                  revisit, digests, none));
  EXPECT_EQ(digests.lines, 0U);
}

// With a shard that gives each search this answer.
std::vector<std::string> found_by_digest(int status, const std::string& body) {
  ShardFacts facts;
  facts.name = "c";
  facts.has_text = true;
  facts.fields.all = {"digest"};
  const serve::TestServer shard([&](const Request& request) {
    const bool is_search = request.path != "/api/shard/facts";
    Response response;
    response.status = is_search ? status : 200;
    response.body = is_search ? body : encoded(facts);
    return response;
  });
  const auto servers = std::make_shared<ShardServers>(ShardOptions{
      .urls = {"http://127.0.0.1:" + std::to_string(shard.port())}});
  auto generation = std::make_shared<Generation>();
  generation->shards = std::make_shared<ShardSession>(servers);
  serve::SmallSite small;
  auto cdx = open_cdx_files(small.holdings(), nullptr);
  NoProblems none;
  UrlCapture revisit;
  revisit.digest = std::string(32, 'A');
  DigestSearch digests{{generation}};
  const auto original = original_elsewhere(
      small.holdings(), cdx->files, cdx->url_key, revisit, digests, none);
  return original ? std::vector{original->filename}
                  : std::vector<std::string>();
}

TEST(StoredRecord, ALimitIsToldAsALimitAndDamageLeavesTheLines) {
  EXPECT_THROW((void)found_by_digest(413, "Too much memory."),
               index::TooMuchMemory);
  EXPECT_THROW((void)found_by_digest(200, "no answer of a shard"), NoShards);
  EXPECT_EQ(found_by_digest(400, "There is no full text."),
            std::vector<std::string>{"a.warc.gz"});
}

TEST(StoredRecord, WhatCannotBeOpenedSaysWhy) {
  serve::SmallSite small;
  UrlCapture capture;
  RecordFailure why;
  EXPECT_EQ(open_record(small.holdings(), capture, why), nullptr);
  EXPECT_EQ(why.text, "The index names no record of this capture.");
  capture.offset = 0;
  capture.filename = "a.warc.gz";
  EXPECT_EQ(open_record(small.holdings(), capture, why), nullptr);
  EXPECT_NE(why.text.find("a.warc.gz"), std::string::npos);
}

TEST(StoredRecord, OnlyTheFirstProblemOfARecordIsTold) {
  serve::SmallSite small;
  std::vector<std::string> told;
  small.holdings().report = [&told](std::string_view text) {
    told.emplace_back(text);
  };
  RecordReport problems(small.holdings());
  Problem note;
  note.severity = Severity::kNote;
  problems.report(note);
  Problem problem;
  problem.severity = Severity::kWarning;
  problem.file = "a";
  problem.id = "b";
  problem.text = "c";
  problems.report(problem);
  problems.report(problem);
  EXPECT_EQ(told, std::vector<std::string>{"a: b: c"});
}

}  // namespace
}  // namespace wax::answers
