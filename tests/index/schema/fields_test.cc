#include "index/schema/fields.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace wax::index {
namespace {

TEST(FieldsTest, NamesAreUniqueAndCanBeFound) {
  std::set<std::string_view> names;
  for (const Field& field : fields()) {
    EXPECT_TRUE(names.insert(field.name).second) << field.name;
    EXPECT_EQ(find_field(field.name), &field);
    EXPECT_FALSE(field.meaning.empty()) << field.name;
  }
  EXPECT_EQ(find_field("nothing"), nullptr);
  EXPECT_EQ(find_field(""), nullptr);
}

// The reader stops there when it wants no more.
TEST(FieldsTest, TheIdentityOfAVersionComesFirst) {
  ASSERT_GE(fields().size(), 2U);
  EXPECT_EQ(fields()[0].name, "urlkey");
  EXPECT_EQ(fields()[1].name, "digest");
}

TEST(FieldsTest, EveryFieldIsShownOrSearchedAndWeightsAreOfWords) {
  for (const Field& field : fields()) {
    EXPECT_TRUE(field.stored != Stored::kNo || field.indexed != Indexed::kNo)
        << field.name;
    EXPECT_TRUE(field.boost == 0 || field.indexed == Indexed::kWords)
        << field.name;
  }
}

TEST(FieldsTest, WhatIsMadeOfAFieldIsNotStored) {
  for (const Field& field : fields()) {
    if (field.made_of.empty()) continue;
    EXPECT_NE(find_field(field.made_of), nullptr) << field.name;
    EXPECT_EQ(field.stored, Stored::kNo) << field.name;
  }
}

TEST(FieldsTest, UnitedFieldsHaveExactValues) {
  for (const Field& field : fields()) {
    if (!field.united) continue;
    EXPECT_EQ(field.indexed, Indexed::kExact) << field.name;
  }
}

TEST(FieldsTest, OtherProgramsFindWhatADocumentIs) {
  for (std::string_view name : {"url", "urlkey", "digest", "date", "title"}) {
    EXPECT_EQ(find_field(name)->stored, Stored::kLucene) << name;
  }
}

}  // namespace
}  // namespace wax::index
