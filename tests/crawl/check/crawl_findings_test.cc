#include "crawl/check/crawl_findings.h"

#include <gtest/gtest.h>

#include <string>

#include "cdx/url/url_key.h"

namespace wax::crawl {
namespace {

CrawlPage page_of(const std::string& url, uint64_t words, uint64_t hash,
                  const std::string& date = "20260101000000") {
  CrawlPage page;
  page.url = url;
  page.key = cdx::url_key(cdx::UrlKeyKind::kSurt, url);
  page.date = date;
  page.status = 200;
  page.words = words;
  page.text_hash = hash;
  page.simhash = hash;
  for (uint64_t i = 0; i < words; ++i) {
    page.sketch.push_back(static_cast<uint32_t>(hash * 1000 + i));
  }
  return page;
}

ShownText text_of(const CrawlPage& page, uint64_t words, uint64_t hash) {
  const CrawlPage same = page_of(page.url, words, hash);
  return {page.key, page.date, words, same.sketch};
}

std::string found_in(const CrawlFacts& crawl, const CrawlFacts& before = {}) {
  std::string found;
  for (const Finding& finding : find_faults(crawl, before)) {
    found += name(finding.kind);
    found += ' ' + finding.url + '|';
  }
  return found;
}

TEST(CrawlFindings, HaveWhatIsMissingOnce) {
  CrawlFacts crawl;
  for (const char* url : {"http://a.example/1", "http://a.example/2"}) {
    crawl.pages.push_back(page_of(url, 300, url[17]));
    crawl.pages.back().needs = {{Part::kImage, {"http://a.example/x.png"}},
                                {Part::kStyle, {"http://a.example/there.css"}}};
  }
  crawl.captured.insert(key_hash("example,a)/there.css"));
  crawl.asked.push_back(
      {"http://a.example/1", "", {{Part::kOther, {"http://b.example/y"}}}});
  const std::vector<Finding> findings = find_faults(crawl, {});
  ASSERT_EQ(findings.size(), 2U);
  EXPECT_EQ(findings[0].url, "http://a.example/x.png");
  EXPECT_EQ(findings[0].count, 2U);
  EXPECT_EQ(findings[0].part, "image");
  EXPECT_EQ(findings[0].page, "http://a.example/1");
  EXPECT_EQ(findings[1].host, "b.example");
  std::string json;
  append_json(findings[0], json);
  EXPECT_EQ(json,
            "{\"kind\":\"missing\",\"host\":\"a.example\",\"part\":\"image\","
            "\"url\":\"http://a.example/x.png\",\"date\":\"20260101000000\","
            "\"page\":\"http://a.example/1\",\"count\":2,"
            "\"detail\":\"no record\"}");
  const auto again = read_finding(json);
  ASSERT_TRUE(again);
  std::string twice;
  append_json(*again, twice);
  EXPECT_EQ(twice, json);
  for (const char* other :
       {"", "{}", "[]", "{\"kind\":\"missing\"}",
        "{\"kind\":\"other\",\"count\":1}",
        "{\"kind\":\"missing\",\"count\":-1}"}) {
    EXPECT_FALSE(read_finding(other)) << other;
  }
}

TEST(CrawlFindings, HaveSoftErrors) {
  CrawlFacts crawl;
  crawl.pages = {page_of("http://a.example/gone", 50, 0xff),
                 page_of("http://a.example/x", 55, 0xfe),
                 page_of("http://b.example/x", 55, 0xfe),
                 page_of("http://c.example/1", 80, 7),
                 page_of("http://c.example/2", 80, 7),
                 page_of("http://c.example/3", 80, 7),
                 page_of("http://d.example/1?a", 80, 7),
                 page_of("http://d.example/1?b", 80, 7),
                 page_of("http://d.example/2", 80, 7),
                 page_of("http://e.example/", 900, 9),
                 page_of("http://e.example/1", 900, 9),
                 page_of("http://e.example/2", 900, 9)};
  crawl.pages[0].status = 404;
  EXPECT_EQ(found_in(crawl),
            "soft-404 http://a.example/x|soft-404 http://c.example/1|"
            "soft-404 http://c.example/2|soft-404 http://c.example/3|"
            "soft-404 http://e.example/1|soft-404 http://e.example/2|");
}

TEST(CrawlFindings, HavePagesThatLostWords) {
  CrawlFacts crawl;
  CrawlFacts before;
  const std::string url = "http://a.example/";
  crawl.pages = {page_of(url + "1", 40, 1), page_of(url + "2", 60, 2),
                 page_of(url + "3", 90, 3, "20250101000000"),
                 page_of(url + "3", 20, 4), page_of(url + "4", 10, 5)};
  before.pages = {page_of(url + "1", 100, 6), page_of(url + "2", 100, 7),
                  page_of(url + "4", 40, 8)};
  EXPECT_EQ(found_in(crawl, before),
            "shrunk http://a.example/1|shrunk http://a.example/3|");
  crawl.pages[0].look = PageLook::kLogin;
  EXPECT_EQ(found_in(crawl, before),
            "login http://a.example/1|shrunk http://a.example/3|");
}

TEST(CrawlFindings, HaveTextsThatDiffer) {
  CrawlFacts crawl;
  const std::string url = "http://a.example/";
  crawl.pages = {page_of(url + "1", 100, 1), page_of(url + "2", 100, 2),
                 page_of(url + "3", 100, 3), page_of(url + "4", 2, 4),
                 page_of(url + "5", 2, 5),   page_of(url + "6", 2, 6)};
  for (size_t i = 3; i < 6; ++i) crawl.pages[i].is_shell = true;
  crawl.texts = {text_of(crawl.pages[0], 40, 1),
                 text_of(crawl.pages[1], 100, 9),
                 text_of(crawl.pages[2], 100, 3),
                 text_of(crawl.pages[3], 90, 9), text_of(crawl.pages[4], 0, 9)};
  EXPECT_EQ(found_in(crawl),
            "other-text http://a.example/1|other-text http://a.example/2|"
            "no-text http://a.example/5|no-text http://a.example/6|");
}

}  // namespace
}  // namespace wax::crawl
