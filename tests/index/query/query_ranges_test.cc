#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <tuple>
#include <vector>

#include "index/query/query_value.h"
#include "tests/index/query/shown_query.h"

namespace wax::index {
namespace {

class QueryRangesTest : public testing::TestWithParam<QueryCase> {};

TEST_P(QueryRangesTest, Means) {
  EXPECT_EQ(shown(parse_query(GetParam().query)), GetParam().meaning);
}

INSTANTIATE_TEST_SUITE_P(
    Dates, QueryRangesTest,
    testing::Values(
        QueryCase{"date:2007", "20070000000000..20079999999999"},
        QueryCase{"date:200710", "20071000000000..20071099999999"},
        QueryCase{"date:200710*", "20071000000000..20071099999999"},
        QueryCase{"date:20071003123456", "20071003123456..20071003123456"},
        QueryCase{"date:20071003123456789",
                  "20071003123456..20071003123456"},
        QueryCase{"date:2007-2008", "20070000000000..20089999999999"},
        QueryCase{"date:\"2007-2008\"", "20070000000000..20089999999999"},
        QueryCase{"date:2014-2014", "20140000000000..20149999999999"},
        QueryCase{"date:20071001-200802", "20071001000000..20080299999999"},
        QueryCase{"date:2007-", "20070000000000..99999999999999"},
        QueryCase{"date:-2007", "00000000000000..20079999999999"},
        QueryCase{"date:*", "00000000000000..99999999999999"},
        QueryCase{"date:2007,2009",
                  "(20070000000000..20079999999999 | "
                  "20090000000000..20099999999999)"},
        QueryCase{"-date:2007", "-20070000000000..20079999999999"},
        QueryCase{"date:2007-10", "20071000000000..20071099999999"},
        QueryCase{"date:2007-10-31", "20071031000000..20071031999999"},
        QueryCase{"date:2007..2008", "20070000000000..20089999999999"},
        QueryCase{"date:2007-10..2008-02", "20071000000000..20080299999999"},
        QueryCase{"date:..2008", "00000000000000..20089999999999"},
        QueryCase{"date:>=2007", "20070000000000..99999999999999"},
        QueryCase{"date:>2007", "20080000000000..99999999999999"},
        QueryCase{"date:<2007", "00000000000000..20069999999999"},
        QueryCase{"date:[2007 TO 2008]", "20070000000000..20089999999999"},
        QueryCase{"date:[* TO 2008]", "00000000000000..20089999999999"},
        QueryCase{"a date:2007", "(<a> & 20070000000000..20079999999999)"}));

TEST(QueryColumnTest, ColumnsOfNumbersHaveRanges) {
  auto range = [](const std::string& first, const std::string& last) {
    auto bound = [](const std::string& text, const std::string& open) {
      return text.empty() ? open : *number_term(ColumnKind::kInteger, text);
    };
    return "views=" + bound(first, least_number(ColumnKind::kInteger)) + ".." +
           bound(last, greatest_number(ColumnKind::kInteger));
  };
  for (const auto& [query, first, last] :
       std::vector<std::tuple<const char*, const char*, const char*>>{
           {"views:5", "5", "5"},
           {"views:5-9", "5", "9"},
           {"views:-5", "-5", "-5"},
           {"views:-5--1", "-5", "-1"},
           {"views:5-", "5", ""},
           {"views:5..9", "5", "9"},
           {"views:5..", "5", ""},
           {"views:..9", "", "9"},
           {"views:>=5", "5", ""},
           {"views:>5", "6", ""},
           {"views:<5", "", "4"},
           {"views:<=5", "", "5"},
           {"views:[5 TO 9]", "5", "9"},
           {"views:[* TO 9]", "", "9"},
           {"views:\"5\"", "5", "5"},
           {"views:*", "", ""}}) {
    EXPECT_EQ(shown(parse_query(query, kSomeColumns)), range(first, last))
        << query;
  }
  EXPECT_EQ(shown(parse_query("views:(5 OR 7)", kSomeColumns)),
            "(" + range("5", "5") + " | " + range("7", "7") + ")");
  EXPECT_EQ(shown(parse_query("rank:0.5", kSomeColumns)),
            "rank=" + *number_term(ColumnKind::kReal, "0.5") + ".." +
                *number_term(ColumnKind::kReal, "5e-1"));
  for (const char* query : {"views:x", "views:5x", "views:0.5", "views:9-5",
                            "views:>", "rank:nan", "views:\"\""}) {
    EXPECT_THROW((void)parse_query(query, kSomeColumns), QueryError) << query;
  }
}

}  // namespace
}  // namespace wax::index
