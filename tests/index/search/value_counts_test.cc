#include "index/search/value_counts.h"

#include <gtest/gtest.h>

#include "index/store/index_reader.h"
#include "io/error.h"

namespace wax::index {
namespace {

TEST(ValueCounts, EqualTermsAreAddedUpAndTheMostFrequentComeFirst) {
  const TermNumbers terms = {{"b", 2}, {"a", 1}, {"c", 2}, {"a", 3}};
  const Facet facet = facet_of("site", {}, terms, 2, false);
  EXPECT_EQ(facet.field, "site");
  EXPECT_EQ(facet.different, 3U);
  ASSERT_EQ(facet.values.size(), 2U);
  EXPECT_EQ(facet.values[0].value, "a");
  EXPECT_EQ(facet.values[0].count, 4U);
  EXPECT_EQ(facet.values[1].value, "b");
}

TEST(ValueCounts, AllMayBeInOrderOfValues) {
  const Facet facet =
      facet_of("length", {true, {}}, {{"0020", 1}, {"0003", 5}}, 10, true);
  ASSERT_EQ(facet.values.size(), 2U);
  EXPECT_EQ(facet.values[0].value, "3");
  EXPECT_EQ(facet.values[1].value, "20");
}

TEST(ValueCounts, FieldsWithoutValuesAreRefused) {
  EXPECT_THROW(ValueCounts({}, "content"), UsageError);
}

}  // namespace
}  // namespace wax::index
