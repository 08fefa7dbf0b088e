#include "collection/versions/document_fields.h"

#include <gtest/gtest.h>

#include "index/schema/fields.h"
#include "index/search/searcher.h"
#include "index/store/index_reader.h"
#include "index/writer/index_writer.h"
#include "tests/collection/versions/made_segments.h"
#include "tests/support/temp_dir.h"

namespace wax::collection {
namespace {

std::string text_of(const std::vector<index::FieldValue>& values) {
  std::string text;
  for (const index::FieldValue& value : values) {
    text.append(value.field).append(1, '=').append(value.value).append(1, ';');
  }
  return text;
}

TEST(DocumentFields, AreThoseOfTheTableInItsOrder) {
  document::Document page = test_page("castle", "sha1:A", "20070102030405");
  page.url = "http://user@www.News.Example.co.uk:8080/castle";
  page.title = "Castle";
  page.status = 200;
  page.length = 99;
  page.language = "zh-Hant";
  page.published = "2007-01-02T00:00";
  page.main = {{0, 5}};
  DocumentFields fields;
  const std::vector<std::string> dates = {"20070102030405"};
  const std::vector<std::string> collections;
  const auto& values = fields.values(page, dates, collections);
  EXPECT_EQ(text_of(values),
            "urlkey=org,example)/castle;digest=sha1:A;"
            "url=http://user@www.News.Example.co.uk:8080/castle;"
            "site=news.example.co.uk;sites=news.example.co.uk;"
            "sites=example.co.uk;domain=example.co.uk;"
            "host=www.news.example.co.uk;title=Castle;date=20070102030405;"
            "type=text/html;family=html;length=99;status=200;lang=zh-hant;"
            "offset=0;published=20070102;"
            "content=words of 20070102030405;");
  const auto main = fields.main(page);
  ASSERT_EQ(main.size(), 1U);
  EXPECT_EQ(main[0], (text::TextRange{0, 5}));
  page.type = "application/pdf";
  EXPECT_EQ(fields.main(page)[0].end, page.content.size());
  for (const index::FieldValue& value : values) {
    EXPECT_NE(index::find_field(value.field), nullptr) << value.field;
  }
}

// The field "sites" ends at the domain, and names above it are found all the
// same.
TEST(DocumentFields, PagesBelowAPublicSuffixAreOfItsSite) {
  tests::TempDir folder;
  index::IndexWriter writer(folder / "i", {});
  const std::vector<std::string> none;
  for (const char* host : {"www.a.b.github.io", "b.gov.uk", "a.b.co.uk",
                           "www.example.org", "a.example.org"}) {
    document::Document page = test_page("p", "sha1:A", "20070102030405");
    page.url = std::string("http://") + host + "/p";
    DocumentFields fields;
    writer.add(fields.values(page, none, none));
    const std::string text = text_of(fields.values(page, none, none));
    EXPECT_EQ(text.find("sites=github.io;"), std::string::npos);
    EXPECT_EQ(text.find("sites=gov.uk;"), std::string::npos);
    EXPECT_EQ(text.find("sites=co.uk;"), std::string::npos);
  }
  writer.finish();
  const index::IndexReader reader = index::IndexReader::open({folder / "i"});
  auto found = [&](const char* query) {
    return index::Searcher(reader)
        .search(index::parse_query(query), 0, 0)
        .total;
  };
  EXPECT_EQ(found("site:github.io"), 1U);
  EXPECT_EQ(found("site:b.github.io"), 1U);
  EXPECT_EQ(found("site:gov.uk"), 1U);
  EXPECT_EQ(found("site:co.uk"), 1U);
  EXPECT_EQ(found("site:uk"), 2U);
  EXPECT_EQ(found("site:b.co.uk"), 1U);
  EXPECT_EQ(found("site:example.org"), 2U);
  EXPECT_EQ(found("site:hub.io"), 0U);
}

TEST(DocumentFields, TheSiteOfAnIdnIsInAscii) {
  document::Document page = test_page("castle", "sha1:A", "20070102030405");
  page.url = "http://www.Bücher.example/a";
  DocumentFields fields;
  const std::vector<std::string> dates = {"20070102030405"};
  const std::vector<std::string> collections;
  EXPECT_NE(text_of(fields.values(page, dates, collections))
                .find("site=xn--bcher-kva.example;"
                      "sites=xn--bcher-kva.example;"
                      "domain=xn--bcher-kva.example;"
                      "host=www.xn--bcher-kva.example;"),
            std::string::npos);
}

TEST(DocumentFields, APageThatAsksForItHasNoWords) {
  document::Document page = test_page("p", "sha1:A", "20070102030405");
  page.title = "Secret";
  page.noindex = true;
  DocumentFields fields;
  const std::vector<std::string> dates;
  const std::vector<std::string> collections = {"a", "b"};
  const std::string text = text_of(fields.values(page, dates, collections));
  EXPECT_EQ(text.find("Secret"), std::string::npos);
  EXPECT_TRUE(fields.main(page).empty());
  EXPECT_EQ(text.find("content="), std::string::npos);
  EXPECT_NE(text.find("collection=a;collection=b;"), std::string::npos);
}

TEST(DocumentFields, ARevisitHasTheTextOfItsOriginalAndItsOwnPlace) {
  document::Document original = test_page("o", "sha1:A", "20060102030405");
  original.title = "Title";
  original.offset = 5;
  document::Document revisit = test_page("r", "sha1:A", "20070102030405");
  revisit.content.clear();
  revisit.offset = 77;
  revisit.filename = "late.warc";
  revisit.type = "text/plain";
  take_text_of_original(original, revisit);
  EXPECT_EQ(revisit.title, "Title");
  EXPECT_EQ(revisit.content, "words of 20060102030405");
  EXPECT_EQ(revisit.url, "http://example.org/r");
  EXPECT_EQ(revisit.date, "20070102030405");
  EXPECT_EQ(revisit.filename, "late.warc");
  EXPECT_EQ(revisit.offset, 77U);
  EXPECT_EQ(revisit.type, "text/plain");
  EXPECT_TRUE(revisit.revisit);
}

}  // namespace
}  // namespace wax::collection
