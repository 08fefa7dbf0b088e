#include "crawl/feeds/feed_items.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "text/utf8.h"

namespace wax::crawl {
namespace {

struct ReadFeed {
  FeedSummary summary;
  std::vector<std::string> items;  // "url date title"
};

ReadFeed read(std::string_view bytes,
              std::string_view url = "http://e.org/feed") {
  ReadFeed feed;
  feed.summary = read_feed_items(bytes, url, [&](FeedItem& item) {
    feed.items.push_back(item.url + ' ' + item.date + ' ' + item.title);
  });
  return feed;
}

using Items = std::vector<std::string>;

TEST(FeedItems, OfRss) {
  ReadFeed feed = read(R"(
<?xml version="1.0"?>
<rss version="2.0" xmlns:dc="x" xmlns:feedburner="y" xmlns:content="z"><channel>
<title>News &amp; more</title><link>http://e.org/</link>
<image><title>logo</title><url>http://e.org/logo.png</url></image>
<item><title>&lt;b&gt;One&lt;/b&gt; &amp;amp; two</title>
  <link> /1#top </link><pubDate>Wed, 14 Jul 2010 10:34:08 +0200</pubDate></item>
<item><title>Two</title><guid>http://e.org/2</guid>
  <dc:date>2010-07-14T08:00:00Z</dc:date></item>
<item><title>Three</title><link>http://proxy.example/x</link>
  <guid isPermaLink="false">id3</guid>
  <feedburner:origLink>http://e.org/3</feedburner:origLink>
  <pubDate>Tue, 10 Jun 2003 04:00:00 EST</pubDate></item>
<item><title>no link</title></item>
<item><link>http://e.org/4</link><pubDate>yesterday</pubDate>
  <media:group><title>not this</title></media:group></item>
</channel></rss>)");
  EXPECT_EQ(name(feed.summary.kind), "rss");
  EXPECT_EQ(feed.summary.title, "News & more");
  EXPECT_TRUE(feed.summary.whole);
  EXPECT_EQ(feed.items,
            (Items{"http://e.org/1 20100714083408 One & two",
                   "http://e.org/2 20100714080000 Two",
                   "http://e.org/3 20030610090000 Three", "http://e.org/4  "}));
}

TEST(FeedItems, AnIdIsALinkOnlyIfItIsAUrl) {
  ReadFeed feed = read(
      "<rss><channel><item><guid>post-17</guid></item>"
      "<item><guid isPermaLink='false'>http://e.org/no</guid></item>"
      "<item><guid>http://e.org/yes</guid></item></channel></rss>");
  EXPECT_EQ(feed.items, Items{"http://e.org/yes  "});
  EXPECT_EQ(feed.summary.without_url, 2U);
  feed = read(R"({"version":"https://jsonfeed.org/version/1.1","items":[
      {"id":"http://e.org/1"},{"id":"2"},
      {"id":"http://e.org/id3","external_url":"http://e.org/3"}]})");
  EXPECT_EQ(feed.items, (Items{"http://e.org/1  ", "http://e.org/3  "}));
  EXPECT_EQ(feed.summary.without_url, 1U);
}

TEST(FeedItems, ReferencesAreResolvedByXmlBase) {
  ReadFeed feed = read(
      "<feed xmlns='http://www.w3.org/2005/Atom' xml:base='/x/'><entry>"
      "<link href='y'/></entry><entry xml:base='http://c.example/'>"
      "<link href='z'/></entry><entry xml:base='sub/'><link href='z'/></entry>"
      "<entry><link xml:base='http://d.example/' href='z'/></entry></feed>");
  EXPECT_EQ(feed.items,
            (Items{"http://e.org/x/y  ", "http://c.example/z  ",
                   "http://e.org/x/sub/z  ", "http://d.example/z  "}));
  feed = read(
      "<rss><channel xml:base='http://b.example/'><item><link>1</link></item>"
      "</channel></rss>");
  EXPECT_EQ(feed.items, Items{"http://b.example/1  "});
}

