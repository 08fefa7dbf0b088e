#include "index/schema/columns.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace wax::index {
namespace {

TEST(ColumnsTest, TermsOfNumbersAreInOrderOfTheNumbers) {
  for (auto [kind, numbers] :
       {std::pair{ColumnKind::kInteger,
                  std::vector<std::string>{
                      "-9223372036854775808", "-10", "-9", "-1", "0", "1", "9",
                      "10", "9007199254740993", "9223372036854775807"}},
        std::pair{ColumnKind::kReal,
                  std::vector<std::string>{"-inf", "-1e300", "-2.5", "-1e-300",
                                           "0", "1e-300", "0.5", "2.5", "1e300",
                                           "inf"}}}) {
    std::string before;
    for (const std::string& number : numbers) {
      auto term = number_term(kind, number);
      ASSERT_TRUE(term) << number;
      EXPECT_LT(before, *term) << number;
      EXPECT_EQ(number_term(kind, number_text(kind, *term)), term) << number;
      EXPECT_EQ(previous_number(kind, next_number(kind, *term)) == *term,
                *term != greatest_number(kind));
      before = *term;
    }
  }
  EXPECT_EQ(number_term(ColumnKind::kReal, "-0"),
            number_term(ColumnKind::kReal, "0"));
  EXPECT_EQ(number_value(ColumnKind::kInteger,
                         *number_term(ColumnKind::kInteger, "-7")),
            -7);
  EXPECT_EQ(
      number_value(ColumnKind::kReal, *number_term(ColumnKind::kReal, "0.25")),
      0.25);
}

TEST(ColumnsTest, OtherTextIsNoNumber) {
  for (const char* text : {"", "x", "5x", "1.5", "9223372036854775808", " 5"}) {
    EXPECT_FALSE(number_term(ColumnKind::kInteger, text)) << text;
  }
  for (const char* text : {"", "x", "5x", "nan", "1e999"}) {
    EXPECT_FALSE(number_term(ColumnKind::kReal, text)) << text;
  }
}

}  // namespace
}  // namespace wax::index
