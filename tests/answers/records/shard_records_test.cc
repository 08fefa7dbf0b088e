#include "answers/records/shard_records.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "io/error.h"
#include "tests/serve/joined_archives.h"
#include "warc/reader/reader.h"

namespace wax::answers {
namespace {

using testing::ElementsAre;

std::string digest(char c) { return std::string(32, c); }

// Records that need each other, of both shards, in all kinds of archives.
void fill(serve::JoinedArchives& site) {
  site.add(0, "http://a.org/", "20050101000000",
           {.body = "heron <img src=http://b.org/i.gif>"
                    "<link rel=stylesheet href=s.css>"
                    "<img src=http://b.org/away>",
            .digest = digest('B'),
            .has_request = true,
            .names_info = true});
  site.add(0, "http://a.org/s.css", "20050101000000",
           {.content_type = "text/css",
            .body = "b{c:url(//b.org/j.gif)}",
            .digest = digest('C'),
            .is_in_index = false});
  site.add(1, "http://b.org/", "20050601000000",
           {.body = "grey heron", .digest = digest('D'), .has_request = true});
  site.add(1, "http://b.org/orig", "20040101000000",
           {.body = "heron orig", .digest = digest('E'), .names_info = true});
  site.add(0, "http://a.org/again", "20060101000000",
           {.type = "revisit",
            .body = "",
            .digest = digest('E'),
            .more = "WARC-Refers-To-Target-URI: http://b.org/orig\r\n"
                    "WARC-Refers-To-Date: 2004-01-01T00:00:00Z\r\n"});
  site.add(0, "http://a.org/by-digest", "20060101000000",
           {.type = "revisit", .body = "", .digest = digest('D')});
  site.add(1, "http://a.org/", "20070101000000",
           {.type = "revisit", .body = "", .digest = digest('B')});
  for (const char* name : {"i.gif", "j.gif"}) {
    site.add_arc(1, "b.arc.gz", std::string("http://b.org/") + name,
                 "20050101000000",
                 {.content_type = "image/gif",
                  .body = name,
                  .digest = digest(*name == 'i' ? 'F' : 'G')});
  }
  for (size_t shard : {0, 1}) {
    site.add(shard, "http://same.org/" + std::to_string(shard),
             "20050101000000",
             {.body = "heron " + std::to_string(shard),
              .digest = digest(shard == 0 ? 'H' : 'I'),
              .archive = "same.warc.gz"});
  }
}

// A file states the second in which it is made.
void expect_same(const serve::JoinedArchives& site, const std::string& target) {
  constexpr int kTries = 5;
  for (int tries = 1;; ++tries) {
    const tests::HttpAnswer whole = site.whole(target);
    const tests::HttpAnswer front = site.front(target);
    ASSERT_EQ(whole.status, 200) << target << whole.body;
    if (whole.body != front.body && tries < kTries) continue;
    EXPECT_EQ(front.status, whole.status) << target;
    EXPECT_TRUE(front.body == whole.body)
        << target << ": " << whole.body.size() << ' ' << front.body.size();
    EXPECT_EQ(front.trailers, whole.trailers) << target;
    for (const char* header : {"content-type", "content-disposition"}) {
      EXPECT_EQ(front.header(header), whole.header(header)) << target;
    }
    return;
  }
}

std::vector<std::string> targets() {
  std::vector<std::string> all;
  for (const char* format : {"warc", "wacz"}) {
    for (const char* what :
         {"query=heron", "query=heron&collapse=site", "query=grey+heron",
          "query=nothing", "url=a.org", "url=a.org&from=2006",
          "url=http://b.org/i.gif", "url=none.org", "website=*.org&date=2006",
          "website=a.org&date=2006", "website=http://a.org/a&date=2010"}) {
      all.push_back(std::string("/api/export?format=") + format + "&" + what);
    }
  }
  return all;
}

TEST(ShardRecords, ExportsAreThoseOfOneServer) {
  serve::JoinedArchives site;
  fill(site);
  site.serve();
  for (const std::string& target : targets()) expect_same(site, target);
}

TEST(ShardRecords, CapturesOfTheFullTextAloneAreThoseOfOneServer) {
  serve::JoinedArchives site;
  fill(site);
  site.leave_out_lines();
  site.serve();
  expect_same(site, "/api/export?format=warc&query=heron");
  expect_same(site, "/api/export?format=wacz&query=heron");
}

TEST(ShardRecords, WhatCannotBeReadIsCountedAsOneServerDoes) {
  serve::JoinedArchives site;
  fill(site);
  site.add(0, "http://lost.org/", "20050101000000",
           {.digest = digest('J'), .archive = "lost.warc.gz"});
  site.lose(0, "lost.warc.gz");
  site.add(1, "http://lost.org/cut", "20050101000000",
           {.body = std::string(9999, 'x') + " heron",
            .digest = digest('K'),
            .archive = "cut.warc.gz"});
  site.cut(1, "cut.warc.gz", 20);
  site.serve();
  for (const std::string& target : targets()) expect_same(site, target);
  EXPECT_EQ(site.front("/api/export?format=warc&website=lost.org&date=2005")
                .trailers.at("wax-incomplete"),
            "2 captures have no records that can be read here");
}

TEST(ShardRecords, AShardThatGoesIsNamedAndItsCapturesAreCounted) {
  serve::JoinedArchives site;
  fill(site);
  site.serve();
  const std::string name = site.stop_shard(1);
  const tests::HttpAnswer answer =
      site.front("/api/export?format=warc&query=heron");
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ(answer.trailers.at("wax-incomplete"), name + " did not answer");
  const tests::HttpAnswer url =
      site.front("/api/export?format=warc&url=a.org&from=2005");
  EXPECT_EQ(url.trailers.at("wax-incomplete"), name + " did not answer");
}

TEST(ShardRecords, BodiesOfRevisitsComeFromTheShardThatHasThem) {
  serve::JoinedArchives site;
  fill(site);
  site.serve();
  for (const char* target : {"/raw/20060101000000id_/http://a.org/again",
                             "/raw/20060101000000id_/http://a.org/by-digest",
                             "/raw/20050101000000id_/http://a.org/",
                             "/raw/20070101000000id_/http://a.org/",
                             "/raw/20050101000000id_/http://b.org/i.gif",
                             "/raw/20050101000000rec_/http://b.org/i.gif",
                             "/raw/20060101000000hd_/http://a.org/again"}) {
    EXPECT_EQ(site.front(target).body, site.whole(target).body) << target;
    EXPECT_EQ(site.front(target).status, 200) << target;
  }
  const std::string resolved =
      "/cdx?url=a.org/*&resolveRevisits=true&output=json";
  EXPECT_EQ(site.front(resolved).body, site.whole(resolved).body);
  EXPECT_NE(site.front(resolved).body.find("\"orig.filename\": \"s1.warc.gz\""),
            std::string::npos)
      << site.front(resolved).body;
}

TEST(ShardRecords, ARecordLargerThanMemoryIsSent) {
  serve::JoinedArchives site;
  std::string body = "heron ";
  body.append(io::Spool::kMemory + 1000, 'x');
  site.add(1, "http://large.org/", "20050101000000",
           {.body = body, .is_in_index = false});
  site.serve();
  expect_same(site, "/api/export?format=warc&url=large.org");
}

TEST(ShardRecords, AreAskedForByTheirCaptures) {
  serve::JoinedArchives site;
  fill(site);
  site.serve();
  ShardOptions options;
  for (size_t n : {0, 1}) {
    options.urls.push_back("http://127.0.0.1:" +
                           std::to_string(site.shard(n).port()));
  }
  ShardSession session(std::make_shared<const ShardServers>(options));
  UrlCapture capture;
  capture.urlkey = "org,b)/i.gif";
  capture.url = "http://b.org/i.gif";
  capture.date = "20050101000000";
  capture.digest = digest('F');
  capture.filename = "b.arc.gz";
  capture.offset = tests::gzip_member(tests::arc_filedesc("b.arc.gz")).size();
  SentRecord record = ask_for_record(session, capture);
  ASSERT_NE(record.bytes, nullptr) << record.why;
  EXPECT_TRUE(record.is_of_arc);
  EXPECT_EQ(session.likely(), 1U);
  tests::Problems problems;
  auto reader = warc::open_archive(
      io::open_spool(std::move(record.bytes), "sent"), problems);
  warc::Record one;
  ASSERT_TRUE(reader->go_to(record.offset));
  ASSERT_TRUE(reader->next(one));
  EXPECT_EQ(one.target_uri, "http://b.org/i.gif");
  capture.digest = digest('A');
  EXPECT_EQ(ask_for_record(session, capture).bytes, nullptr);
  EXPECT_EQ(ask_for_record(session, capture).why,
            "No shard has a record of this capture.");
}

TEST(ShardRecords, CapturesAreReadAsTheyWereWritten) {
  UrlCapture capture;
  capture.url = "http://a.org/\xff";
  capture.is_revisit = true;
  capture.offset = 7;
  const UrlCapture read = decoded_capture(encoded(capture));
  EXPECT_EQ(read.offset, 7U);
  EXPECT_EQ(read.length, std::nullopt);
  EXPECT_EQ(read.url, capture.url);
  EXPECT_TRUE(read.is_revisit);
  EXPECT_THROW((void)decoded_capture("\x81"), FormatError);
}

}  // namespace
}  // namespace wax::answers