TEST(FeedItems, OfNewsAndTextSitemaps) {
  ReadFeed feed = read(
      "<urlset><url><loc>http://e.org/1</loc><lastmod>2026-02-02</lastmod>"
      "<image:image><image:title>no</image:title></image:image>"
      "<news:news><news:publication><news:name>N</news:name>"
      "</news:publication><news:publication_date>2026-01-02</news:publication_"
      "date><news:title>One</news:title></news:news></url></urlset>");
  EXPECT_EQ(feed.items, Items{"http://e.org/1 20260102000000 One"});
  feed = read("http://e.org/1\r\n\nno URL\nhttp://e.org/2",
              "http://e.org/sitemap_news.txt?x");
  EXPECT_EQ(feed.items, (Items{"http://e.org/1  ", "http://e.org/2  "}));
  EXPECT_EQ(feed.summary.without_url, 1U);
  EXPECT_EQ(name(feed.summary.kind), "sitemap");
  EXPECT_EQ(name(read("no URL", "http://e.org/sitemap.txt").summary.kind), "");
}

TEST(FeedItems, ListsOfUrlsBeginWithOneAndMayHaveNamesOfSitemaps) {
  EXPECT_TRUE(begins_like_url_list("\xEF\xBB\xBF\n HTTPS://e.org/"));
  for (const char* other : {"", "see http://e.org/", "http:", "<a>http://e/"}) {
    EXPECT_FALSE(begins_like_url_list(other)) << other;
  }
  EXPECT_TRUE(is_text_sitemap("http://e.org/a/Sitemap2.txt.gz?x#y"));
  EXPECT_FALSE(is_text_sitemap("http://e.org/sitemap.txt/urls.txt"));
  EXPECT_FALSE(is_text_sitemap("http://e.org/sitemap.xml"));
}

TEST(FeedItems, OfRdf) {
  ReadFeed feed = read(
      "<rdf:RDF xmlns:rdf='r'><channel rdf:about='http://e.org/'><title>T"
      "</title></channel><item rdf:about='http://e.org/1'><title>One</title>"
      "<link>http://e.org/1</link><dc:date>2003-01</dc:date></item></rdf:RDF>");
  EXPECT_EQ(name(feed.summary.kind), "rss");
  EXPECT_EQ(feed.items, Items{"http://e.org/1 20030101000000 One"});
}

TEST(FeedItems, OfAtom) {
  ReadFeed feed = read(
      "<feed xmlns='http://www.w3.org/2005/Atom'><title type='html'>A "
      "&lt;i&gt;b"
      "</title><link href='/'/>"
      "<entry><title type='xhtml'><div>One <b>two</b></div></title>"
      "<link rel='edit' href='/e'/><link rel='alternate' href='1?a=1&amp;b=2'/>"
      "<id>urn:x</id><updated>2010-07-15T00:00:00Z</updated>"
      "<published>2010-07-14T23:30:00-01:00</published></entry>"
      "<entry><title>Two</title><link href='http://e.org/2'/>"
      "<updated>2010-07-15</updated></entry></feed>",
      "http://e.org/a/feed.xml");
  EXPECT_EQ(name(feed.summary.kind), "atom");
  EXPECT_EQ(feed.summary.title, "A b");
  EXPECT_EQ(feed.items,
            (Items{"http://e.org/a/1?a=1&b=2 20100715003000 One two",
                   "http://e.org/2 20100715000000 Two"}));
}

