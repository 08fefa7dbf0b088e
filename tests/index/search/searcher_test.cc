#include "index/search/searcher.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <random>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "index/lucenepp/lucene_engine.h"
#include "index/search/results.h"
#include "index/store/index_reader.h"
#include "index/writer/index_writer.h"
#include "io/error.h"
#include "tests/index/search/pages.h"
#include "tests/support/archives.h"
#include "tests/support/temp_dir.h"
#include "warc/record/date.h"

namespace wax::index {
namespace {

using testing::ElementsAre;
using tests::TempDir;

// Lucene++ and our own reading give the same hits with the same scores.
void expect_same_hits(const IndexReader& own, const IndexReader& lucene,
                      const std::string& query) {
  Query parsed = parse_query(query);
  for (auto [start, count] : {std::pair{0, 10}, {3, 5}, {0, 100000}}) {
    auto from = static_cast<uint64_t>(start);
    auto most = static_cast<uint64_t>(count);
    Hits ours = Searcher(own).search(parsed, from, most);
    SearchOptions estimate;
    estimate.exact_total = false;
    Hits fast = Searcher(own).search(parsed, from, most, estimate);
    ASSERT_EQ(fast.best.size(), ours.best.size()) << query;
    for (size_t i = 0; i < ours.best.size(); ++i) {
      ASSERT_EQ(fast.best[i].document, ours.best[i].document) << query;
      ASSERT_EQ(fast.best[i].score, ours.best[i].score) << query;
    }
    if (fast.total_is_exact) {
      ASSERT_EQ(fast.total, ours.total) << query;
    }
    Hits theirs = Searcher(lucene).search(parsed, from, most);
    ASSERT_EQ(ours.total, theirs.total) << query;
    ASSERT_EQ(ours.best.size(), theirs.best.size()) << query;
    for (size_t i = 0; i < ours.best.size(); ++i) {
      ASSERT_EQ(ours.best[i].document, theirs.best[i].document) << query;
      ASSERT_EQ(ours.best[i].score, theirs.best[i].score) << query;
    }
  }
}

TEST(SearcherTest, ArabicWordsInQuotesAreAsTheyAreWritten) {
  TempDir folder;
  auto page = [](std::vector<std::string> title,
                 std::vector<std::string> content) {
    return Page{std::move(title), std::move(content), {}, "text/html"};
  };
  write_index(folder / "i",
              {page({}, {"كتاب", "جديد"}), page({}, {"الكتاب", "الجديد"}),
               page({}, {"كِتَاب"}), page({}, {"على", "heron"}),
               page({}, {"علي"}), page({"الكتاب"}, {"heron"})});
  const IndexReader reader = IndexReader::open({folder / "i"});
  OpenOptions by_lucene;
  by_lucene.engine = lucene_engine();
  const IndexReader lucene = IndexReader::open({folder / "i"}, by_lucene);
  for (const auto& [query, documents] :
       std::vector<std::pair<std::string, std::vector<uint64_t>>>{
           {"كتاب", {0, 1, 2, 5}},
           {"\"كتاب\"", {0, 2}},
           {"\"كِتاب\"", {0, 2}},
           {"\"الكتاب\"", {1, 5}},
           {"\"والكتاب\"", {}},
           {"title:\"الكتاب\"", {5}},
           {"title:\"كتاب\"", {}},
           {"كتاب -\"كتاب\"", {1, 5}},
           {"على", {3, 4}},
           {"\"على\"", {3}},
           {"\"علي\"", {4}},
           {"\"على\" OR \"كتاب\"", {0, 2, 3}},
           {"heron \"على\"", {3}},
           {"كتاب جديد", {0, 1}},
           {"\"كتاب جديد\"", {0}},
           {"\"الكتاب الجديد\"", {1}},
           {"\"الكتاب جديد\"", {}},
           {"\"جديد كتاب\"", {}}}) {
    EXPECT_EQ(found(reader, query), documents) << query;
    expect_same_hits(reader, lucene, query);
  }
}

TEST(SearcherTest, DateRangesIncludeBothPeriods) {
  TempDir folder;
  write_index(folder / "i",
              {page_with({"20061231235959"}), page_with({"20070101000000"}),
               page_with({"20071231235959"}), page_with({"20081231235959"}),
               page_with({"20090101000000"}), page_with({})});
  IndexReader reader = IndexReader::open({folder / "i"});
  EXPECT_THAT(found(reader, "date:2007"), ElementsAre(1, 2));
  EXPECT_THAT(found(reader, "date:2007-2008"), ElementsAre(1, 2, 3));
  EXPECT_THAT(found(reader, "date:2007*"), ElementsAre(1, 2));
  EXPECT_THAT(found(reader, "date:200712"), ElementsAre(2));
  EXPECT_THAT(found(reader, "date:20071231"), ElementsAre(2));
  EXPECT_THAT(found(reader, "date:2007123123"), ElementsAre(2));
  EXPECT_THAT(found(reader, "date:2007123122"), ElementsAre());
  EXPECT_THAT(found(reader, "date:20071231235959"), ElementsAre(2));
  EXPECT_THAT(found(reader, "date:20071231235958"), ElementsAre());
  EXPECT_THAT(found(reader, "date:20071231235959-2008"), ElementsAre(2, 3));
  EXPECT_THAT(found(reader, "date:2006-20070101000000"), ElementsAre(0, 1));
  EXPECT_THAT(found(reader, "date:2008-"), ElementsAre(3, 4));
  EXPECT_THAT(found(reader, "date:-2006"), ElementsAre(0));
  EXPECT_THAT(found(reader, "date:*"), ElementsAre(0, 1, 2, 3, 4));
  EXPECT_THAT(found(reader, "-date:2007"), ElementsAre(0, 3, 4, 5));
  EXPECT_THAT(found(reader, "-date:*"), ElementsAre(5));
  EXPECT_THAT(found(reader, "word -date:2007-2008"), ElementsAre(0, 4, 5));
}

TEST(SearcherTest, FieldsAreSearchedByTheirOwnRules) {
  TempDir folder;
  {
    IndexWriter writer(folder / "i", {});
    writer.add({{"urlkey", "org,example)/a?b=c"},
                {"digest", "sha1:ABC"},
                {"url", "http://www.example.org/a?b=c"},
                {"site", "example.org"},
                {"sites", "example.org"},
                {"host", "www.example.org"},
                {"type", "text/html"},
                {"status", "200"},
                {"collection", "News"},
                {"filename", "a,b.warc.gz"}});
    writer.add({{"url", "https://other.example.org/a/b"},
                {"site", "other.example.org"},
                {"sites", "other.example.org"},
                {"sites", "example.org"},
                {"host", "other.example.org"},
                {"type", "application/pdf"},
                {"status", "404"}});
    writer.finish();
  }
  IndexReader reader = IndexReader::open({folder / "i"});
  EXPECT_THAT(found(reader, "site:example.org"), ElementsAre(0, 1));
  EXPECT_THAT(found(reader, "site:www.example.org"), ElementsAre(0, 1));
  EXPECT_THAT(found(reader, "site:ample.org"), ElementsAre());
  EXPECT_THAT(found(reader, "site:other.example.org"), ElementsAre(1));
  for (const char* query : {"host:www.example.org",
                            "host:Example.ORG",
                            "status:200-299",
                            "status:<300",
                            "filename:*.gz",
                            "exacturl:http*?b=c",
                            "url:http://www.example.org/a?b=c",
                            "url:\"https://example.org/a?b=c\"",
                            "url:\"http://www.example.org/a b c\"",
                            "url:\"example org a b c\"",
                            "url:http://www.example.org/a*",
                            "url:example.org/*",
                            "url:c",
                            "type:text",
                            "exacturl:http://www.example.org/a?b=c",
                            "urlkey:org,example)/a?b=c",
                            "urlkey:org,example)/*",
                            "digest:sha1:ABC",
                            "type:text/html",
                            "type:TEXT/*",
                            "status:200",
                            "filename:a,b.warc.gz",
                            "www",
                            "-status:404",
                            "host:example.org,example.net"}) {
    EXPECT_THAT(found(reader, query), ElementsAre(0)) << query;
  }
  for (const char* query :
       {"example", "url:\"example org a\"", "type:text/html,application/pdf",
        "site:\"example.org,other.example.org\"", "url:org", "*"}) {
    EXPECT_THAT(found(reader, query), ElementsAre(0, 1)) << query;
  }
  for (const char* query : {"http", "url:http", "urlkey:org",
                            "exacturl:http://www.example.org/a", "type:tex"}) {
    EXPECT_THAT(found(reader, query), ElementsAre()) << query;
  }
}

TEST(SearcherTest, ScriptsWithoutSpacesAreFound) {
  TempDir folder;
  write_index(folder / "i", {{{}, {"東京都は日本の首都"}, {}, ""},
                             {{}, {"京都"}, {}, ""},
                             {{}, {"ภาษาไทยง่าย"}, {}, ""},
                             {{}, {"日", "本"}, {}, ""}});
  IndexReader reader = IndexReader::open({folder / "i"});
  EXPECT_THAT(found(reader, "東京"), ElementsAre(0));
  EXPECT_THAT(found(reader, "京都"), ElementsAre(0, 1));
  EXPECT_THAT(found(reader, "東京都"), ElementsAre(0));
  EXPECT_THAT(found(reader, "都"), ElementsAre(0, 1));
  EXPECT_THAT(found(reader, "日本"), ElementsAre(0));
  EXPECT_THAT(found(reader, "日"), ElementsAre(0, 3));
  EXPECT_THAT(found(reader, "首都 日本"), ElementsAre(0));
  // Of these scripts a space says nothing.
  EXPECT_THAT(found(reader, "\"日 本\""), ElementsAre(0, 3));
  EXPECT_THAT(found(reader, "ไทย"), ElementsAre(2));
}

TEST(SearcherTest, WordsAndPhrasesWrittenAsInTheQueryRankHigher) {
  TempDir folder;
  auto page = [](const char* content) {
    return Page{{}, {content}, {}, "text/html"};
  };
  write_index(folder / "i", {page("命名问题"), page("命名問題"), page("ecole"),
                             page("école"), page("sao paulo"),
                             page("são paulo"), page("日本国"), page("日本國")});
  const IndexReader reader = IndexReader::open({folder / "i"});
  for (const auto& [query, documents] :
       std::vector<std::pair<std::string, std::vector<uint64_t>>>{
           {"命名问题", {0, 1}},
           {"命名問題", {1, 0}},
           {"ecole", {2, 3}},
           {"école", {3, 2}},
           {"\"são paulo\"", {5, 4}},
           {"\"sao paulo\"", {4, 5}},
           {"日本國", {7, 6}}}) {
    const Hits hits = Searcher(reader).search(parse_query(query), 0, 9);
    std::vector<uint64_t> order;
    for (const Hit& hit : hits.best) order.push_back(hit.document);
    EXPECT_EQ(order, documents) << query;
  }
}

TEST(SearcherTest, TitlesWeighMoreAndRareWordsToo) {
  TempDir folder;
  write_index(folder / "i", {{{}, {"apple", "pear"}, {}, ""},
                             {{"apple"}, {"pear"}, {}, ""},
                             {{}, {"apple", "plum"}, {}, ""},
                             {{}, {"apple", "apple"}, {}, ""}});
  IndexReader reader = IndexReader::open({folder / "i"});
  Hits hits = Searcher(reader).search(parse_query("apple OR plum"), 0, 2);
  EXPECT_EQ(hits.total, 4U);
  ASSERT_EQ(hits.best.size(), 2U);
  EXPECT_EQ(hits.best[0].document, 2U);
  EXPECT_EQ(hits.best[1].document, 1U);
}

TEST(SearcherTest, EqualScoresAreInOrderAndPagesFollowOneAnother) {
  TempDir folder;
  write_index(folder / "i", std::vector<Page>(50, page_with({})));
  IndexReader reader = IndexReader::open({folder / "i"});
  Searcher searcher(reader);
  uint64_t expected = 0;
  for (uint64_t start = 0; start < 60; start += 7) {
    Hits hits = searcher.search(parse_query("word"), start, 7);
    EXPECT_EQ(hits.total, 50U);
    for (const Hit& hit : hits.best) EXPECT_EQ(hit.document, expected++);
  }
  EXPECT_EQ(expected, 50U);
  EXPECT_TRUE(searcher.search(parse_query("word"), 0, 0).best.empty());
  EXPECT_EQ(searcher.search(parse_query("word"), 3, UINT64_MAX).best.size(),
            47U);
}

// What a query means, page by page.
class Model {
 public:
  explicit Model(std::mt19937& random) : random_(&random) {}

