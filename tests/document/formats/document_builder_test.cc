#include "document/formats/document_builder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "document/text/url_reference.h"
#include "text/utf8.h"

namespace wax::document {
namespace {

using testing::ElementsAre;

constexpr size_t kMuch = 1 << 20;

TEST(DocumentBuilder, PutsWordsAndBlocksTogether) {
  DocumentText document;
  DocumentBuilder builder(document, kMuch);
  builder.text("  Herons\nof the ");
  builder.text("valley");
  builder.line();
  builder.lines("one\n\ntwo");
  builder.space();
  builder.text("three");
  EXPECT_EQ(document.content, "Herons of the valley\none\ntwo three");
}

TEST(DocumentBuilder, IsFullBeforeItsLimitIsExceeded) {
  for (size_t limit : {0u, 1u, 2u, 10u, 11u, 12u}) {
    DocumentText document;
    DocumentBuilder builder(document, limit);
    EXPECT_THROW(
        {
          for (int i = 0; i < 9; ++i) {
            builder.text("\u00E9\u00E9");
            builder.line();
          }
        },
        TextFull)
        << limit;
    EXPECT_LE(document.content.size(), limit);
    EXPECT_EQ(builder.room(), limit - document.content.size());
    EXPECT_TRUE(text::is_utf8(document.content)) << limit;
  }
}

TEST(DocumentBuilder, LinksAreResolvedAndOnlyThoseToTheWebAreKept) {
  DocumentText document;
  DocumentBuilder builder(document, kMuch);
  builder.text("See ");
  const size_t start = builder.position();
  builder.text(" the\n river");
  builder.link_from(start, "river.html", "http://example.org/a/b");
  builder.link("http://example.com", "no  base");
  builder.link("river.html", "a reference without a base");
  builder.link("mailto:ann@example.org", "mail", "http://example.org/");
  builder.link("#here", "a place", "");
  EXPECT_THAT(document.links,
              ElementsAre(Link{"http://example.org/a/river.html", "the river"},
                          Link{"http://example.com/", "no base"}));
}

TEST(DocumentBuilder, KeepsNoMoreLinksThanADocumentMayHave) {
  DocumentText document;
  DocumentBuilder builder(document, kMuch);
  for (size_t i = 0; i < kMostLinks + 5; ++i) {
    builder.link("http://example.org/" + std::to_string(i), "a");
  }
  builder.html("<a href=http://example.org/b>b</a>", "http://example.org/");
  EXPECT_EQ(document.links.size(), kMostLinks);
}

TEST(DocumentBuilder, APageOfHtmlIsABlockWithItsLinks) {
  DocumentText document;
  DocumentBuilder builder(document, kMuch);
  const std::string page =
      "<title>Herons</title><p>They <b>stand</b>.<p><a href=../c>Cranes</a>";
  builder.text("before");
  builder.html(page, "http://example.org/a/b");
  builder.text("after");
  EXPECT_EQ(document.content, "before\nThey stand.\nCranes\nafter");
  EXPECT_EQ(document.title, "");
  EXPECT_THAT(document.links,
              ElementsAre(Link{"http://example.org/c", "Cranes"}));
  builder.html(page, "http://example.org/", true);
  EXPECT_EQ(document.title, "Herons");
  builder.html("<title>Other</title>", "http://example.org/", true);
  EXPECT_EQ(document.title, "Herons");
}

TEST(DocumentBuilder, ShortTextsAreCollapsedAndCutBetweenCharacters) {
  EXPECT_EQ(collapsed(" a \n b\u00A0c "), "a b c");
  EXPECT_EQ(collapsed("\u00E9\u00E9\u00E9", 5), "\u00E9\u00E9");
  EXPECT_EQ(collapsed(std::string(10'000, 'x')).size(), 4096U);
  EXPECT_EQ(collapsed(""), "");
}

TEST(DocumentBuilder, ANameIsAddedOnce) {
  std::string names;
  add_name(" Ann\nLee ", names);
  add_name("Bo Ek", names);
  add_name("Ann Lee", names);
  add_name("Ann", names);
  add_name("  ", names);
  EXPECT_EQ(names, "Ann Lee, Bo Ek, Ann");
  add_name(std::string(4096, 'x'), names);
  EXPECT_EQ(names, "Ann Lee, Bo Ek, Ann");
}

TEST(DocumentBuilder, DatesOfMailBecomeIso) {
  EXPECT_EQ(iso_date_of_mail("Mon, 2 Jan 2006 15:04:05 +0100"),
            "2006-01-02T15:04:05+01:00");
  EXPECT_EQ(iso_date_of_mail("yesterday"), "");
}

}  // namespace
}  // namespace wax::document