TEST(FeedItems, OfJson) {
  ReadFeed feed = read(
      "\xEF\xBB\xBF {\"version\": \"https://jsonfeed.org/version/1.1\", "
      "\"title\": \"T\\u00e9\", \"items\": [{\"id\": \"1\", \"url\": "
      "\"http:\\/\\/e.org\\/1\", \"title\": \"One\", \"date_published\": "
      "\"2020-01-02T03:04:05+01:00\"}, {\"external_url\": \"/2\", "
      "\"date_modified\": \"2020-01-03\"}, {\"id\": \"3\"}]}");
  EXPECT_EQ(name(feed.summary.kind), "json");
  EXPECT_EQ(feed.summary.title, "Té");
  EXPECT_TRUE(feed.summary.whole);
  EXPECT_EQ(feed.items, (Items{"http://e.org/1 20200102020405 One",
                               "http://e.org/2 20200103000000 "}));
}

TEST(FeedItems, OfSitemaps) {
  ReadFeed map = read(
      "<urlset xmlns='s' xmlns:image='i'><url><loc>http://e.org/a?b&amp;c</loc>"
      "<lastmod>2020-05</lastmod><image:image><image:loc>http://e.org/i.png"
      "</image:loc></image:image></url><url><loc>\nhttp://e.org/b\n</loc></url>"
      "</urlset>");
  EXPECT_EQ(name(map.summary.kind), "sitemap");
  EXPECT_EQ(map.items,
            (Items{"http://e.org/a?b&c 20200501000000 ", "http://e.org/b  "}));
  ReadFeed index = read(
      "<sitemapindex><sitemap><loc>http://e.org/s1.xml.gz</loc><lastmod>"
      "2020-05-06T07:08:09+00:00</lastmod></sitemap></sitemapindex>");
  EXPECT_EQ(name(index.summary.kind), "sitemap-index");
  EXPECT_EQ(index.items, Items{"http://e.org/s1.xml.gz 20200506070809 "});
}

TEST(FeedItems, OfWhatIsNoFeedAreNone) {
  for (const char* text :
       {"", "<html><item><link>http://e.org/</link></item>", "{}",
        "{\"items\": [{\"url\": \"http://e.org/\"}]}", "text", "<"}) {
    ReadFeed feed = read(text);
    EXPECT_EQ(feed.summary.kind, FeedKind::kNone) << text;
    EXPECT_TRUE(feed.items.empty()) << text;
  }
}

// Cut anywhere, the items before the cut are there.
TEST(FeedItems, OfADamagedFeedAreThoseBeforeTheDamage) {
  const std::string whole =
      "<rss><channel><item><link>http://e.org/1</link></item>"
      "<item><link>http://e.org/2</link></item></channel></rss>";
  for (size_t size = 0; size < whole.size(); ++size) {
    ReadFeed feed = read(whole.substr(0, size));
    const size_t first = whole.find("</item>") + 7;
    const size_t second = whole.rfind("</item>") + 7;
    EXPECT_EQ(feed.items.size(), size >= second  ? 2U
                                 : size >= first ? 1U
                                                 : 0U)
        << size;
    EXPECT_FALSE(feed.summary.whole) << size;
  }
  EXPECT_TRUE(read(whole).summary.whole);
  ReadFeed latin = read(
      "<?xml version='1.0' encoding='iso-8859-1'?><rss><channel><item><title>"
      "caf\xE9</title><link>http://e.org/1</link></item></channel></rss>");
  EXPECT_EQ(latin.items, Items{"http://e.org/1  café"});
}

TEST(FeedItems, OfJsonThatIsNotUtf8) {
  ReadFeed feed = read(
      R"({"version":"https://jsonfeed.org/version/1","items":[{"url":"/a",)"
      "\"title\":\"\xE9\"},{\"url\":\"/b\",\"title\":\"\\ud800x\"}]}");
  ASSERT_EQ(feed.items.size(), 2U);
  EXPECT_TRUE(feed.items[0].ends_with("\xEF\xBF\xBD")) << feed.items[0];
  EXPECT_TRUE(text::is_utf8(feed.items[1])) << feed.items[1];
}

}  // namespace
}  // namespace wax::crawl
