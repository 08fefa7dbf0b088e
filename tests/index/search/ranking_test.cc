// How hits are ordered, and that each says why.
#include "index/schema/ranking.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "index/query/query.h"
#include "index/schema/main_ranges.h"
#include "index/search/searcher.h"
#include "index/store/index_reader.h"
#include "index/writer/index_writer.h"
#include "tests/support/seed.h"
#include "tests/support/temp_dir.h"

namespace wax::index {
namespace {

using testing::ElementsAre;
using tests::TempDir;

using RankedPage = std::vector<FieldValue>;

// Adds a page whose main content is said as it is stored.
void add_page(const RankedPage& page, IndexWriter& writer) {
  std::vector<FieldValue> values;
  std::vector<TextRange> main;
  for (const FieldValue& value : page) {
    if (value.field == "main_ranges") {
      main = parse_main_ranges(value.value);
    } else {
      values.push_back(value);
    }
  }
  writer.add(values, main);
}

std::vector<uint64_t> ranked(const IndexReader& reader,
                             const std::string& query) {
  std::vector<uint64_t> documents;
  for (const Hit& hit :
       Searcher(reader).search(parse_query(query), 0, 100).best) {
    documents.push_back(hit.document);
  }
  return documents;
}

IndexReader index_of(const std::string& path,
                     const std::vector<RankedPage>& pages) {
  IndexWriter writer(path, {});
  for (const RankedPage& page : pages) add_page(page, writer);
  writer.finish();
  return IndexReader::open({path});
}

TEST(RankingTest, TitleCountsMoreThanMainContentAndThatMoreThanMenus) {
  TempDir folder;
  IndexReader reader =
      index_of(folder / "i", {{{"title", "no"},
                               {"main_ranges", "7-12"},
                               {"content", "heron\nwords of it"}},
                              {{"title", "no"},
                               {"main_ranges", "6-14"},
                               {"content", "words heron of"}},
                              {{"title", "heron"},
                               {"main_ranges", "6-14"},
                               {"content", "words words of"}}});
  EXPECT_THAT(ranked(reader, "heron"), ElementsAre(2, 1, 0));
}

TEST(RankingTest, MoreOccurrencesAndShorterTextsCountMore) {
  TempDir folder;
  std::string much;
  for (int i = 0; i < 900; ++i) much += "filler ";
  IndexReader reader = index_of(
      folder / "i",
      {{{"main_ranges", "0-99999"}, {"content", "heron " + much}},
       {{"main_ranges", "0-99999"}, {"content", "heron filler"}},
       {{"main_ranges", "0-99999"}, {"content", "heron heron filler"}}});
  EXPECT_THAT(ranked(reader, "heron"), ElementsAre(2, 1, 0));
}

TEST(RankingTest, AWordIsFoundWithoutItsAccentsAndFirstWithThem) {
  TempDir folder;
  IndexReader reader = index_of(folder / "i", {{{"content", "a cafe"}},
                                               {{"content", "a café"}},
                                               {{"content", "a CAFÉ"}},
                                               {{"content", "a cave"}}});
  EXPECT_THAT(ranked(reader, "cafe"), ElementsAre(0, 1, 2));
  EXPECT_THAT(ranked(reader, "Café"), ElementsAre(1, 2, 0));
  EXPECT_THAT(ranked(reader, "caf*"), ElementsAre(0, 1, 2));
  EXPECT_THAT(ranked(reader, "café*"), ElementsAre(1, 2, 0));
  EXPECT_THAT(ranked(reader, "c?fe*"), ElementsAre(0, 1, 2));
  EXPECT_THAT(ranked(reader, "c?f\u00E9"), ElementsAre(1, 2, 0));
  EXPECT_THAT(ranked(reader, "C?FE\u0301"), ElementsAre(1, 2, 0));
  EXPECT_THAT(ranked(reader, "\"a café\""), ElementsAre(1, 2, 0));
  EXPECT_THAT(ranked(reader, "\"a cafe\""), ElementsAre(0, 1, 2));
}

TEST(RankingTest, WordsThatStandTogetherComeFirst) {
  TempDir folder;
  IndexReader reader = index_of(
      folder / "i",
      {{{"content",
         "river one two three four five six seven eight nine amber"}},
       {{"content",
         "amber one two river three four five six seven eight nine"}},
       {{"content",
         "one two three river amber four five six seven eight nine"}},
       {{"content", "amber river one two three four five six seven eight x"}}});
  EXPECT_THAT(ranked(reader, "river amber"), ElementsAre(2, 3, 1, 0));
  // Whatever page of the hits is asked for.
  Hits second = Searcher(reader).search(parse_query("river amber"), 1, 2);
  ASSERT_EQ(second.best.size(), 2U);
  EXPECT_EQ(second.best[0].document, 3U);
  EXPECT_EQ(second.best[1].document, 1U);
}

TEST(RankingTest, APhraseIsFoundAcrossTheBorderOfTheMainContent) {
  TempDir folder;
  // "one two | three four | five six"
  IndexReader reader = index_of(
      folder / "i",
      {{{"main_ranges", "8-18"}, {"content", "one two three four five six"}}});
  for (const char* query :
       {"\"two three\"", "\"four five\"", "\"one two three four five six\"",
        "content:\"two three\"", "\"two four\"~1", "\"one two\"",
        "\"three four\"", "main:\"three four\""}) {
    EXPECT_THAT(ranked(reader, query), ElementsAre(0)) << query;
  }
  for (const char* query :
       {"\"two five\"", "\"three two\"", "main:\"two three\"",
        "title:\"two three\"", "\"two four\""}) {
    EXPECT_THAT(ranked(reader, query), ElementsAre()) << query;
  }
}

// Texts of few words, each a letter, with any main content.
TEST(RankingTest, PhrasesMatchAsTheTextReads) {
  const unsigned seed = tests::seed_of_test();
  std::mt19937 random(seed);
  TempDir folder;
  IndexWriter writer(folder / "i", {});
  std::vector<std::string> texts;
  for (int i = 0; i < 400; ++i) {
    std::string text;
    for (size_t n = 1 + random() % 60; n > 0; --n) {
      text += std::string(1, static_cast<char>('a' + random() % 4)) + ' ';
    }
    std::string ranges;
    size_t at = 0;
    for (size_t n = random() % 4; n > 0; --n) {
      at += 2 * (random() % 20);
      size_t end = at + 2 * (1 + random() % 30);
      ranges += std::to_string(at) + '-' + std::to_string(end) + ' ';
      at = end;
    }
    add_page({{"main_ranges", ranges}, {"content", text}}, writer);
    texts.push_back(' ' + text);
  }
  writer.finish();
  IndexReader reader = IndexReader::open({folder / "i"});
  for (int round = 0; round < 300; ++round) {
    std::string phrase;
    for (size_t n = 2 + random() % 4; n > 0; --n) {
      phrase += std::string(1, static_cast<char>('a' + random() % 4)) + ' ';
    }
    std::vector<uint64_t> expected;
    for (size_t i = 0; i < texts.size(); ++i) {
      if (texts[i].find(' ' + phrase) != std::string::npos) {
        expected.push_back(i);
      }
    }
    std::vector<uint64_t> found;
    Hits hits = Searcher(reader).search(parse_query('"' + phrase + '"'), 0,
                                        texts.size());
    for (const Hit& hit : hits.best) found.push_back(hit.document);
    EXPECT_THAT(found, testing::UnorderedElementsAreArray(expected)) << phrase;
  }
}

TEST(RankingTest, OtherFormsOfAWordAreFoundAndCountLess) {
  TempDir folder;
  WriterOptions options;
  options.stems = {"de", "en"};
  IndexWriter writer(folder / "i", options);
  for (const auto& [language, text] : {std::pair{"en", "the dog runs"},
                                       {"en", "a running dog"},
                                       {"de", "running dog"},
                                       {"fr", "running"},
                                       {"en", "a cat"},
                                       {"en-GB", "to run"}}) {
    writer.add({{"title", "a page"}, {"lang", language}, {"content", text}});
  }
  writer.finish();
  IndexReader reader = IndexReader::open({folder / "i"});
  EXPECT_THAT(reader.stems(), ElementsAre("de", "en"));
  auto found = [&](const std::string& text, const std::string& language) {
    Query query = parse_query(text);
    add_stems(query, {reader.stems(), language});
    std::vector<uint64_t> documents;
    for (const Hit& hit : Searcher(reader).search(query, 0, 100).best) {
      documents.push_back(hit.document);
      Explanation why = Searcher(reader).explain(query, hit.document);
      EXPECT_NEAR(why.score, hit.score, 1e-5 * hit.score) << text;
    }
    return documents;
  };
  // As it is written first, and of these the one in the language.
  EXPECT_THAT(found("running", "en"), ElementsAre(1, 3, 2, 0, 5));
  EXPECT_THAT(found("running lang:en", ""), ElementsAre(1, 0));
  EXPECT_THAT(found("running", ""), ElementsAre(2, 1, 3, 0, 5));
  EXPECT_THAT(found("\"running\"", "en"), ElementsAre(3, 2, 1));
  EXPECT_THAT(found("pages", "en"), ElementsAre(0, 1, 4, 5));
}

// Words of a few, so that there are many occurrences and pairs.
TEST(RankingTest, ExplanationsAddUpToTheScores) {
  const unsigned seed = tests::seed_of_test();
  std::mt19937 random(seed);
  auto text = [&](size_t most) {
    std::string made;
    for (size_t n = random() % most; n > 0; --n) {
      made += "w" + std::to_string(random() % (1 + random() % 40)) + ' ';
    }
    return made;
  };
  TempDir folder;
  IndexWriter writer(folder / "i", {});
  for (int i = 0; i < 1000; ++i) {
    std::string title = text(6) + (random() % 9 == 0 ? " w3é" : "");
    std::string content = text(90);
    add_page({{"title", title},
              {"main_ranges", "10-" + std::to_string(20 + random() % 200)},
              {"content", content}},
             writer);
  }
  writer.finish();
  IndexReader reader = IndexReader::open({folder / "i"});
  Searcher searcher(reader);
  for (const char* query :
       {"w1", "w3é", "w1 w2", "w7 OR w9 OR \"w1 w2\"", "title:w1 w2", "w1*",
        "w30 -w2", "content:w4 main:w5", "w1 w2 w3 w4", "w1 w2 w1 w2 w2",
        "(w1 OR w3 OR w3) (w2 OR w2)"}) {
    Query parsed = parse_query(query);
    for (const Hit& hit : searcher.search(parsed, 0, 40).best) {
      Explanation why = searcher.explain(parsed, hit.document);
      EXPECT_NEAR(why.score, hit.score, 1e-5 * hit.score) << query;
      float sum = 0;
      for (const Explanation& part : why.parts) sum += part.score;
      EXPECT_NEAR(sum, why.score, 1e-5 * sum) << query;
    }
  }
}

TEST(RankingTest, ASumAndItsScoreBelongTogether) {
  for (float sum : {0.01F, 1.0F, 30.0F}) {
    EXPECT_NEAR(sum_of(double{saturated(sum, 5)}, 5), sum, 1e-4 * sum);
  }
  EXPECT_GT(rarity_of(100, 100), 0);
  EXPECT_GT(rarity_of(100, 1), rarity_of(100, 2));
}

}  // namespace
}  // namespace wax::index
