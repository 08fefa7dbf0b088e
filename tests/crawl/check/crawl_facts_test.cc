#include "crawl/check/crawl_facts.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/support/archives.h"
#include "tests/support/temp_dir.h"

namespace wax::crawl {
namespace {

std::string response(const std::string& url, const std::string& block,
                     const std::string& more = {},
                     const std::string& type = "response") {
  tests::WarcFields fields;
  fields.type = type;
  fields.uri = url;
  fields.more = more;
  if (type == "resource") fields.content_type = "text/plain";
  return tests::warc_record(block, fields);
}

TEST(CrawlFacts, AreThoseOfRecords) {
  const tests::TempDir folder;
  const std::string head = "HTTP/1.1 200 OK\r\nContent-Length: 50\r\n";
  const std::string path = folder.write(
      "a.warc",
      response("http://a.example/",
               tests::http_response("<img src=x.png>some words")) +
          response("http://a.example/cut", head + "\r\nshort") +
          response("http://a.example/asked", head + "\r\n") +
          response("http://a.example/asked", "HEAD / HTTP/1.1\r\n\r\n", "",
                   "request") +
          response("http://a.example/coded",
                   head + "Content-Encoding: x-any\r\n\r\nshort") +
          response("http://a.example/time", tests::http_response("x"),
                   "WARC-Truncated: time\r\n") +
          response("http://a.example/in",
                   "HTTP/1.1 302 Found\r\nLocation: /login\r\n\r\n") +
          response("urn:text:http://a.example/", "three words here", "",
                   "resource") +
          response("urn:pageinfo:http://a.example/",
                   R"({"urls":{"http://a.example/y":{"status":200}}})", "",
                   "resource"));
  tests::Problems problems;
  CrawlFacts facts = read_crawl(path, problems);
  EXPECT_TRUE(problems.all.empty());
  EXPECT_EQ(facts.records, 9U);
  EXPECT_EQ(facts.captured.size(), 6U);
  ASSERT_EQ(facts.pages.size(), 2U);
  EXPECT_EQ(facts.pages[0].words, 2U);
  EXPECT_EQ(facts.pages[0].needs.size(), 1U);
  ASSERT_EQ(facts.cut.size(), 2U);
  EXPECT_EQ(facts.cut[0].detail, "5 of 50 bytes are there");
  EXPECT_EQ(facts.cut[1].detail, "cut by the crawler: time");
  ASSERT_EQ(facts.redirects.size(), 1U);
  EXPECT_EQ(facts.redirects[0].look, PageLook::kLogin);
  ASSERT_EQ(facts.texts.size(), 1U);
  EXPECT_EQ(facts.texts[0].words, 3U);
  ASSERT_EQ(facts.asked.size(), 1U);
  EXPECT_EQ(facts.asked[0].page, "http://a.example/");
  CrawlFacts both;
  both.add(facts);
  both.add(std::move(facts));
  EXPECT_EQ(both.pages.size(), 4U);
  EXPECT_EQ(both.captured.size(), 6U);
}

TEST(CrawlFacts, OfADamagedRecordSayThatItIsCut) {
  const tests::TempDir folder;
  std::string archive =
      response("http://a.example/",
               "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\nsome words");
  archive.resize(archive.size() - 8);
  tests::Problems problems;
  const CrawlFacts facts =
      read_crawl(folder.write("a.warc", archive), problems);
  ASSERT_EQ(facts.cut.size(), 1U);
  EXPECT_EQ(facts.cut[0].detail, "the record is damaged");
}

// Pages that repeat their path are read in one pass.
TEST(CrawlFacts, OfPagesThatNameTheirPathsAlone) {
  std::string archive;
  for (const std::string path : {"/a", "/b"}) {
    std::string body = "gone";
    for (int i = 0; i < 1'000'000; ++i) body += path;
    archive += response("http://a.example" + path, tests::http_response(body));
  }
  const tests::TempDir folder;
  tests::Problems problems;
  const CrawlFacts facts =
      read_crawl(folder.write("a.warc", archive), problems);
  ASSERT_EQ(facts.pages.size(), 2U);
  EXPECT_EQ(facts.pages[0].text_hash, facts.pages[1].text_hash);
}

TEST(WordSketch, TellsHowAlikeTextsAre) {
  std::string text;
  std::string half;
  for (int i = 0; i < 600; ++i) {
    text += "w" + std::to_string(i) + ' ';
    half += (i % 2 == 0 ? "w" : "v") + std::to_string(i) + ' ';
  }
  EXPECT_EQ(likeness(sketch_of(text), sketch_of(text)), 1);
  EXPECT_NEAR(likeness(sketch_of(text), sketch_of(half)), 1.0 / 3, 0.15);
  EXPECT_EQ(likeness(sketch_of("a b"), sketch_of("c d")), 0);
  EXPECT_EQ(likeness({}, {}), 1);
}

}  // namespace
}  // namespace wax::crawl
