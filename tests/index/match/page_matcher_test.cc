#include "index/match/page_matcher.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "cdx/url/pasted_url.h"
#include "index/lucenepp/lucene_engine.h"
#include "index/search/results.h"
#include "index/search/searcher.h"
#include "index/search/suggest.h"
#include "index/store/index_reader.h"
#include "index/writer/index_writer.h"
#include "tests/index/search/pages.h"
#include "tests/support/temp_dir.h"

namespace wax::index {
namespace {

using tests::TempDir;

void write_records(
    const std::string& path,
    const std::vector<std::pair<std::string, std::string>>& records) {
  IndexWriter writer(path, {});
  for (const auto& [url, content] : records) {
    const std::vector<std::string> keys = cdx::keys_of_url(url);
    const std::string& key = keys.empty() ? url : keys.front();
    writer.add(std::vector<FieldValue>{{"url", url},
                                       {"urlkey", key},
                                       {"content", content},
                                       {"type", "text/plain"}});
  }
  writer.finish();
}

const std::vector<std::pair<std::string, std::string>> kRecords = {
    {"http://a.example/", "red heron"},
    {"metadata://gnu.org/software/wget/wget.log", "red heron heron heron"},
    {"dns:a.example", "heron"},
    {"https://a.example/metadata:x", "heron"},
    {"urn:pageinfo:http://a.example/", "red"},
    {"warcinfo:x", "red"},
    {"http://b.example/", "red old heron"}};

TEST(PageMatcher, OtherRecordsAreFoundWhenTheyAreAskedFor) {
  TempDir folder;
  write_records(folder / "i", kRecords);
  const IndexReader reader = IndexReader::open({folder / "i"});
  const std::vector<std::pair<std::string, std::vector<uint64_t>>> cases = {
      {"heron", {0, 3, 6}},
      {"*", {0, 3, 6}},
      {"red", {0, 6}},
      {"red heron", {0, 6}},
      {"red OR heron", {0, 3, 6}},
      {"her*", {0, 3, 6}},
      {"-heron", {}},
      {"type:text/plain", {0, 3, 6}},
      {"heron -exacturl:dns*", {0, 3, 6}},
      {"exacturl:dns*", {2}},
      {"heron exacturl:*", {0, 1, 2, 3, 6}},
      {"urlkey:warcinfo*", {5}},
      {"url:wget", {1}},
      {"metadata://gnu.org/software/wget/wget.log", {1}},
      {"METADATA://gnu.org/software/wget/wget.log", {1}},
      {"\"dns:a.example\"", {2}},
      {"wget.log", {}}};
  for (const auto& [query, documents] : cases) {
    EXPECT_EQ(found(reader, query), documents) << query;
  }
}

TEST(PageMatcher, TotalsAreExactAlsoWhenTheyMayBeEstimated) {
  TempDir folder;
  write_records(folder / "i", kRecords);
  const IndexReader reader = IndexReader::open({folder / "i"});
  SearchOptions estimate;
  estimate.exact_total = false;
  for (const char* query : {"heron", "*"}) {
    Hits hits = Searcher(reader).search(parse_query(query), 0, 1, estimate);
    EXPECT_TRUE(hits.total_is_exact) << query;
    EXPECT_EQ(hits.total, 3U) << query;
    EXPECT_EQ(hits.best.size(), 1U) << query;
  }
}

TEST(PageMatcher, ScoresAreThoseOfTheQuery) {
  TempDir folder;
  write_records(folder / "i", kRecords);
  const IndexReader reader = IndexReader::open({folder / "i"});
  Query all = parse_query("red heron");
  Query pages = all;
  all.other_records = true;
  Hits with = Searcher(reader).search(all, 0, 10);
  Hits without = Searcher(reader).search(pages, 0, 10);
  ASSERT_EQ(with.best.size(), 3U);
  ASSERT_EQ(without.best.size(), 2U);
  for (const Hit& hit : without.best) {
    bool same = false;
    for (const Hit& other : with.best) {
      same |= other.document == hit.document && other.score == hit.score;
    }
    EXPECT_TRUE(same) << hit.document;
  }
}

TEST(PageMatcher, LuceneLeavesOutTheSame) {
  TempDir folder;
  write_records(folder / "i", kRecords);
  const IndexReader own = IndexReader::open({folder / "i"});
  OpenOptions options;
  options.engine = lucene_engine();
  const IndexReader lucene = IndexReader::open({folder / "i"}, options);
  for (const char* query : {"heron", "red heron", "*", "exacturl:dns*"}) {
    EXPECT_EQ(found(own, query), found(lucene, query)) << query;
  }
}

TEST(PageMatcher, ManyWindowsOfBoth) {
  TempDir folder;
  std::vector<std::pair<std::string, std::string>> records;
  constexpr size_t kCount = 10000;
  for (size_t i = 0; i < kCount; ++i) {
    bool is_page = i % 7 != 0 && i / 5000 == 0;
    records.emplace_back(
        (is_page ? "http://a.example/" : "dns:") + std::to_string(i),
        i % 3 == 0 ? "heron" : "red");
  }
  write_records(folder / "i", records);
  const IndexReader reader = IndexReader::open({folder / "i"});
  std::vector<uint64_t> expected;
  for (size_t i = 0; i < kCount; ++i) {
    if (records[i].first[0] == 'h' && i % 3 == 0) expected.push_back(i);
  }
  EXPECT_EQ(found(reader, "heron"), expected);
  Hits best = Searcher(reader).search(parse_query("heron"), 0, 20);
  EXPECT_EQ(best.best.size(), 20U);
  EXPECT_EQ(best.total, expected.size());
}

}  // namespace
}  // namespace wax::index