  using Test = std::function<bool(const Page&)>;
  std::pair<std::string, Test> query(int depth) {
    switch (pick(depth > 0 ? 9 : 6)) {
      case 0:
      case 1: {
        std::string word = written();
        return {word, [word](const Page& page) {
                  return has(page.title, {word}) || has(page.content, {word});
                }};
      }
      case 2: {
        std::vector<std::string> row;
        for (size_t n = 2 + pick(2); n > 0; --n) row.push_back(written());
        return {"\"" + joined(row) + "\"", [row](const Page& page) {
                  return has(page.title, row) || has(page.content, row);
                }};
      }
      case 3: {
        std::string begin = vocabulary().substr(0, 1);
        return {"title:" + begin + "*", [begin](const Page& page) {
                  return std::any_of(page.title.begin(), page.title.end(),
                                     [&](const std::string& word) {
                                       return word.starts_with(begin);
                                     });
                }};
      }
      case 4: {
        std::string type = pick(2) == 0 ? "text/html" : "image/gif";
        return {"type:" + type,
                [type](const Page& page) { return page.type == type; }};
      }
      case 5: {
        std::string first = date().substr(0, 4 + 2 * pick(6));
        std::string last = date().substr(0, 4 + 2 * pick(6));
        std::string low = first + std::string(14 - first.size(), '0');
        std::string high = last + std::string(14 - last.size(), '9');
        if (high < low || !warc::is_given_date(first) ||
            !warc::is_given_date(last)) {
          return query(depth);
        }
        return {"date:" + first + "-" + last, [low, high](const Page& page) {
                  return std::any_of(page.dates.begin(), page.dates.end(),
                                     [&](const std::string& when) {
                                       return low <= when && when <= high;
                                     });
                }};
      }
      case 6: {
        auto [text, test] = query(depth - 1);
        return {"-(" + text + ")",
                [inner = test](const Page& page) { return !inner(page); }};
      }
      case 7: {
        auto [a, test_a] = query(depth - 1);
        auto [b, test_b] = query(depth - 1);
        return {"(" + a + " OR " + b + ")",
                [x = test_a, y = test_b](const Page& page) {
                  return x(page) || y(page);
                }};
      }
      default: {
        auto [a, test_a] = query(depth - 1);
        auto [b, test_b] = query(depth - 1);
        return {"(" + a + " " + b + ")",
                [x = test_a, y = test_b](const Page& page) {
                  return x(page) && y(page);
                }};
      }
    }
  }

