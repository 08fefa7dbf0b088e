#include "tools/collection_cli/answer_writer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>

namespace wax::tools::collection_cli {
namespace {

answers::SearchAnswer sample_answer() {
  answers::SearchAnswer answer;
  answer.total = 1;
  answers::SearchHit hit;
  hit.shown.hit = {7, 1.5F};
  hit.shown.rank = 1;
  hit.shown.document = {{"url", "http://a.org/"},
                        {"title", "A \x1b[31m\xC2\x9Bred title"},
                        {"date", "20070101000000"}};
  hit.shown.snippet = {"a heron", {{2, 7}}};
  answer.hits.push_back(std::move(hit));
  answer.facets = {{"lang", {{"en", 1}}, 3}};
  return answer;
}

std::string text_of(AnswerForm form) {
  return AnswerWriter(std::move(form), nullptr)
      .text_of("heron", sample_answer());
}

TEST(AnswerWriter, TextDoesNotSteerTheTerminal) {
  EXPECT_EQ(text_of({}),
            "1 document\n\n1. A ?[31m??red title\n   http://a.org/  [1.500]\n"
            "   20070101000000\n   a **heron**\n\nlang:\n   en\t1\n"
            "   and 2 other values\n");
}

TEST(AnswerWriter, AHitThatNoWordFoundHasNoScore) {
  answers::SearchAnswer answer = sample_answer();
  answer.hits[0].shown.hit.score = 0;
  const std::string text = AnswerWriter({}, nullptr).text_of("url:x", answer);
  EXPECT_THAT(text,
              testing::HasSubstr("   http://a.org/\n   20070101000000\n"));
}

TEST(AnswerWriter, ASearchForAllPagesSaysThatThereAreOtherRecords) {
  answers::SearchAnswer answer = sample_answer();
  auto first_line = [&] {
    std::string text = AnswerWriter({}, nullptr).text_of("", answer);
    return text.substr(0, text.find('\n'));
  };
  EXPECT_EQ(first_line(), "1 document");
  answer.leaves_out_records = true;
  EXPECT_THAT(first_line(), testing::HasSubstr("--other-records"));
  answer.query.kind = index::Query::Kind::kWords;
  EXPECT_EQ(first_line(), "1 document");
}

TEST(AnswerWriter, LinesWithTabsMayHaveAHeader) {
  auto header = [](AnswerForm form) {
    return AnswerWriter(std::move(form), nullptr).header();
  };
  AnswerForm form;
  form.header = true;
  EXPECT_EQ(header(form), "") << "text has none";
  form.tsv = true;
  EXPECT_EQ(header(form), "rank\tscore\turl\ttitle\n");
  form.several = true;
  form.fields = {"url"};
  EXPECT_EQ(header(form), "query\turl\n");
  form.header = false;
  EXPECT_EQ(header(form), "");
}

TEST(AnswerWriter, EachAnswerOfSeveralNamesItsQuery) {
  AnswerForm form;
  form.several = true;
  form.count = true;
  EXPECT_EQ(text_of(form),
            "heron\t1\n\nlang:\n   en\t1\n   and 2 other values\n");
  form.json = true;
  EXPECT_EQ(text_of(form),
            "{\"query\":\"heron\",\"total\":1}\n"
            "{\"query\":\"heron\",\"facet\":\"lang\",\"different\":3,"
            "\"values\":[{\"value\":\"en\",\"count\":1}]}\n");
}

TEST(AnswerWriter, JsonHasTheTotalInEachObject) {
  AnswerForm form;
  form.json = true;
  const std::string text = text_of(form);
  EXPECT_EQ(text.find("{\"total\":1,\"rank\":1,"), 0U) << text;
  EXPECT_NE(text.find("\n{\"total\":1,\"facet\":\"lang\""), std::string::npos)
      << text;
}

}  // namespace
}  // namespace wax::tools::collection_cli
