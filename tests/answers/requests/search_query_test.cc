#include "answers/requests/search_query.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "answers/shown/search_answer.h"
#include "index/writer/index_writer.h"
#include "io/error.h"
#include "tests/support/temp_dir.h"

namespace wax::answers {
namespace {

using testing::ElementsAre;

struct SearchQueryTest : testing::Test {
  SearchQueryTest() {
    index::IndexWriter writer(folder / "pindexes/001/main", {});
    add(writer, "com,example)/", "http://example.com/", "home");
    add(writer, "com,example)/about", "http://example.com/about",
        "links to http://example.com/ and to example.com and heron");
    add(writer, "example,xn--r8jz45g)/%e3%83%91%e3%82%b9",
        "http://例え.example/パス", "heron");
    writer.about("urlkey", "surt");
    writer.finish();
    reader.emplace(index::IndexReader::open({folder / "pindexes/001/main"}));
  }
  static void add(index::IndexWriter& writer, const std::string& key,
                  const std::string& url, const std::string& text) {
    writer.add({{"urlkey", key},
                {"digest", "sha1:" + key},
                {"url", url},
                {"date", "20070101000000"},
                {"content", text}});
  }
  std::vector<std::string> found(const std::string& text) {
    SearchRequest request;
    request.text = text;
    std::vector<std::string> urls;
    for (const SearchHit& hit :
         answer_search({&*reader, "test"}, request).hits) {
      urls.push_back(hit.page.url);
    }
    return urls;
  }
  tests::TempDir folder;
  std::optional<index::IndexReader> reader;
};

TEST_F(SearchQueryTest, APastedUrlFindsItsPage) {
  for (const char* text :
       {"http://example.com/", " https://WWW.Example.com ", "example.com/",
        "http://example.com:80/#top", "url:http://example.com/",
        "https://web.archive.org/web/2001/http://example.com/",
        "http://localhost:8080/view/20070101000000/http://example.com/"}) {
    EXPECT_THAT(found(text), ElementsAre("http://example.com/")) << text;
  }
  for (const char* text :
       {"http://例え.example/パス", "http://xn--r8jz45g.example/パス",
        "http://xn--r8jz45g.example/%E3%83%91%e3%82%B9",
        "例え.example/%E3%83%91%E3%82%B9",
        "url:http://例え.example/%E3%83%91%E3%82%B9",
        "url:http://例え.example/*", "http://例え.example/*",
        "(http:/例え.example/パス)"}) {
    EXPECT_THAT(found(text), ElementsAre("http://例え.example/パス")) << text;
  }
}

TEST_F(SearchQueryTest, LanguagesHaveNamesInTheQueryAndInAParameter) {
  tests::TempDir other;
  index::IndexWriter writer(other / "main", {});
  writer.add({{"url", "http://a.example/"}, {"lang", "de"}});
  writer.add({{"url", "http://b.example/"}, {"lang", "en"}});
  writer.finish();
  reader.emplace(index::IndexReader::open({other / "main"}));
  for (const char* name : {"German", "deutsch", "de"}) {
    EXPECT_THAT(found("lang:" + std::string(name)),
                ElementsAre("http://a.example/"))
        << name;
    SearchRequest request;
    request.filters = {{"lang", name}};
    EXPECT_EQ(answer_search({&*reader, "test"}, request).total, 1U) << name;
  }
}

TEST_F(SearchQueryTest, RecordsThatAreNoPagesAreFoundWhenTheyAreAskedFor) {
  tests::TempDir other;
  index::IndexWriter writer(other / "main", {});
  add(writer, "com,example)/", "http://example.com/", "heron");
  add(writer, "dns:example.com", "dns:example.com", "heron");
  writer.finish();
  reader.emplace(index::IndexReader::open({other / "main"}));
  for (const char* text : {"heron", "", "heron OR rook"}) {
    EXPECT_THAT(found(text), ElementsAre("http://example.com/")) << text;
    SearchRequest request;
    request.text = text;
    SearchAnswer answer = answer_search({&*reader, "test"}, request);
    EXPECT_TRUE(answer.leaves_out_records);
    request.other_records = true;
    answer = answer_search({&*reader, "test"}, request);
    EXPECT_EQ(answer.total, 2U) << text;
    EXPECT_FALSE(answer.leaves_out_records);
  }
}

TEST_F(SearchQueryTest, AFilterNamesAFieldOfQueries) {
  SearchRequest request;
  request.filters = {{"digest", "sha1:com,example)/"}};
  EXPECT_EQ(answer_search({&*reader, "test"}, request).total, 1U);
  for (const char* wrong : {"bogus", "", "simhash"}) {
    request.filters = {{wrong, "x"}};
    EXPECT_THROW((void)query_of(*reader, request), UsageError) << wrong;
  }
}

TEST_F(SearchQueryTest, AUrlWithoutPageIsWords) {
  EXPECT_THAT(found("http://example.com/ heron"),
              ElementsAre("http://example.com/about"));
  EXPECT_THAT(found("www.none.example"), testing::IsEmpty());
}

}  // namespace
}  // namespace wax::answers
