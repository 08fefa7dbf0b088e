#include "document/page/field_reader.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "document/html/html_tree.h"
#include "document/text/url_reference.h"
#include "text/utf8.h"

namespace wax::document {
namespace {

Document fields_of(std::string_view page, std::string_view language = {}) {
  HtmlTree tree;
  Document fields;
  read_fields(page, {"http://example.org/dir/page.html", language}, tree,
              fields);
  return fields;
}

struct FieldCase {
  std::string_view page;
  std::string_view value;
};

void expect_field(std::string Document::*field,
                  std::initializer_list<FieldCase> cases) {
  for (const FieldCase& c : cases) {
    EXPECT_EQ(fields_of(c.page).*field, c.value) << c.page;
  }
}

TEST(FieldReader, Title) {
  expect_field(
      &Document::title,
      {{"", ""},
       {"<title> A \n B </title><title>C</title>", "A B"},
       {"<title></title><p>x</p><title>Late</title>", "Late"},
       {"<title>&lt;b&gt; &amp;c</title>", "<b> &c"},
       {"<svg><title>Icon</title></svg><title>Page</title>", "Page"},
       {"<svg><title>Icon</title></svg>", ""},
       {"<template><title>T</title></template>", ""},
       {"<meta property=og:title content='O'><title>T</title>", "T"},
       {"<meta name=dc.title content=D><meta property=og:title content='O'>",
        "O"},
       {"<meta name=twitter:title content='W'>", "W"}});
}

TEST(FieldReader, DescriptionKeywordsSectionGenerator) {
  expect_field(
      &Document::description,
      {{"<meta property=og:description content=O>"
        "<meta name=Description content=' a  b '>",
        "a b"},
       {"<meta property=og:description content='O &amp; P'>", "O & P"},
       {"<meta name=description content=''><meta name=twitter:description "
        "content=W>",
        "W"}});
  expect_field(&Document::keywords,
               {{"<meta name=keywords content='a, b'>", "a, b"},
                {"<meta property=article:tag content=x><meta "
                 "property=article:tag content=y><meta property=article:tag "
                 "content=x>",
                 "x, y"}});
  expect_field(
      &Document::section,
      {{"<meta property=article:section content=News>", "News"},
       {"<b itemprop=articleSection>Sports <i>news</i></b>", "Sports news"}});
  expect_field(
      &Document::generator,
      {{"<meta name=generator content='WordPress 4.9'>", "WordPress 4.9"}});
  expect_field(&Document::robots,
               {{"<meta name=ROBOTS content=noindex><meta name=robots "
                 "content='index, follow'>",
                 "noindex, index, follow"}});
}

TEST(FieldReader, Author) {
  expect_field(
      &Document::author,
      {{"<meta name=author content='Ann Lee'>", "Ann Lee"},
       {"<meta name=citation_author content=A><meta name=citation_author "
        "content=B>",
        "A, B"},
       {"<meta property=article:author content='https://fb.example/ann'>", ""},
       {"<meta property=article:author content='https://fb.example/ann'>"
        "<a rel=author href=/ann>Ann</a>",
        "Ann"},
       {"<a rel='author nofollow' href=/a>Ann</a><a rel=author href=/a>Ann</a>",
        "Ann"},
       {"<a rel=author href=/a>Ann</a><a rel=author href=/b>Bob</a>", ""},
       {"<span itemprop=author>Ann</span>", "Ann"},
       {"<div itemscope itemtype=http://schema.org/Article><p itemprop=author "
        "itemscope itemtype=http://schema.org/Person>By <b itemprop=name>Ann"
        "</b>, editor</p></div>",
        "Ann"},
       {"<div itemscope itemtype=http://schema.org/Review><b "
        "itemprop=author>Reviewer</b></div>",
        ""}});
}

TEST(FieldReader, Dates) {
  expect_field(
      &Document::published,
      {{"<meta property=article:published_time content=2016-03-01T09:30:00Z>",
        "2016-03-01T09:30:00Z"},
       {"<meta name=date content=2015-01-01><meta name=dc.date.issued "
        "content=2016-03-01>",
        "2016-03-01"},
       {"<meta property=article:published_time content=soon><meta name=DC.date "
        "content='1 March 2016'>",
        "2016-03-01"},
       {"<meta name=date content=03/01/2016>", ""},
       {"<meta itemprop=datePublished content=2016-03-01>", "2016-03-01"},
       {"<time itemprop=datePublished datetime=2016-03-01>1 March</time>",
        "2016-03-01"},
       {"<span itemprop=datePublished>March 1, 2016</span>", "2016-03-01"},
       {"<abbr itemprop=datePublished title=2016-03-01>Tuesday</abbr>",
        "2016-03-01"},
       {"<div itemscope itemtype=https://schema.org/NewsArticle><meta "
        "itemprop=datePublished content=2016-03-01><div itemprop=comment "
        "itemscope itemtype=http://schema.org/Comment><meta "
        "itemprop=datePublished content=2017-01-01></div></div>",
        "2016-03-01"},
       {"<div itemscope itemtype=https://schema.org/BlogPosting><meta "
        "itemprop=datePublished content=2016-03-01></div><div itemscope "
        "itemtype=https://schema.org/BlogPosting><meta itemprop=datePublished "
        "content=2017-01-01></div>",
        ""},
       {"<time pubdate datetime=2016-03-01></time><time "
        "datetime=2017-01-01></time>",
        "2016-03-01"},
       {"<time class='entry-date published' "
        "datetime=2016-03-01T10:00:00+00:00></time>",
        "2016-03-01T10:00:00Z"},
       {"<time datetime=2016-03-01></time><time datetime=2016-03-01T10:00>",
        "2016-03-01"},
       {"<time datetime=2016-03-01></time><time datetime=2016-03-02></time>",
        ""},
       {"<time datetime=10:30></time><time>2016-03-02</time>", ""},
       {"<p>March 1, 2016</p>", ""},
       {"<h1>A</h1><p>By Ann | Tuesday, March 1, 2016", "2016-03-01"},
       {"<p>1 March 2016</p><h1>A</h1><p>B", "2016-03-01"},
       {"<time datetime=2017-03-01></time><time datetime=2017-03-02></time>"
        "<h1>A</h1><p>Published 2016-03-01T10:00",
        "2016-03-01"},
       {"<h1>A</h1><p>In 2016, 3 of 10", ""}});
  expect_field(
      &Document::modified,
      {{"<meta property=article:modified_time content=2016-03-01>",
        "2016-03-01"},
       {"<meta itemprop=dateModified content=2016-03-01>", "2016-03-01"},
       {"<time class=updated datetime=2016-03-01></time>", "2016-03-01"},
       {"<meta http-equiv=last-modified content='Tue, 01 Mar 2016 09:30:00 "
        "GMT'>",
        "2016-03-01T09:30:00Z"}});
}

TEST(FieldReader, ArticlesInJsonLdSayWhoWroteThemAndWhen) {
  Document fields = fields_of(
      "<meta name=author content=admin><meta name=date content=2017-01-01>"
      "<script type=application/ld+json>{\"@graph\":[{\"@type\":\"WebSite\","
      "\"name\":\"A site\"},{\"@type\":\"NewsArticle\",\"headline\":"
      "\"A &amp; B\",\"author\":[{\"@type\":\"Person\",\"name\":\"Ann "
      "Lee\",\"url\":\"/ann\"}],\"datePublished\":\"2016-03-01T09:30Z\","
      "\"dateModified\":\"2016-03-02\",\"articleSection\":\"News\",\"image\":"
      "{\"@type\":\"ImageObject\",\"url\":\"/i.jpg\"}}]}</script>");
  EXPECT_EQ(fields.title, "A & B");
  EXPECT_EQ(fields.author, "Ann Lee");
  EXPECT_EQ(fields.published, "2016-03-01T09:30:00Z");
  EXPECT_EQ(fields.modified, "2016-03-02");
  EXPECT_EQ(fields.section, "News");
  EXPECT_EQ(fields.lead_image, "http://example.org/i.jpg");
  fields = fields_of(
      "<script type=application/ld+json>{\"@type\":\"Article\",\"image\":"
      "[\"/a.jpg\",\"/b.jpg\"],\"author\":\"https://x.example/\"}</script>");
  EXPECT_EQ(fields.lead_image, "http://example.org/a.jpg");
  EXPECT_EQ(fields.author, "");
}

TEST(FieldReader, UrlsAreAbsolute) {
  expect_field(
      &Document::lead_image,
      {{"<meta property=og:image content=/a.jpg>", "http://example.org/a.jpg"},
       {"<link rel=image_src href=a.jpg>", "http://example.org/dir/a.jpg"},
       {"<link rel=image_src href=a.jpg><base href=//cdn.example/x/>",
        "http://cdn.example/x/a.jpg"},
       {"<img itemprop=image src=a.jpg>", "http://example.org/dir/a.jpg"},
       {"<meta property=og:image content=data:image/gif;x>", ""}});
  expect_field(&Document::canonical,
               {{"<link rel='x CANONICAL' href=/c#top><meta property=og:url "
                 "content=http://o.example/>",
                 "http://example.org/c"},
                {"<meta property=og:url content=http://o.example>",
                 "http://o.example/"}});
}

TEST(FieldReader, DeclaredLanguage) {
  expect_field(
      &Document::language,
      {{"<html lang=de_at><meta property=og:locale content=en_US>", "de-AT"},
       {"<html xml:lang=fr>", "fr"},
       {"<meta http-equiv=Content-Language content='ja, en'>", "ja"},
       {"<meta property=og:locale content=en_US>", "en-US"},
       {"<html lang='{{lang}}'>", ""}});
  EXPECT_EQ(fields_of("<p>x", "pt-br, en").language, "pt-BR");
  EXPECT_EQ(fields_of("<html lang=es>x", "pt").language, "es");
  EXPECT_EQ(
      fields_of("<meta http-equiv=content-language content=es>", "pt").language,
      "pt");
}

TEST(FieldReader, Headings) {
  Document fields = fields_of(
      "<h1> The <i>old</i> <img alt=castle src=x></h1><h2></h2>"
      "<h3>a<br>b<script>c</script></h3><div><h6>deep</h6>");
  EXPECT_EQ(fields.headings, "# The old castle\n### a b\n###### deep");
}

TEST(FieldReader, LinksHaveTextAndRel) {
  Document fields = fields_of(
      "<meta http-equiv=refresh content='5; url=next.html'>"
      "<a href=a.html rel=' NoFollow  ugc'>One <b>two</b><p>three</a>"
      "<a href=#top>no</a><a href=mailto:x@y>no</a><a name=x>no</a>"
      "<a href='/b.html#part'><img src=i.png alt='An image'></a>"
      "<map><area href=c.html alt=Area></map>"
      "<iframe src=//f.example/d><a href=no.html>no</a></iframe>"
      "<template><a href=no.html>no</a></template>"
      "<svg><a href=s.html>In SVG</a></svg>");
  EXPECT_EQ(
      fields.links,
      (std::vector<Link>{
          {"http://example.org/dir/next.html", "", ""},
          {"http://example.org/dir/a.html", "One two three", "nofollow ugc"},
          {"http://example.org/b.html", "An image", ""},
          {"http://example.org/dir/c.html", "Area", ""},
          {"http://f.example/d", "", ""},
          {"http://example.org/dir/s.html", "In SVG", ""}}));
  fields = fields_of("<frameset><frame src=menu.html><frame src=main.html>");
  ASSERT_EQ(fields.links.size(), 2u);
  EXPECT_EQ(fields.links[1].url, "http://example.org/dir/main.html");
}

TEST(FieldReader, TheFirstBaseIsThatOfAllLinks) {
  Document fields = fields_of(
      "<a href=a>A</a><base target=_top><base href='data:x'><base href=/x/>"
      "<base href=/y/><a href=b>B</a>");
  ASSERT_EQ(fields.links.size(), 2u);
  EXPECT_EQ(fields.links[0].url, "http://example.org/x/a");
  EXPECT_EQ(fields.links[1].url, "http://example.org/x/b");
}

TEST(FieldReader, LongTextsAndUrlsOfLinksAreCut) {
  const std::string longest(kLongestAnchor - 1, 'a');
  Document fields = fields_of("<a href=x>" + longest + "\xC3\xA9</a>");
  EXPECT_EQ(fields.links.at(0).text, longest);
  fields = fields_of("<a href='/" + std::string(kLongestUrl, 'x') + "'>a</a>");
  EXPECT_TRUE(fields.links.empty());
  std::string page =
      "<base href=http://b.example/" + std::string(3000, 'b') + "/><p>";
  for (int n = 0; n < 10'000; ++n) page += "<a href=x>a</a>";
  fields = fields_of(page);
  size_t bytes = 0;
  for (const Link& link : fields.links) bytes += link.url.size();
  EXPECT_LE(bytes, kMostLinkBytes);
  EXPECT_LT(fields.links.size(), 10'000u);
}

TEST(FieldReader, ImagesHaveAltAndCaption) {
  Document fields = fields_of(
      "<img src=a.png alt=' A  castle '><img alt=none>"
      "<img src='data:image/gif;base64,x' data-src=lazy.png>"
      "<figure><img src=b.png><img src=c.png alt=C>"
      "<figcaption>Two <b>towers</b></figcaption></figure><img src=d.png>");
  EXPECT_EQ(
      fields.images,
      (std::vector<Image>{{"http://example.org/dir/a.png", "A castle", ""},
                          {"http://example.org/dir/lazy.png", "", ""},
                          {"http://example.org/dir/b.png", "", "Two towers"},
                          {"http://example.org/dir/c.png", "C", "Two towers"},
                          {"http://example.org/dir/d.png", "", ""}}));
}

TEST(FieldReader, AreBounded) {
  std::string page;
  for (int i = 0; i < 3000; ++i) page += "<div><h1><a href=/x itemscope>";
  for (int i = 0; i < 3000; ++i) page += "\xE2\x82\xAC uro ";
  page += "<title>" + std::string(10'000, 'x') + "</title>";
  Document fields = fields_of(page);
  EXPECT_EQ(fields.title.size(), kLongestField);
  EXPECT_LT(std::ranges::count(fields.headings, '\n'), kMostHeadings);
  for (const Link& link : fields.links) {
    EXPECT_LE(link.text.size(), kLongestAnchor);
    EXPECT_TRUE(text::is_utf8(link.text));
  }
  page.clear();
  for (size_t i = 0; i < kMostLinks + 10; ++i) page += "<a href=/x>x</a>";
  fields = fields_of(page);
  EXPECT_EQ(fields.links.size(), kMostLinks);
}

TEST(FieldReader, RobotsAreAskedWhereverTheMetaElementIs) {
  EXPECT_TRUE(fields_of("<meta name=robots content=noindex>").noindex);
  EXPECT_TRUE(fields_of("<p>x<meta name=Robots content='x, none'>").nofollow);
  EXPECT_FALSE(fields_of("<meta name=otherbot content=noindex>").noindex);
  EXPECT_FALSE(fields_of("<!--<meta name=robots content=noindex>-->").noindex);
  EXPECT_FALSE(
      fields_of("<template><meta name=robots content=noindex></template>")
          .noindex);
}

TEST(FieldReader, TheHeadIsKeptAsItIsWritten) {
  HtmlTree tree;
  tree.parse(
      "<title> A\n b</title><meta name=description content=' x  y '>"
      "<meta property=og:title content=O><meta property=og:title content=P>"
      "<meta property=og:type content=article><meta name=twitter:title "
      "property=og:description content=D><meta "
      "property=article:published_time content=soon>");
  Document document;
  FieldReader reader({}, document);
  walk_tree(tree.root(), reader);
  EXPECT_EQ(reader.head().title, "A b");
  EXPECT_EQ(reader.head().description, " x  y ");
  EXPECT_EQ(reader.head().og_title, "O");
  EXPECT_EQ(reader.head().og_type, "article");
  EXPECT_EQ(reader.head().og_description, "D");
  EXPECT_EQ(reader.head().published_time, "soon");
}

}  // namespace
}  // namespace wax::document
