// Queries that have a word more than once.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "index/query/query.h"
#include "index/search/searcher.h"
#include "index/store/index_reader.h"
#include "tests/index/search/pages.h"
#include "tests/support/seed.h"
#include "tests/support/temp_dir.h"

namespace wax::index {
namespace {

using tests::TempDir;

// Words of a few, with and without a list of several fields.
class RepeatedWords {
 public:
  RepeatedWords(unsigned seed, std::string folder)
      : random_(seed), pages_(5000), folder_(std::move(folder)) {
    for (Page& page : pages_) {
      for (size_t n = pick(3); n > 0; --n) page.title.push_back(word());
      for (size_t n = pick(30); n > 0; --n) page.content.push_back(word());
    }
    write_index(folder_, pages_);
  }

  size_t pick(size_t n) { return random_() % n; }
  std::string word() { return "w" + std::to_string(pick(1 + pick(12))); }
  // What each document scores by a query.
  static std::map<uint64_t, float> scores(const Searcher& searcher,
                                          const std::string& query) {
    SearchOptions options;
    options.proximity_boost = 0;
    std::map<uint64_t, float> all;
    const Hits hits =
        searcher.search(parse_query(query), 0, UINT64_MAX, options);
    EXPECT_EQ(hits.total, hits.best.size());
    for (const Hit& hit : hits.best) all[hit.document] = hit.score;
    return all;
  }
  [[nodiscard]] const std::vector<Page>& pages() const { return pages_; }

 private:
  std::mt19937 random_;
  std::vector<Page> pages_;
  std::string folder_;
};

// A word counts once for each time that the query has it.
TEST(RepeatedWordsTest, RepeatedWordsScoreWhatTheyScoreAloneSoManyTimes) {
  const unsigned seed = tests::seed_of_test();
  TempDir folder;
  RepeatedWords words(seed, folder / "i");
  IndexReader reader = IndexReader::open({folder / "i"});
  Searcher searcher(reader);
  for (int round = 0; round < 40; ++round) {
    const bool is_and = words.pick(2) == 0;
    const std::string field = words.pick(3) == 0 ? "content:" : "";
    std::vector<std::string> parts;
    for (size_t n = 2 + words.pick(12); n > 0; --n) {
      parts.push_back(field + words.word());
      if (is_and && words.pick(9) == 0) parts.push_back("-w9");
    }
    std::string query = parts[0];
    for (size_t i = 1; i < parts.size(); ++i) {
      query += (is_and ? " " : " OR ") + parts[i];
    }
    SCOPED_TRACE(query);
    std::map<uint64_t, float> expected;
    std::map<uint64_t, size_t> matched;
    for (const std::string& part : parts) {
      for (const auto& [document, score] : words.scores(searcher, part)) {
        expected[document] += score;
        ++matched[document];
      }
    }
    if (is_and) {
      std::erase_if(expected, [&](const auto& one) {
        return matched[one.first] < parts.size();
      });
    }
    const auto found = words.scores(searcher, query);
    ASSERT_EQ(found.size(), expected.size());
    for (const auto& [document, score] : expected) {
      ASSERT_TRUE(found.contains(document)) << document;
      ASSERT_NEAR(found.at(document), score, 1e-5F * score) << document;
    }
    // Those of the best alone are the same.
    SearchOptions options;
    options.exact_total = words.pick(2) == 0;
    options.proximity_boost = 0;
    const Hits best = searcher.search(parse_query(query), 0, 10, options);
    for (const Hit& hit : best.best) {
      ASSERT_EQ(hit.score, found.at(hit.document));
    }
    std::vector<float> all;
    for (const auto& [document, score] : found) all.push_back(score);
    std::sort(all.rbegin(), all.rend());
    for (size_t i = 0; i < best.best.size(); ++i) {
      ASSERT_EQ(best.best[i].score, all[i]);
    }
  }
}

// Whether the words can stand within the slop from `start` on, each somewhere
// else.
bool has_loose(const std::vector<std::string>& text,
               const std::vector<std::string>& phrase, size_t slop) {
  const auto size = static_cast<int64_t>(text.size());
  const auto count = static_cast<int64_t>(phrase.size());
  for (int64_t start = -count; start < size; ++start) {
    std::map<std::string, int64_t> taken;
    bool all = true;
    for (int64_t i = 0; i < count && all; ++i) {
      const std::string& word = phrase[static_cast<size_t>(i)];
      int64_t at = std::max<int64_t>(start + i, 0);
      if (taken.contains(word)) at = std::max(at, taken[word] + 1);
      const int64_t last = start + i + static_cast<int64_t>(slop);
      while (at < size && text[static_cast<size_t>(at)] != word) ++at;
      all = at < size && at <= last;
      taken[word] = at;
    }
    if (all) return true;
  }
  return false;
}

TEST(RepeatedWordsTest, PhrasesOfRepeatedWordsAreThoseOfTheTexts) {
  const unsigned seed = tests::seed_of_test();
  TempDir folder;
  RepeatedWords words(seed, folder / "i");
  IndexReader reader = IndexReader::open({folder / "i"});
  for (int round = 0; round < 60; ++round) {
    std::vector<std::string> phrase;
    for (size_t n = 2 + words.pick(5); n > 0; --n) {
      phrase.push_back("w" + std::to_string(words.pick(3)));
    }
    const size_t slop = words.pick(2) == 0 ? 0 : 1 + words.pick(4);
    std::string query = "content:\"" + joined(phrase) + '"';
    if (slop > 0) query += '~' + std::to_string(slop);
    SCOPED_TRACE(query);
    std::vector<uint64_t> expected;
    for (size_t n = 0; n < words.pages().size(); ++n) {
      if (has_loose(words.pages()[n].content, phrase, slop)) {
        expected.push_back(n);
      }
    }
    ASSERT_EQ(found(reader, query), expected);
  }
}

TEST(RepeatedWordsTest, AWordThousandsOfTimesCostsOnce) {
  TempDir folder;
  RepeatedWords words(1, folder / "i");
  IndexReader reader = IndexReader::open({folder / "i"});
  Searcher searcher(reader);
  auto many = [](const std::string& text, const std::string& between) {
    std::string query = text;
    while (query.size() < 27'000) query += between + text;
    return query;
  };
  const uint64_t total = searcher.search(parse_query("w1 w2"), 0, 0).total;
  ASSERT_GT(total, 0U);
  for (const auto& [query, expected] :
       {std::pair{many("w1 w2", " "), total},
        {many("(w1 w2)", " OR "), total},
        {many("w1", " ") + " w2", total},
        {'(' + many("w1", " OR ") + ") w2", total},
        {"w1 w2 -w9 -" + many("w99", " -"), UINT64_MAX},
        {'"' + many("w1", " ") + '"', 0},
        {'"' + many("w1", " ") + "\"~500", 0},
        {'"' + many("w1*", " ") + '"', 0},
        {many("w1*", " ") + " w2", UINT64_MAX},
        {'(' + many("wx1~1", " OR ") + ") w2", UINT64_MAX}}) {
    SCOPED_TRACE(query.substr(0, 20));
    const Query parsed = parse_query(query);
    const Hits hits = searcher.search(parsed, 0, 10);
    if (expected != UINT64_MAX) {
      EXPECT_EQ(hits.total, expected);
    }
    EXPECT_FALSE(hits.missing.any());
    SearchOptions options;
    options.deadline = std::chrono::steady_clock::now();
    EXPECT_TRUE(searcher.search(parsed, 0, 10, options).missing.out_of_time);
    EXPECT_LT(words_to_mark(parsed).size(), 5U);
  }
}

}  // namespace
}  // namespace wax::index
