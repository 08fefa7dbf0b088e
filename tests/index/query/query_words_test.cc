#include "index/query/query_words.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <tuple>
#include <vector>

#include "tests/index/query/shown_query.h"

namespace wax::index {
namespace {

class QueryWordsTest : public testing::TestWithParam<QueryCase> {};

TEST_P(QueryWordsTest, Means) {
  EXPECT_EQ(shown(parse_query(GetParam().query)), GetParam().meaning);
}

INSTANTIATE_TEST_SUITE_P(
    LikeWords, QueryWordsTest,
    testing::Values(
        QueryCase{"w?ld*c", "<w?ld*c as pattern>"},
        QueryCase{"W?LD*", "<w?ld* as pattern>"},
        QueryCase{"*tion", "<*tion as pattern>"},
        QueryCase{"title:ca*l?", "title:<ca*l? as pattern>"},
        QueryCase{"who was hawise?", "(<who> & <was> & <hawise>)"},
        QueryCase{"word~", "<word~2>"}, QueryCase{"Word~1", "<word~1>"},
        QueryCase{"word~0", "<word>"}, QueryCase{"-word~1", "-<word~1>"},
        QueryCase{"title:(a~1 OR b)", "(title:<a~1> | title:<b>)"},
        QueryCase{"a~b", "<a b>"}, QueryCase{"http://x/~1", "<http x 1>"},
        QueryCase{"\"a b\"~3", "<a b>~3"},
        QueryCase{"\"a b\"~3 c", "(<a b>~3 & <c>)"},
        QueryCase{"\"a\"~3", "<a>"},
        QueryCase{"title:\"a b\"~1", "title:<a b>~1"},
        QueryCase{"\"w?ld*\"", "<w ld>"}));

TEST(QueryWordTest, BeginningsAndPatternsKeepTheirAccents) {
  for (const auto& [query, folded, exact] :
       std::vector<std::tuple<const char*, const char*, const char*>>{
           {"caf?é", "caf?e", "caf?é"},
           {"Caf\u00C9*", "cafe", "café"},
           {"*é?cole", "*e?cole", "*é?cole"},
           {"cafe\u0301*x", "cafe*x", "café*x"},
           {"Stra\u00DFe*n", "strasse*n", "straße*n"},
           {"caf?e", "caf?e", ""},
           {"й*к", "й*к", ""}}) {
    Query parsed = parse_query(query);
    ASSERT_EQ(parsed.words.size(), 1U) << query;
    EXPECT_EQ(parsed.words[0].text, folded) << query;
    EXPECT_EQ(parsed.words[0].exact, exact) << query;
    EXPECT_EQ(looks_for_exact(parsed), *exact != 0) << query;
  }
}

}  // namespace
}  // namespace wax::index
