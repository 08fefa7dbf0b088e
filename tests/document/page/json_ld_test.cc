#include "document/page/json_ld.h"

#include <gtest/gtest.h>

#include <string>

namespace wax::document {
namespace {

JsonLd ld_of(std::string_view script) {
  JsonLd data;
  read_json_ld(script, data);
  return data;
}

TEST(JsonLdReader, ReadsAnArticle) {
  JsonLd data = ld_of(R"({"@context": "https://schema.org",
    "@type": "NewsArticle", "headline": "A \"storm\"",
    "articleBody": "It rained.\nIt \u00e9tait.", "description": "Rain",
    "author": [{"@type": "Person", "name": "Ann Lee"},
               {"@type": "Person", "name": "Bo"}],
    "publisher": {"@type": "Organization", "name": "The Paper"},
    "datePublished": "2024-05-01", "dateModified": "2024-05-02"})");
  EXPECT_TRUE(data.has(LdType::kArticle));
  EXPECT_TRUE(data.has(LdType::kOrganization));
  EXPECT_FALSE(data.has(LdType::kProduct));
  EXPECT_EQ(data.headline, "A \"storm\"");
  EXPECT_EQ(data.author, "Ann Lee");
  EXPECT_EQ(data.date_published, "2024-05-01");
  EXPECT_EQ(data.date_modified, "2024-05-02");
  ASSERT_EQ(data.bodies.size(), 1U);
  EXPECT_EQ(data.bodies[0], "It rained.\nIt était.");
  ASSERT_EQ(data.descriptions.size(), 1U);
  EXPECT_FALSE(data.descriptions[0].product);
}

TEST(JsonLdReader, ReadsObjectsOfAGraph) {
  JsonLd data = ld_of(R"({"@graph": [
    {"description": "A lamp", "@type": ["Product", "Thing"],
     "review": {"@type": "Review", "reviewBody": "Good light",
                "author": "Cy"}},
    {"@type": "http://schema.org/BreadcrumbList"}]})");
  EXPECT_TRUE(data.has(LdType::kProduct));
  EXPECT_TRUE(data.has(LdType::kReview));
  EXPECT_TRUE(data.has(LdType::kBreadcrumbs));
  ASSERT_EQ(data.descriptions.size(), 1U);
  EXPECT_TRUE(data.descriptions[0].product);
  ASSERT_EQ(data.bodies.size(), 1U);
  EXPECT_EQ(data.bodies[0], "Good light");
  EXPECT_EQ(data.author, "");  // of a review, not of an article
}

TEST(JsonLdReader, AnObjectOfACommentOrPartSaysNothingOfThePage) {
  for (const char* name : {"comment", "citation", "hasPart", "acceptedAnswer",
                           "liveBlogUpdate", "relatedThing"}) {
    const std::string nested = std::string("\"") + name +
                               "\": [{\"@type\": \"BlogPosting\", "
                               "\"datePublished\": \"2020-01-01\", "
                               "\"author\": {\"name\": \"Other\"}}]";
    for (const std::string& text :
         {"{" + nested +
              ", \"@type\": \"Article\", "
              "\"datePublished\": \"2019-03-04\"}",
          "{\"@type\": \"Article\", \"datePublished\": \"2019-03-04\", " +
              nested + "}"}) {
      const JsonLd data = ld_of(text);
      EXPECT_EQ(data.date_published, "2019-03-04") << text;
      EXPECT_EQ(data.author, "") << text;
    }
  }
  EXPECT_EQ(ld_of(R"({"@type":"WebPage","comment":{"@type":"BlogPosting",
                      "datePublished":"2020-01-01"}})")
                .date_published,
            "");
}

TEST(JsonLdReader, TheMainEntityStandsForThePage) {
  const JsonLd data = ld_of(R"({"@type":"QAPage","mainEntity":{
      "@type":"Question","datePublished":"2019-03-04","author":"Ann",
      "acceptedAnswer":{"@type":"Answer","datePublished":"2020-05-06"}}})");
  EXPECT_EQ(data.date_published, "2019-03-04");
  EXPECT_EQ(data.author, "Ann");
}

TEST(JsonLdReader, AnAuthorMayBeAString) {
  EXPECT_EQ(ld_of(R"([{"@type":"BlogPosting","author":"Dee"}])").author, "Dee");
}

TEST(JsonLdReader, AnAuthorOfAGraphHasTheNameThatIsThere) {
  for (const char* author : {R"({"@id": "#a"})", R"([{"@id": "#a"}])"}) {
    const std::string person =
        R"({"@type": "Person", "@id": "#a", "name": "Ann"})";
    const std::string article = R"({"@type": "LiveBlogPosting", "author": )" +
                                std::string(author) + "}";
    const std::string before =
        "{\"@graph\": [" + person + ", " + article + "]}";
    const std::string after = "{\"@graph\": [" + article + ", " + person + "]}";
    EXPECT_EQ(ld_of(before).author, "Ann");
    EXPECT_EQ(ld_of(after).author, "Ann");
  }
}

TEST(JsonLdReader, AReplyStandsBehindTheArticle) {
  const JsonLd data = ld_of(R"([
    {"@type": "Comment", "author": "Bo", "datePublished": "2020-03-04"},
    {"@type": "Article", "author": "Ann", "datePublished": "2019-03-04"}])");
  EXPECT_EQ(data.author, "Ann");
  EXPECT_EQ(data.date_published, "2019-03-04");
  EXPECT_EQ(ld_of(R"({"@type": "Comment", "author": "Bo"})").author, "Bo");
}

TEST(JsonLdReader, ReadsPastMistakes) {
  EXPECT_EQ(ld_of("{\"@type\":\"Article\",\"headline\":\"a\nb\",}").headline,
            "a\nb");
  EXPECT_EQ(ld_of("<!-- {\"@type\":\"Article\",\"headline\":\"a\"").headline,
            "a");
  EXPECT_EQ(ld_of("{\"headline\":\"\\ud800\",\"@type\":\"Article\"}").headline,
            "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");
  for (const char* text :
       {"", "]", "}{", "\"", "{\"a", "{\"a\":", "[[[", "{\"text\":\"\\"}) {
    JsonLd data = ld_of(text);
    EXPECT_EQ(data.types, 0U) << text;
  }
}

TEST(JsonLdReader, PassesOverWhatIsTooDeep) {
  std::string deep;
  for (int i = 0; i < 100'000; ++i) deep += "{\"a\":[";
  deep += "{\"@type\":\"Article\",\"headline\":\"x\"}";
  EXPECT_EQ(ld_of(deep).headline, "");
  // What is behind is read.
  std::string ends;
  for (int i = 0; i < 100'000; ++i) ends += "]}";
  EXPECT_EQ(ld_of(deep + ends + "{\"@type\":\"Article\",\"headline\":\"y\"}")
                .headline,
            "y");
}

}  // namespace
}  // namespace wax::document
