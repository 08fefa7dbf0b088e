#include "answers/requests/search_request.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "io/error.h"

namespace wax::answers {
namespace {

SearchRequest request_of(std::string_view query) {
  Request request;
  request.parameters = Parameters(query);
  return search_request(request);
}

TEST(SearchRequest, IsReadFromParametersAndTheirSynonyms) {
  SearchRequest search = request_of(
      "query=heron&site=a.org&site=b.org&lang=&from=2006&to=20071231&sort="
      "oldest&"
      "collapse=url&start=20&count=5&facet=type&facet=lang&facet-values=3");
  EXPECT_EQ(search.text, "heron");
  ASSERT_EQ(search.filters.size(), 2U);
  EXPECT_EQ(search.filters[1].second, "b.org");
  EXPECT_EQ(search.from, "2006");
  EXPECT_EQ(search.to, "20071231");
  EXPECT_EQ(search.sort->by, index::Sort::By::kOldest);
  EXPECT_EQ(search.collapse->by, index::Collapse::By::kUrl);
  EXPECT_EQ(search.start, 20U);
  EXPECT_EQ(search.count, 5U);
  EXPECT_EQ(search.facets.size(), 2U);
  EXPECT_EQ(search.facet_values, 3U);
  EXPECT_EQ(request_of("q=heron&hitsPerPage=7").text, "heron");
  EXPECT_EQ(request_of("q=heron&hitsPerPage=7").count, 7U);
}

TEST(SearchRequest, FacetsAreSeparatedByCommasOrRepeated) {
  using Fields = std::vector<std::string>;
  const Fields both = {"type", "lang"};
  for (const char* query : {"facet=type,lang", "facet=type&facet=lang",
                            "facet=type,lang&facet=lang", "facet=,type,,lang,",
                            "facet=type%2Clang"}) {
    EXPECT_EQ(request_of(query).facets, both) << query;
  }
  EXPECT_EQ(request_of("facet=,").facets, Fields());
  SearchRequest search;
  search.set_facets({"type", "site,lang"});
  EXPECT_EQ(search.facets, (Fields{"type", "site", "lang"}));
  search.set_facets({});
  EXPECT_EQ(search.facets, Fields());
}

TEST(SearchRequest, IsBlankWhenItAsksForNothing) {
  EXPECT_TRUE(request_of("").is_blank());
  EXPECT_TRUE(request_of("query=+%09").is_blank());
  EXPECT_FALSE(request_of("from=2006").is_blank());
  EXPECT_FALSE(request_of("site=a.org").is_blank());
  EXPECT_TRUE(request_of("other=a").is_blank());
}

TEST(SearchRequest, WritesWhatItsSettersRead) {
  for (std::string sort : {"", "relevance", "newest", "oldest", "views",
                           "views:asc", "views:desc", "newest:desc"}) {
    SearchRequest search;
    search.set_sort(sort);
    EXPECT_EQ(search.sort_text(), sort);
  }
  for (std::string collapse : {"", "none", "url", "similar", "site"}) {
    SearchRequest search;
    search.set_collapse(collapse);
    EXPECT_EQ(search.collapse_text(), collapse);
    EXPECT_EQ(search.collapses(), !collapse.empty() && collapse != "none");
  }
  const std::vector<std::vector<std::string>> all = {
      {},
      {"none"},
      {"views"},
      {"log(pagerank)*0.02", "sqrt(views)*0.3333333333333333"}};
  for (const std::vector<std::string>& boosts : all) {
    SearchRequest search;
    search.set_boosts(boosts);
    EXPECT_EQ(search.boost_texts(), boosts);
  }
  SearchRequest search;
  EXPECT_THROW(search.set_boosts({"none", "log(x"}), UsageError);
}

TEST(SearchRequest, CountsEachFacetOnce) {
  std::string query;
  for (int i = 0; i < 5000; ++i) query += "&facet=urlkey&facet=site";
  EXPECT_EQ(request_of(query).facets,
            (std::vector<std::string>{"urlkey", "site"}));
}

TEST(SearchRequest, TakesDatesOfCdxjWithoutTheirMilliseconds) {
  EXPECT_EQ(request_of("from=20070531203500123").from, "20070531203500");
  EXPECT_EQ(written_date(Parameters("from=20070531203500123"), kFrom),
            "20070531203500");
  EXPECT_EQ(written_date(Parameters("from=2007053120350012x"), kFrom),
            "2007053120350012x");
  EXPECT_THROW((void)request_of("from=20071331203500123"), UsageError);
}

TEST(SearchRequest, RefusesWhatHasNoMeaning) {
  std::string filters;
  for (int i = 0; i < 51; ++i) filters += "&site=a";
  std::string facets;
  for (int i = 0; i < 11; ++i) facets += "&facet=f" + std::to_string(i);
  for (std::string query :
       {std::string("count=x"), std::string("count=1001"),
        std::string("start=99001"), std::string("from=200"),
        std::string("to=2006x"), std::string("to=200601020304055"),
        std::string("from=20081345"), std::string("to=20200230"),
        std::string("sort=views:up"), filters, facets,
        std::string("facet=a,b,c,d,e,f,g,h,i,j,k")}) {
    EXPECT_THROW((void)request_of(query), UsageError) << query;
  }
}

}  // namespace

}  // namespace wax::answers
