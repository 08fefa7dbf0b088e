#include "answers/shown/search_answer.h"

#include <gtest/gtest.h>

#include <bit>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "answers/opened/collection.h"
#include "answers/opened/shown_fields.h"
#include "collection/access/access_rule.h"
#include "collection/access/collection_access.h"
#include "index/upkeep/date_index.h"
#include "index/writer/index_writer.h"
#include "io/error.h"
#include "lines/line_stream.h"
#include "tests/serve/small_site.h"
#include "tests/support/archives.h"
#include "tests/support/temp_dir.h"

namespace wax::answers {
namespace {

constexpr size_t kShards = 3;

// How many queries a page evaluates, over all shards.
uint64_t queries_of(serve::SmallSite& small, const std::string& target) {
  uint64_t before = small.holdings().evaluations;
  Request request;
  request.method = "GET";
  request.path = target.substr(0, target.find('?'));
  request.parameters = Parameters(target.substr(target.find('?') + 1));
  (void)small.router().answer(request);
  uint64_t shards = small.holdings().evaluations - before;
  EXPECT_EQ(shards % kShards, 0U) << target;
  return shards / kShards;
}

TEST(SearchAnswer, APageEvaluatesItsQueryOnce) {
  serve::SmallSite small(9, kShards);
  for (std::string parameters :
       {"", "&collapse=none", "&collapse=site", "&collapse=similar",
        "&sort=newest", "&sort=length%3Aasc", "&start=5", "&count=0",
        "&site=example.org&from=2005&to=2009"}) {
    EXPECT_EQ(queries_of(small, "/search?query=heron" + parameters), 1U)
        << parameters;
    EXPECT_EQ(
        queries_of(small, "/api/search?query=heron&facet=site&facet=year" +
                              parameters),
        1U)
        << parameters;
  }
  EXPECT_EQ(queries_of(small, "/opensearch?query=heron"), 1U);
  EXPECT_EQ(queries_of(small, "/api/export?query=heron"), 1U);
  EXPECT_EQ(queries_of(small, "/trends?query=heron"), 1U);
  EXPECT_EQ(queries_of(small, "/trends?query=heron&query=river&share=1"), 3U);
}

TEST(SearchAnswer, OnlyWhatIsSuggestedIsEvaluatedBeside) {
  serve::SmallSite small(3, kShards);
  // The query itself.
  EXPECT_EQ(queries_of(small, "/search?query=zebra"), 1U);
  // And that without filters.
  EXPECT_EQ(queries_of(small, "/search?query=zebra&site=example.org"), 2U);
  // And each of its words.
  EXPECT_EQ(queries_of(small, "/search?query=heron+zebra"), 3U);
  // And another word.
  EXPECT_EQ(queries_of(small, "/search?query=heorn"), 2U);
  EXPECT_EQ(queries_of(small, "/api/search?query=zebra"), 1U);
}

TEST(SearchAnswer, HasHitsFacetsAndYearsAtOnce) {
  serve::SmallSite small;
  SearchRequest request;
  request.text = "grey";
  request.facets = {"site"};
  request.period = "year";
  request.count = 2;
  SearchAnswer answer = answer_search(small.scope(), request);
  EXPECT_EQ(answer.total, 3U);
  ASSERT_EQ(answer.hits.size(), 2U);
  const SearchHit& hit = answer.hits[0];
  EXPECT_EQ(hit.rank(), 1U);
  EXPECT_EQ(hit.page.url, "http://www.example.org/0");
  EXPECT_EQ(hit.page.length, 1234U);
  EXPECT_EQ(hit.page.dates,
            (std::vector<std::string>{"20060101000000", "20070301000000"}));
  EXPECT_EQ(hit.value_of("content"), "");
  ASSERT_EQ(answer.facets.size(), 1U);
  EXPECT_EQ(answer.facets[0].values[0].count, 3U);
  ASSERT_EQ(answer.periods.size(), 2U);
  EXPECT_EQ(answer.periods[0].value, "2006");
  EXPECT_EQ(answer.periods[1].count, 3U);
}

TEST(SearchAnswer, ASnippetComesInParts) {
  serve::SmallSite small;
  SearchRequest request;
  request.text = "grey stands";
  SearchAnswer answer = answer_search(small.scope(), request);
  ASSERT_FALSE(answer.hits.empty());
  std::string text;
  for (const SnippetPart& part : answer.hits[0].snippet()) {
    text += part.is_marked ? "[" + std::string(part.text) + "]"
                           : std::string(part.text);
  }
  EXPECT_EQ(text, "A [grey] heron [stands] in the river.");
}

TEST(SearchAnswer, FiltersAndDatesNarrowIt) {
  serve::SmallSite small;
  SearchRequest request;
  request.text = "river";
  EXPECT_EQ(answer_search(small.scope(), request).total, 4U);
  request.filters = {{"digest", "sha1:" + std::string(32, 'C')}};
  EXPECT_EQ(answer_search(small.scope(), request).total, 1U);
  request.from = "2006";
  request.to = "2007";
  EXPECT_EQ(answer_search(small.scope(), request).total, 0U);
}

TEST(SearchAnswer, OtherSearchesAreSuggestedWhenNothingIsFound) {
  serve::SmallSite small;
  SearchRequest request;
  request.text = "grey \"no such\" OR";
  request.suggests_searches = true;
  request.filters = {{"site", "other.example"}};
  SearchRequest found = request;
  found.text = "grey";
  found.filters.clear();
  EXPECT_TRUE(answer_search(small.scope(), found).other_searches.empty());
  request.text = "grey \"no such\"";
  std::vector<OtherSearch> others =
      answer_search(small.scope(), request).other_searches;
  ASSERT_EQ(others.size(), 3U);
  EXPECT_EQ(others[0].kind, OtherSearch::Kind::kWithoutFilters);
  EXPECT_EQ(others[1].text, "grey");
  EXPECT_EQ(others[2].text, "\"no such\"");
  EXPECT_EQ(others[2].documents, 0U);
}

TEST(SearchAnswer, StreamsEveryHitInTheOrderOfTheIndex) {
  serve::SmallSite small(5, kShards);
  SearchRequest request;
  request.text = "heron";
  SearchedIndex searched;
  searched.reader = &reader_of(small.scope());
  uint64_t rank = 0;
  uint64_t last = 0;
  index::Missing missing =
      each_search_hit(searched, request,
                      [&](const index::Query&, const std::vector<std::string>&,
                          const index::ShownHit& hit) {
                        EXPECT_EQ(hit.rank, ++rank);
                        EXPECT_TRUE(rank == 1 || hit.hit.document > last);
                        last = hit.hit.document;
                        return true;
                      });
  EXPECT_FALSE(missing.any());
  EXPECT_EQ(rank, answer_search(small.scope(), request).total);
  Scope scope = small.scope();
  uint64_t found = 0;
  for (uint64_t bits : found_documents(scope, request).bits) {
    found += static_cast<uint64_t>(std::popcount(bits));
  }
  EXPECT_EQ(found, rank);
}

TEST(SearchAnswer, PagesShowAllThatAnIndexHas) {
  serve::SmallSite small;
  SearchRequest request = with_all_that_pages_show(small.scope(), {});
  EXPECT_EQ(request.collapse_text(), "url");
  EXPECT_EQ(request.per_group, 1U);
  EXPECT_EQ(request.period, "year");
  EXPECT_EQ(request.facets, facet_fields(names_of(small.scope())));
  SearchRequest of_sites;
  of_sites.set_collapse("site");
  EXPECT_GT(with_all_that_pages_show(small.scope(), of_sites).per_group, 1U);
}

// Two pages that are alike, and of which the second one has a high PageRank.
class Ranked {
 public:
  Ranked() {
    const std::string shard = folder_ / "site/pindexes/001";
    index::IndexWriter writer(shard + "/main", {});
    for (const char* page : {"0", "1"}) {
      writer.add({{"urlkey", std::string("org,example)/") + page},
                  {"digest", "sha1:D"},
                  {"url", std::string("http://example.org/") + page},
                  {"date", "20070101000000"},
                  {"content", "A grey heron."}});
    }
    writer.about("urlkey", "surt");
    writer.finish();
    tests::Problems none;
    (void)index::build_column(
        {shard}, {"pagerank", index::ColumnKind::kReal},
        lines::lines_of("org,example)/0 0.2\norg,example)/1 1000\n"), "list",
        {}, none);
    reader_.emplace(
        index::IndexReader::open_collection(folder_ / "site", {}, none));
  }

