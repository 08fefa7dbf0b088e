#include "answers/shards/shard_messages.h"

#include <gtest/gtest.h>

#include <string>

#include "answers/requests/parameter_table.h"
#include "answers/shards/cbor.h"
#include "index/query/query.h"
#include "io/error.h"

namespace wax::answers {
namespace {

SearchQuestion question() {
  SearchQuestion question;
  question.state = "7-1";
  question.request.text = "grey heron\xff";
  question.request.filters = {{"site", "a.org"}};
  question.request.set_sort("views:asc");
  question.request.set_boosts({"log(views)*0.02"});
  question.request.set_collapse("url");
  question.request.per_group = 3;
  question.request.facets = {"site"};
  question.milliseconds = 5000;
  question.fields = {{{"views", index::ColumnKind::kReal}}, {"url"}};
  question.stems = {"en"};
  question.all_stems = false;
  question.known_stems = {"en:heron"};
  question.found_urls = {false, true};
  question.counts = {10, {1, 0, 3}};
  question.all_groups = true;
  question.hits = {{4, 0.1F}};
  question.from_document = 9;
  return question;
}

TEST(ShardMessages, QuestionsAreReadAsTheyWereWritten) {
  const SearchQuestion read = decoded_question(encoded(question()));
  EXPECT_EQ(encoded(read), encoded(question()));
  EXPECT_EQ(read.request.text, "grey heron\xff");
  EXPECT_EQ(read.request.filters.size(), 1U);
  EXPECT_TRUE(read.request.sort->ascending);
  EXPECT_EQ(read.request.boosts->at(0).weight, 0.02);
  EXPECT_EQ(read.fields, question().fields);
  EXPECT_EQ(read.counts.terms, question().counts.terms);
  EXPECT_EQ(read.hits[0].score, 0.1F);
  EXPECT_LT(read.request.deadline,
            std::chrono::steady_clock::now() + std::chrono::seconds(6));
}

TEST(ShardMessages, QuestionsForMoreThanSearchesGiveAreRefused) {
  for (auto change :
       {+[](SearchRequest& request) { request.count = kLastHit * 2; },
        +[](SearchRequest& request) { request.start = UINT64_MAX; },
        +[](SearchRequest& request) { request.per_group = 100'000; }}) {
    SearchQuestion much = question();
    change(much.request);
    EXPECT_THROW((void)decoded_question(encoded(much)), UsageError);
  }
}

TEST(ShardMessages, BytesThatWereCutOrFlippedAreNoQuestion) {
  const std::string whole = encoded(question());
  for (size_t i = 0; i < whole.size(); ++i) {
    EXPECT_THROW((void)decoded_question(whole.substr(0, i)), FormatError);
    std::string flipped = whole;
    flipped[i] = static_cast<char>(flipped[i] ^ 0x55);
    try {
      (void)decoded_question(flipped);
    } catch (const Error&) {
      continue;  // FormatError, or more than searches give
    }
  }
}

TEST(ShardMessages, FactsOfAQuestionDecideTheQuery) {
  const SearchQuestion asked = question();
  const QueryFacts facts = query_facts(asked);
  EXPECT_TRUE(facts.has_stem("en:heron"));
  EXPECT_FALSE(facts.has_stem("en:grey"));
  EXPECT_FALSE(facts.finds_some({}));
  EXPECT_TRUE(facts.finds_some({}));
  EXPECT_FALSE(facts.finds_some({}));
}

TEST(ShardMessages, PartsAreReadAsTheyWereWritten) {
  index::ResultsPart part;
  part.total = 12;
  part.searched = 40;
  part.missing.shards = 2;
  part.missing.others = {"why"};
  part.is_by_score = false;
  part.first = {{uint64_t{1} << 63, 3, 0.3F, true}, {7, 4, 0.2F, false}};
  part.keys = {{5, ""}, {1, "a.org"}};
  part.boosted = part.first;
  part.collapsed = {{{1, "a.org"}, 9, part.first}, {{1, "b.org"}, 3, {}}};
  part.texts = {"x", "\xff"};
  part.facets = {{{"a.org", 9}, {"b.org", 3}}};
  part.periods = {{"2007", 12}};
  const std::string bytes = encoded(part);
  const index::ResultsPart read = decoded_part(bytes);
  EXPECT_EQ(encoded(read), bytes);
  EXPECT_EQ(read.first[0].key, uint64_t{1} << 63);
  EXPECT_FALSE(read.first[1].has);
  EXPECT_FALSE(read.is_by_score);
  EXPECT_EQ(read.collapsed[0].places.size(), 2U);
  EXPECT_EQ(read.collapsed[1].key.text, "b.org");
  part.first[0].document = index::Hit().document + (uint64_t{1} << 40);
  EXPECT_THROW((void)decoded_part(encoded(part)), FormatError);
  for (size_t i = 0; i < bytes.size(); ++i) {
    EXPECT_THROW((void)decoded_part(bytes.substr(0, i)), FormatError);
  }
}

TEST(ShardMessages, MarksOutsideOfTheirTextAreNoAnswer) {
  HitTexts texts = {
      HitText{{{"url", "http://a.org/\xff"}}, {"heron", {{0, 5}}}},
      std::nullopt};
  const HitTexts read = decoded_texts(encoded(texts));
  ASSERT_EQ(read.size(), 2U);
  EXPECT_EQ(read[0]->document, texts[0]->document);
  EXPECT_EQ(read[0]->snippet.marks, texts[0]->snippet.marks);
  EXPECT_FALSE(read[1]);
  texts[0]->snippet.marks = {{3, 6}};
  EXPECT_THROW((void)decoded_texts(encoded(texts)), FormatError);
  texts[0]->snippet.marks = {{3, 4}, {1, 2}};
  EXPECT_THROW((void)decoded_texts(encoded(texts)), FormatError);
}

TEST(ShardMessages, SmallerAnswersAreReadAsTheyWereWritten) {
  EXPECT_EQ(decoded_urls(encoded(std::vector<bool>{true, false})),
            (std::vector<bool>{true, false}));
  const index::TermCounts counts =
      decoded_counts(encoded(index::TermCounts{5, {1, 2}}));
  EXPECT_EQ(counts.documents, 5U);
  EXPECT_EQ(counts.terms, (std::vector<uint64_t>{1, 2}));
  DocumentsPage page;
  page.documents = {{{"url", "x"}}};
  EXPECT_FALSE(decoded_documents(encoded(page)).next);
  page.next = 0;
  EXPECT_EQ(decoded_documents(encoded(page)).next, 0U);
}

}  // namespace
}  // namespace wax::answers