  Page page() {
    Page made;
    for (size_t n = pick(4); n > 0; --n) made.title.push_back(written());
    for (size_t n = pick(12); n > 0; --n) made.content.push_back(written());
    for (size_t n = pick(4); n > 0; --n) made.dates.insert(date());
    made.type = pick(3) == 0 ? "image/gif" : "text/html";
    return made;
  }

 private:
  static bool has(const std::vector<std::string>& words,
                  const std::vector<std::string>& row) {
    return std::search(words.begin(), words.end(), row.begin(), row.end(),
                       [](const std::string& a, const std::string& b) {
                         return without_accents(a) == without_accents(b);
                       }) != words.end();
  }
  static std::string without_accents(std::string word) {
    if (size_t at = word.find("é"); at != word.npos) word.replace(at, 2, "e");
    if (size_t at = word.find("ó"); at != word.npos) word.replace(at, 2, "o");
    return word;
  }
  size_t pick(size_t n) { return (*random_)() % n; }
  std::string vocabulary() {
    const char* words[] = {"ant", "ape", "bat", "bee", "cat", "cow", "doe"};
    // Some words are rare.
    return words[std::min(pick(7), pick(7))];
  }
  // Some words have an accent.
  std::string written() {
    std::string word = vocabulary();
    const size_t at = word.find_first_of("eo");
    if (at == word.npos || pick(4) != 0) return word;
    return word.replace(at, 1, word[at] == 'e' ? "é" : "ó");
  }
  std::string date() {
    const char* days[] = {"20061231", "20070101", "20071231",
                          "20080229", "19891231", "20071300"};
    const char* times[] = {"000000", "000001", "120000", "235959"};
    return std::string(days[pick(6)]) + times[pick(4)];
  }