  [[nodiscard]] std::string first(SearchRequest request) const {
    SearchedIndex searched;
    searched.reader = &*reader_;
    request.text = "heron";
    return answer_search(searched, request).hits.at(0).page.url;
  }
  [[nodiscard]] const index::IndexReader& reader() const { return *reader_; }

 private:
  tests::TempDir folder_;
  std::optional<index::IndexReader> reader_;
};

TEST(SearchAnswer, PageRankBoostsHitsUnlessAskedOtherwise) {
  const Ranked ranked;
  EXPECT_EQ(ranked.first({}), "http://example.org/1");
  SearchRequest none;
  none.set_boosts({"none"});
  EXPECT_EQ(ranked.first(none), "http://example.org/0");
  SearchRequest by_date;
  by_date.set_sort("oldest");
  EXPECT_EQ(ranked.first(by_date), "http://example.org/0");
  EXPECT_NEAR(boost_of(ranked.reader(), {}, 1), 1.138, 0.001);
  EXPECT_NEAR(boost_of(ranked.reader(), {}, 0), 1.004, 0.001);
  EXPECT_EQ(boost_of(ranked.reader(), none, 1), 1);
  EXPECT_EQ(boost_of(ranked.reader(), by_date, 1), 1);
  SearchRequest given;
  given.set_boosts({"pagerank"});
  EXPECT_EQ(boost_of(ranked.reader(), given, 1), 1001);
}

// Which pages are hits, with their dates and passages, in a server that keeps
// what it read.
class KeptTexts {
 public:
  KeptTexts() {
    const std::string shard = folder_ / "site/pindexes/001";
    index::IndexWriter writer(shard + "/main", {});
    for (const char* page : {"0", "1"}) {
      writer.add({{"urlkey", std::string("org,example)/") + page},
                  {"digest", "sha1:D"},
                  {"url", std::string("http://example.org/") + page},
                  {"date", "20070101000000"},
                  {"date", "20080101000000"},
                  {"content", std::string("Heron ") + page}});
    }
    writer.about("urlkey", "surt");
    writer.finish();
    holdings_.kept = std::make_unique<index::KeptDocuments>(1 << 20);
    holdings_.collections.add(std::make_unique<Collection>(
        "c", CollectionFiles{folder_ / "site", {}}, nullptr));
  }

