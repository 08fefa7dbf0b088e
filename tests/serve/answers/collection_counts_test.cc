#include "serve/answers/collection_counts.h"

#include <gtest/gtest.h>

#include <thread>

#include "tests/serve/small_site.h"

namespace wax::serve {
namespace {

TEST(CollectionCounts, CountCapturesByYearTypeSiteAndStatus) {
  SmallSite small;
  CollectionCounts all;
  CollectionCounts::Answer answer = all.of(small.scope());
  for (int i = 0; i < 1000 && answer.being_counted; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    answer = all.of(small.scope());
  }
  ASSERT_NE(answer.counts, nullptr) << answer.failure;
  const CaptureCounts& counts = *answer.counts;
  EXPECT_EQ(counts.captures, 5U);
  EXPECT_EQ(counts.urls, 2U);
  ASSERT_EQ(counts.years.size(), 3U);
  EXPECT_EQ(counts.years.at(2007).all(), 3U);
  EXPECT_EQ(counts.years.at(2007).revisits, 1U);
  ASSERT_EQ(counts.fields.size(), 3U);
  EXPECT_EQ(counts.fields[0].field, "type");
  EXPECT_EQ(counts.fields[0].values[0].value, "text/html");
  EXPECT_EQ(counts.fields[0].values[0].count, 3U);
}

TEST(CollectionCounts, CountDocumentsWhenThereAreNoCdxFiles) {
  SmallSite small;
  DocumentCounts counts = document_counts(
      small.scope(), std::chrono::steady_clock::time_point::max());
  EXPECT_EQ(counts.documents, 6U);
  ASSERT_FALSE(counts.fields.empty());
  EXPECT_EQ(counts.fields[0].field, "site");
  EXPECT_EQ(counts.fields[0].values[0].value, "example.org");
  EXPECT_EQ(counts.fields[0].values[0].count, 4U);
}

}  // namespace
}  // namespace wax::serve