  std::mt19937* random_;
};

TEST(SearcherTest, AnswersAgreeWithANaiveModel) {
  for (unsigned seed = 1; seed <= 4; ++seed) {
    std::mt19937 random(seed);
    Model model(random);
    TempDir folder;
    std::vector<Page> pages;
    for (int i = 0; i < 400; ++i) pages.push_back(model.page());
    // Two shards.
    std::vector<Page> first(pages.begin(), pages.begin() + 150);
    std::vector<Page> second(pages.begin() + 150, pages.end());
    write_index(folder / "c/pindexes/1/main", first);
    write_index(folder / "c/pindexes/2/main", second);
    NoProblems none;
    IndexReader reader = IndexReader::open_collection(folder / "c", {}, none);
    ASSERT_EQ(reader.documents(), pages.size());
    for (int i = 0; i < 300; ++i) {
      auto [text, matches] = model.query(3);
      SCOPED_TRACE("seed " + std::to_string(seed) + ": " + text);
      std::vector<uint64_t> expected;
      for (size_t n = 0; n < pages.size(); ++n) {
        if (matches(pages[n])) expected.push_back(n);
      }
      ASSERT_EQ(found(reader, text), expected);
    }
  }
}

TEST(SearcherTest, LuceneGivesTheSameHitsAndScores) {
  for (unsigned seed = 1; seed <= 6; ++seed) {
    std::mt19937 random(seed);
    Model model(random);
    TempDir folder;
    // Shards of several windows, with other dates beside them.
    for (size_t shard = 0; shard < 3; ++shard) {
      std::string path = folder / ("c/pindexes/" + std::to_string(shard));
      std::vector<Page> pages;
      size_t count = shard == 1 ? 5000 : 30 + seed;
      for (size_t i = 0; i < count; ++i) pages.push_back(model.page());
      write_index(path + "/main", pages);
      if (shard == 2) continue;
      IndexWriter dates(path + "/dates", {});
      for (size_t i = 0; i < count; ++i) {
        std::vector<FieldValue> values;
        Page page = model.page();
        for (const std::string& date : page.dates) {
          values.push_back({"date", date});
        }
        dates.add(values);
      }
      dates.finish();
    }
    NoProblems none;
    OpenOptions by_lucene;
    by_lucene.engine = lucene_engine();
    IndexReader own = IndexReader::open_collection(folder / "c", {}, none);
    IndexReader lucene =
        IndexReader::open_collection(folder / "c", by_lucene, none);
    for (int i = 0; i < 100; ++i) {
      std::string text = model.query(4).first;
      SCOPED_TRACE("seed " + std::to_string(seed));
      expect_same_hits(own, lucene, text);
      if (HasFatalFailure()) return;
    }
    for (const char* text :
         {"*", "a*", "\"ant b*\"", "\"a b*\"", "content:c*", "-ant",
          "ant OR -bat", "nothing", "ant nothing", "ant OR nothing",
          "\"ant nothing\"", "\"nothing b*\"", "type:text/html,image/gif",
          "type:t*", "date:* -type:image/gif", "title:ant content:bat"}) {
      expect_same_hits(own, lucene, text);
      if (HasFatalFailure()) return;
    }
  }
}

// Words by Zipf's law in pages of many lengths, so that blocks of postings have
// different maxima, and shards with and without the file of blocks.
TEST(SearcherTest, TheBestHitsAreTheSameWhenMostDocumentsAreLeftOut) {
  for (unsigned seed = 1; seed <= 2; ++seed) {
    std::mt19937 random(seed);
    auto word = [&] {
      double u = 1 - static_cast<double>(random() >> 8) / 0x1000000;
      return "w" + std::to_string(static_cast<int>(std::pow(u, -0.9)));
    };
    TempDir folder;
    for (const char* shard : {"c/pindexes/1", "c/pindexes/2"}) {
      std::vector<Page> pages(6000);
      for (Page& page : pages) {
        for (size_t n = random() % 4; n > 0; --n) page.title.push_back(word());
        size_t words = 1 + random() % (random() % 50 == 0 ? 3000 : 30);
        for (; words > 0; --words) page.content.push_back(word());
        if (random() % 500 == 0)
          page.content.insert(page.content.end(), 400, "w3");
      }
      write_index(folder / shard + "/main", pages);
    }
    NoProblems none;
    OpenOptions by_lucene;
    by_lucene.engine = lucene_engine();
    IndexReader own = IndexReader::open_collection(folder / "c", {}, none);
    IndexReader lucene =
        IndexReader::open_collection(folder / "c", by_lucene, none);
    // Without a manifest the blocks are not trusted.
    std::filesystem::remove(folder / "c/pindexes/2/main/wax-manifest");
    OpenOptions unchecked;
    unchecked.unchecked = true;
    IndexReader half =
        IndexReader::open_collection(folder / "c", unchecked, none);
    for (const char* text :
         {"w1",
          "content:w1",
          "content:w2",
          "content:w3",
          "content:w200",
          "w2 w3",
          "w2 OR w5 OR w9",
          "content:(w1 OR w30)",
          "w1 -w2",
          "content:(w2 w1)",
          "content:(w40 w1)",
          "\"w1 w1\"",
          "\"w1 w2\"",
          "content:\"w2 w1 w3\"",
          "content:\"w9 w1 w1\"",
          "(w1 OR w7) (w2 OR w50) -w400",
          "content:(w1 OR w2 OR w3 OR w4 w5)",
          "content:w1* OR content:w3",
          "-(w5 OR w6)",
          "title:w1 OR w2",
          "w1-w2* OR w8",
          "content:(w3 OR w3 OR w2)",
          "w1 OR w2 OR w3 OR w5 OR w8 OR w13 OR w21 OR w34 OR w55 OR w2",
          "(w1 OR w2 OR w3 OR w5 OR w8 OR w13 OR w21 OR w34 OR w55) w4"}) {
      SCOPED_TRACE("seed " + std::to_string(seed));
      expect_same_hits(own, lucene, text);
      expect_same_hits(half, lucene, text);
      if (HasFatalFailure()) return;
    }
  }
}

// Words of several fields, some of which stand in the same part of the pages.
TEST(SearcherTest, AnEstimateOfTheTotalIsNearIt) {
  const std::vector<std::string> words = {"ant", "bat", "cat", "dog", "eel"};
  for (unsigned seed = 9; seed < 12; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    TempDir folder;
    std::mt19937 random(seed);
    std::vector<Page> pages(20000);
    for (size_t n = 0; n < pages.size(); ++n) {
      for (size_t i = 0; i < words.size(); ++i) {
        const size_t share = n / 5000 == i ? 2 : 6;
        if (random() % share == 0) pages[n].content.push_back(words[i]);
        if (random() % 50 == 0) pages[n].title.push_back(words[i]);
      }
    }
    write_index(folder / "i", pages);
    IndexReader reader = IndexReader::open({folder / "i"});
    Searcher searcher(reader);
    SearchOptions estimate;
    estimate.exact_total = false;
    for (int round = 0; round < 40; ++round) {
      std::vector<std::string> some = words;
      std::shuffle(some.begin(), some.end(), random);
      std::string text = some[0];
      for (size_t i = 1 + random() % 4; i > 0; --i) text += " OR " + some[i];
      SCOPED_TRACE(text);
      const Hits exact = searcher.search(parse_query(text), 0, 10);
      const Hits about = searcher.search(parse_query(text), 0, 10, estimate);
      EXPECT_TRUE(exact.total_is_exact);
      EXPECT_FALSE(about.total_is_exact);
      const double room = 0.15 * static_cast<double>(exact.total);
      EXPECT_NEAR(static_cast<double>(about.total),
                  static_cast<double>(exact.total), room);
      ASSERT_EQ(about.best.size(), exact.best.size());
      for (size_t i = 0; i < exact.best.size(); ++i) {
        EXPECT_EQ(about.best[i].document, exact.best[i].document);
        EXPECT_EQ(about.best[i].score, exact.best[i].score);
      }
    }
    // What the dictionary says is exact, and where counting costs nothing.
    for (const char* text : {"content:ant", "ant bat", "ant -cat"}) {
      const Hits exact = searcher.search(parse_query(text), 0, 10);
      const Hits about = searcher.search(parse_query(text), 0, 10, estimate);
      EXPECT_TRUE(about.total_is_exact) << text;
      EXPECT_EQ(about.total, exact.total) << text;
    }
  }
}

TEST(SearcherTest, FacetsCountAllHits) {
  TempDir folder;
  std::mt19937 random(4);
  std::map<std::string, uint64_t> expected;
  for (const char* shard : {"c/pindexes/1/main", "c/pindexes/2/main"}) {
    IndexWriter writer(folder / shard, {});
    for (int i = 0; i < 5000; ++i) {
      std::string site = "s" + std::to_string(random() % (1 + random() % 40));
      bool hit = random() % 3 == 0;
      bool without = random() % 20 == 0;
      if (hit && !without) ++expected[site];
      std::vector<FieldValue> values = {{"content", hit ? "ant bat" : "bat"}};
      if (!without) values.push_back({"site", site});
      writer.add(values);
    }
    writer.finish();
  }
  std::vector<std::pair<uint64_t, std::string>> order;
  for (const auto& [site, count] : expected) order.emplace_back(count, site);
  std::sort(order.begin(), order.end(), [](const auto& a, const auto& b) {
    return a.first != b.first ? a.first > b.first : a.second < b.second;
  });
  NoProblems none;
  IndexReader reader = IndexReader::open_collection(folder / "c", {}, none);
  for (bool exact : {true, false}) {
    for (const char* text : {"ant", "content:ant", "ant bat"}) {
      ResultOptions options;
      options.search.exact_total = exact;
      options.facets = {"site"};
      options.facet_values = 7;
      options.count = 3;
      Results results = find_results(reader, parse_query(text), options);
      EXPECT_EQ(results.collapsed.size(), 3U);
      const std::vector<FacetValue>& values = results.facets.at(0).values;
      ASSERT_EQ(values.size(), 7U);
      for (size_t i = 0; i < values.size(); ++i) {
        EXPECT_EQ(values[i].value, order[i].second) << text;
        EXPECT_EQ(values[i].count, order[i].first) << text;
      }
    }
  }
}

TEST(SearcherTest, NoQueryIsABomb) {
  TempDir folder;
  std::mt19937 random(3);
  Model model(random);
  std::vector<Page> pages;
  for (int i = 0; i < 5000; ++i) pages.push_back(model.page());
  write_index(folder / "i", pages);
  IndexReader reader = IndexReader::open({folder / "i"});
  std::string alternatives = "ant";
  std::string all = "ant";
  for (int i = 0; i < 2000; ++i) {
    alternatives += " OR word" + std::to_string(i);
    all += " -word" + std::to_string(i);
  }
  std::string nested = "ant";
  for (int i = 0; i < 90; ++i) nested = "-(bat OR " + nested + ')';
  Searcher searcher(reader);
  EXPECT_EQ(searcher.search(parse_query(alternatives), 0, 10).total,
            searcher.search(parse_query("ant"), 0, 10).total);
  EXPECT_EQ(searcher.search(parse_query(all), 0, 10).total,
            searcher.search(parse_query("ant"), 0, 10).total);
  EXPECT_GT(searcher.search(parse_query(nested), 0, 10).total, 0U);
  EXPECT_THROW(
      (void)parse_query(std::string(300, '(') + "ant" + std::string(300, ')')),
      UsageError);
}

TEST(SearcherTest, ASearchEndsWithWhatItHasWhenTheTimeRunsOut) {
  TempDir folder;
  write_index(folder / "i", std::vector<Page>(50, page_with({})));
  IndexReader reader = IndexReader::open({folder / "i"});
  SearchOptions options;
  options.deadline = std::chrono::steady_clock::now();
  Hits hits = Searcher(reader).search(parse_query("word"), 0, 10, options);
  EXPECT_TRUE(hits.missing.out_of_time);
  EXPECT_LT(hits.searched, 50U);
  EXPECT_TRUE(hits.best.empty());
  options.deadline.reset();
  hits = Searcher(reader).search(parse_query("word"), 0, 10, options);
  EXPECT_FALSE(hits.missing.any());
  EXPECT_EQ(hits.searched, 50U);
}

TEST(SearcherTest, AShardThatTurnsOutToBeDamagedIsNamedAndTheOthersAnswer) {
  TempDir folder;
  std::vector<Page> pages(3000, page_with({}));
  for (size_t i = 0; i < pages.size(); ++i) {
    for (int n = 0; n < 30; ++n) {
      pages[i].content.push_back("w" + std::to_string(i * 30 + n));
    }
  }
  for (const char* shard : {"c/pindexes/1/main", "c/pindexes/2/main"}) {
    write_index(folder / shard, pages);
  }
  for (const auto& entry :
       std::filesystem::directory_iterator(folder / "c/pindexes/1/main")) {
    std::string path = entry.path().string();
    if (!path.ends_with(".tis")) continue;
    std::string bytes = tests::read_file(path);
    ASSERT_GT(bytes.size(), 200'000U);
    bytes.back() ^= 1;  // not in the block that opening reads
    std::ofstream(path, std::ios::binary) << bytes;
  }
  tests::Problems problems;
  IndexReader reader = IndexReader::open_collection(folder / "c", {}, problems);
  EXPECT_TRUE(problems.ids().empty());
  Query query = parse_query("content:w*");
  EXPECT_THROW((void)Searcher(reader).search(query, 0, 5), FormatError);
  SearchOptions options;
  options.problems = &problems;
  Hits hits = Searcher(reader).search(query, 0, 5, options);
  EXPECT_EQ(hits.total, 3000U);
  EXPECT_EQ(hits.searched, 3000U);
  EXPECT_EQ(hits.best[0].document, 3000U);
  EXPECT_THAT(problems.ids(), ElementsAre("unreadable-shard"));
  EXPECT_EQ(problems.all[0].file, folder / "c/pindexes/1");
}

TEST(SearcherTest, ThreadsShareAReader) {
  TempDir folder;
  std::mt19937 random(3);
  Model model(random);
  std::vector<Page> pages;
  for (int i = 0; i < 3000; ++i) pages.push_back(model.page());
  write_index(folder / "i", pages);
  // What the first search makes and keeps is made by all at once.
  const IndexReader reader = IndexReader::open({folder / "i"});
  std::vector<std::string> queries;
  for (int i = 0; i < 40; ++i) queries.push_back(model.query(3).first);
  auto answers = [&] {
    std::vector<uint64_t> sums;
    StoredDocument document;
    for (const std::string& text : queries) {
      Hits hits = Searcher(reader).search(parse_query(text), 0, 10);
      sums.push_back(hits.total);
      for (const Hit& hit : hits.best) {
        reader.document(hit.document, {"title"}, document);
        sums.push_back(hit.document);
        sums.push_back(document.size());
      }
    }
    return sums;
  };
  std::vector<std::vector<uint64_t>> all(4);
  std::vector<std::thread> threads;
  for (auto& sums : all) threads.emplace_back([&] { sums = answers(); });
  for (std::thread& thread : threads) thread.join();
  EXPECT_FALSE(all[0].empty());
  for (const auto& sums : all) EXPECT_EQ(sums, all[0]);
}

}  // namespace
}  // namespace wax::index
