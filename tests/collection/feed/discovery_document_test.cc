#include "collection/feed/discovery_document.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "text/json_tree.h"

namespace wax::collection {
namespace {

using Json = nlohmann::json;

Json json_of(const document::Document& document,
             const std::vector<std::string>& dates, bool tells_place = true) {
  std::string text;
  append_discovery_document(document, dates, "ID", tells_place, text);
  return text::parse_json(text);
}

document::Document page() {
  document::Document document;
  document.url = "http://www.example.co.uk/a/b.html?c=d";
  document.urlkey = "uk,co,example)/a/b.html?c=d";
  document.digest = "sha1:AAAA";
  document.date = "20070102030405";
  document.type = "text/html";
  document.charset = "iso-8859-1";
  document.title = "A \"title\"";
  document.content = "one\ntwo \xF0\x9F\x98\x80";
  document.language = "en";
  document.published = "2006-12-31T10:00:00Z";
  document.status = 200;
  document.filename = "a.warc.gz";
  document.offset = 17;
  document.links = {{"http://WWW.example.org/x", "x"},
                    {"https://b.example.org/", "b"},
                    {"mailto:a@example.org", "m"},
                    {"http://www.example.org/x", "x"}};
  document.images = {{"http://example.org/a.png", "", ""}};
  return document;
}

TEST(DiscoveryDocument, IdsAreThoseOfItsIndexer) {
  EXPECT_EQ(discovery_id("20080430204825", "http://www.archive.org/robots.txt"),
            "20080430204825/Q34dyH+cfErihJD2txWxnA==");
  EXPECT_EQ(discovery_id("20140103030321", "http://example.com?example=1"),
            "20140103030321/Qd1mt2Fqx08PPpPVG1MGYg==");
}

TEST(DiscoveryDocument, HasTheFieldsOfThePage) {
  const Json json = json_of(page(), {"20070102030405", "20080102030405"});
  EXPECT_EQ(json["id"], "ID");
  EXPECT_EQ(json["host"], "example.co.uk");
  EXPECT_EQ(json["domain"], "example.co.uk");
  EXPECT_EQ(json["url_norm"], "http://example.co.uk/a/b.html?c=d");
  EXPECT_EQ(json["public_suffix"], "co.uk");
  EXPECT_EQ(json["host_surt"], (Json{"(uk,", "(uk,co,", "(uk,co,example,"}));
  EXPECT_EQ(json["url_path"], "/a/b.html");
  EXPECT_EQ(json["url_type"], "normal");
  EXPECT_EQ(json["resourcename"], "b.html");
  EXPECT_EQ(json["content_type_ext"], "html");
  EXPECT_EQ(json["content_encoding"], "ISO-8859-1");
  EXPECT_EQ(json["content"], "one two \xF0\x9F\x98\x80");
  EXPECT_EQ(json["content_text_length"], 10);
  EXPECT_EQ(json["publication_date"], "2006-12-31T00:00:00Z");
  EXPECT_EQ(json["wayback_date"], "20070102030405");
  EXPECT_EQ(json["crawl_date"], "2007-01-02T03:04:05Z");
  EXPECT_EQ(json["crawl_dates"],
            (Json{"2007-01-02T03:04:05Z", "2008-01-02T03:04:05Z"}));
  EXPECT_EQ(json["crawl_years"], (Json{"2007", "2008"}));
  EXPECT_EQ(json["crawl_year_month"], (Json{"2007-01", "2008-01"}));
  EXPECT_EQ(json["record_type"], "response");
  EXPECT_EQ(json["status_code"], 200);
  EXPECT_EQ(json["source_file_offset"], 17);
  EXPECT_FALSE(json.contains("author"));
}

TEST(DiscoveryDocument, WhiteSpaceOfTheTextIsOneBlankEach) {
  document::Document document = page();
  document.content = "\tif (a)\n\t\tb  =\r\n c;\n";
  const Json json = json_of(document, {});
  EXPECT_EQ(json["content"], "if (a) b = c;");
  EXPECT_EQ(json["content_text_length"], 13);
}

TEST(DiscoveryDocument, LinksAreSortedAndOnceEach) {
  const Json json = json_of(page(), {"20070102030405"});
  EXPECT_EQ(json["links"],
            (Json{"http://WWW.example.org/x", "http://www.example.org/x",
                  "https://b.example.org/"}));
  EXPECT_EQ(json["links_hosts"], (Json{"b.example.org", "example.org"}));
  EXPECT_EQ(json["links_domains"], Json{"example.org"});
  EXPECT_EQ(json["links_public_suffixes"], Json{"org"});
  EXPECT_EQ(json["links_hosts_surts"],
            (Json{"(org,", "(org,example,", "(org,example,b,"}));
  EXPECT_EQ(json["links_images"], Json{"http://example.org/a.png"});
}

TEST(DiscoveryDocument, NormalTypesAreThoseThatPeopleChooseFrom) {
  document::Document document = page();
  for (const auto& [type, normal] :
       std::vector<std::pair<std::string, std::string>>{
           {"application/xhtml+xml", "html"},
           {"application/pdf", "pdf"},
           {"image/gif", "image"},
           {"application/msword", "word"},
           {"application/vnd.ms-excel", "excel"},
           {"application/vnd.oasis.opendocument.presentation", "powerpoint"},
           {"text/plain", "text"},
           {"text/css", "other"},
           {"application/x-shockwave-flash", "other"}}) {
    document.type = type;
    EXPECT_EQ(json_of(document, {})["content_type_norm"], normal) << type;
  }
}

TEST(DiscoveryDocument, PagesThatAskRobotsNotToIndexThemHaveNoText) {
  document::Document document = page();
  document.noindex = true;
  EXPECT_FALSE(json_of(document, {}).contains("content"));
}

TEST(DiscoveryDocument, TypesOfRecordsAreThoseOfItsIndexer) {
  document::Document document = page();
  document.filename = "A.ARC.gz";
  EXPECT_EQ(json_of(document, {})["record_type"], "arc");
  document.revisit = true;
  EXPECT_EQ(json_of(document, {})["record_type"], "revisit");
  document = page();
  document.status = 0;
  EXPECT_EQ(json_of(document, {})["record_type"], "resource");
}

TEST(DiscoveryDocument, ThatTellsNoPlaceHasTheSameTypeOfRecord) {
  document::Document document = page();
  document.filename = "a.arc.gz";
  const Json json = json_of(document, {}, /*tells_place=*/false);
  EXPECT_EQ(json["record_type"], "arc");
  EXPECT_FALSE(json.contains("source_file"));
  EXPECT_FALSE(json.contains("source_file_offset"));
}

TEST(DiscoveryDocument, PathsAreReadable) {
  document::Document document = page();
  document.url = "http://example.org/a%20%C3%A4/B.HTML";
  EXPECT_EQ(json_of(document, {})["url_path"], "/a \xC3\xA4/B.HTML");
  EXPECT_EQ(json_of(document, {})["content_type_ext"], "html");
  document.url = "http://example.org/%FF%20";  // no text
  EXPECT_EQ(json_of(document, {})["url_path"], "/%FF%20");
}

TEST(DiscoveryDocument, HomePagesAreSlashpages) {
  document::Document document = page();
  for (const auto& [path, type] :
       std::vector<std::pair<std::string, std::string>>{
           {"/", "slashpage"},
           {"/index.php?skin=classic", "slashpage"},
           {"/index.php/a", "normal"},
           {"/a/index.html", "normal"},
           {"/robots.txt", "robots.txt"}}) {
    document.url = "http://example.org" + path;
    EXPECT_EQ(json_of(document, {})["url_type"], type) << path;
  }
}

TEST(DiscoveryDocument, UrlsMayBeOdd) {
  document::Document document = page();
  for (const char* url : {"dns:example.org", "http://", "x", "\xff\xfe",
                          "http://[::1]:8080/a", "http://example.org"}) {
    document.url = url;
    EXPECT_TRUE(json_of(document, {}).is_object()) << url;
  }
  EXPECT_EQ(json_of(document, {})["url_type"], "slashpage");
}

TEST(CrawlDates, AreSetAtOnceInAnUpdate) {
  std::string text;
  append_crawl_dates(std::vector<std::string>{"20070102030405"}, true, text);
  EXPECT_EQ(text,
            "\"crawl_dates\":{\"set\":[\"2007-01-02T03:04:05Z\"]},"
            "\"crawl_years\":{\"set\":[\"2007\"]},\"crawl_year_month\":{"
            "\"set\":[\"2007-01\"]},\"crawl_year_month_day\":{\"set\":[\"2007-"
            "01-02\"]}");
}

}  // namespace
}  // namespace wax::collection
