#include "text/csv.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>

namespace wax::text {
namespace {

std::string as_csv(std::string_view field) {
  std::string out;
  append_csv(field, out);
  return out;
}

std::string as_cell(std::string_view field) {
  std::string out;
  append_csv_cell(field, out);
  return out;
}

TEST(Csv, FieldsAreQuotedWhereTheyMustBe) {
  const std::pair<const char*, const char*> cases[] = {{"", ""},
                                                       {"Q42", "Q42"},
                                                       {",", "\",\""},
                                                       {"a\"b", "\"a\"\"b\""},
                                                       {"a\nb", "\"a\nb\""},
                                                       {"=1", "=1"}};
  for (const auto& [field, written] : cases) {
    EXPECT_EQ(as_csv(field), written);
  }
}

TEST(Csv, NoCellIsAFormula) {
  const std::pair<const char*, const char*> cases[] = {
      {"=1+1", "'=1+1"}, {"+1", "'+1"},        {"-1", "'-1"}, {"@A1", "'@A1"},
      {"\tx", "'\tx"},   {"-", "-"},           {"=", "="},    {"a=1", "a=1"},
      {"", ""},          {"=a,b", "\"'=a,b\""}};
  for (const auto& [field, written] : cases) {
    EXPECT_EQ(as_cell(field), written);
  }
}

TEST(Csv, WhatWasWrittenIsRead) {
  for (std::string_view field : {"", "a", ",", "\"", "\"\"", "a\"b,\nc", "'"}) {
    const std::string row = as_csv(field) + ",rest";
    std::string_view left = row;
    std::string read = "before";
    ASSERT_TRUE(read_csv(left, read)) << row;
    EXPECT_EQ(read, field);
    EXPECT_EQ(left, ",rest");
  }
}

TEST(Csv, AMissingQuoteIsTold) {
  std::string read;
  for (std::string_view row : {"\"", "\"a,b", "\"a\"\""}) {
    EXPECT_FALSE(read_csv(row, read));
  }
}

}  // namespace
}  // namespace wax::text