  void hide(const collection::AccessRule& rule) {
    collection::write_hidden(folder_ / "site/hidden", {rule});
    look_again();
  }
  void set_rules(std::string_view rules) {
    folder_.write("site/access", rules);
    look_again();
  }
  [[nodiscard]] std::vector<std::string> hits() const {
    SearchRequest request;
    request.text = "heron";
    std::vector<std::string> shown;
    for (const SearchHit& hit :
         answer_search(scope_of(holdings_, Request()), request).hits) {
      std::string& one = shown.emplace_back(hit.shown.snippet.text);
      for (const auto& [name, value] : hit.shown.document) {
        if (name == "date") one += ' ' + value.substr(0, 4);
      }
    }
    return shown;
  }
  [[nodiscard]] uint64_t kept() const { return holdings_.kept->memory(); }

 private:
  void look_again() {
    Collection& collection = *holdings_.collections.all().front();
    collection.look_again();
    (void)collection.current();
  }

  tests::TempDir folder_;
  Holdings holdings_;
};

TEST(SearchAnswer, WhatIsHiddenAfterItsTextWasKeptIsNotShown) {
  using Hits = std::vector<std::string>;
  KeptTexts texts;
  const Hits all = {"Heron 0 2007 2008", "Heron 1 2007 2008"};
  EXPECT_EQ(texts.hits(), all);
  EXPECT_EQ(texts.kept(), 0U);
  EXPECT_EQ(texts.hits(), all);
  const uint64_t kept = texts.kept();
  EXPECT_GT(kept, 0U);
  EXPECT_EQ(texts.hits(), all);
  texts.hide(collection::hiding_rule("page", "http://example.org/0"));
  EXPECT_EQ(texts.hits(), Hits{"Heron 1 2007 2008"});
  texts.set_rules("block all captured 2008\n");
  EXPECT_EQ(texts.hits(), Hits{"Heron 1 2007"});
  // The rules were asked about texts that were there.
  EXPECT_EQ(texts.kept(), kept);
}

}  // namespace

}  // namespace wax::answers
