#include "answers/shown/collection_counts.h"

#include <gtest/gtest.h>

#include <memory>
#include <thread>

#include "tests/serve/small_site.h"
#include "tests/support/temp_dir.h"

namespace wax::answers {
namespace {

// The counts, when they are there; null when they do not come.
std::shared_ptr<const CaptureTotals> counts_of(const Scope& scope) {
  CollectionCounts all;
  CollectionCounts::Answer answer = all.of(scope);
  for (int i = 0; i < 1000 && answer.being_counted; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    answer = all.of(scope);
  }
  EXPECT_EQ(answer.failure, "");
  return answer.counts;
}

TEST(CollectionCounts, CountCapturesByYearTypeSiteAndStatus) {
  serve::SmallSite small;
  const auto counted = counts_of(small.scope());
  ASSERT_NE(counted, nullptr);
  const CaptureTotals& counts = *counted;
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

TEST(CollectionCounts, RecordsThatAreNoPagesAreOfNoSite) {
  tests::TempDir folder;
  Holdings holdings;
  holdings.collections.add(std::make_unique<Collection>(
      "c",
      CollectionFiles{
          "",
          {folder.write("a.cdx",
                        "dns:example.org 20070101000000 dns:example.org "
                        "text/dns - A - - 1 0 a.warc\n"
                        "org,example)/ 20070101000000 http://example.org/ "
                        "text/html 200 B - - 1 9 a.warc\n"
                        "org,gnu)/wget.log 20070101000000 "
                        "metadata://gnu.org/wget.log "
                        "text/plain - C - - 1 0 a.warc\n")}},
      nullptr));
  const auto counts = counts_of(scope_of(holdings, Request()));
  ASSERT_NE(counts, nullptr);
  EXPECT_EQ(counts->captures, 3U);
  EXPECT_EQ(counts->hosts, 1U);
  const FieldCounts& sites = counts->fields[1];
  ASSERT_EQ(sites.field, "site");
  ASSERT_EQ(sites.values.size(), 1U);
  EXPECT_EQ(sites.values[0].value, "example.org");
}

// A host that rules keep out of searches is in no list of hosts.
TEST(CollectionCounts, LeaveOutWhatSearchesDoNotFind) {
  tests::TempDir folder;
  Holdings holdings;
  holdings.collections.add(std::make_unique<Collection>(
      "c",
      CollectionFiles{
          "",
          {folder.write("a.cdx",
                        "org,example)/ 20070101000000 http://example.org/ "
                        "text/html 200 B - - 1 9 a.warc\n"
                        "org,unlisted)/ 20080101000000 http://unlisted.org/ "
                        "text/plain 200 C - - 1 0 a.warc\n")},
          false,
          false,
          folder.write("access", "exclude-from-search host unlisted.org\n")},
      nullptr));
  const auto counts = counts_of(scope_of(holdings, Request()));
  ASSERT_NE(counts, nullptr);
  EXPECT_EQ(counts->captures, 1U);
  EXPECT_EQ(counts->hosts, 1U);
  EXPECT_EQ(counts->years.size(), 1U);
  for (const FieldCounts& field : counts->fields) {
    EXPECT_EQ(field.values.size(), 1U) << field.field;
  }
}

TEST(CollectionCounts, CountDocumentsWhenThereAreNoCdxFiles) {
  serve::SmallSite small;
  DocumentCounts counts = document_counts(
      small.scope(), std::chrono::steady_clock::time_point::max());
  EXPECT_EQ(counts.documents, 6U);
  ASSERT_FALSE(counts.fields.empty());
  EXPECT_EQ(counts.fields[0].field, "site");
  EXPECT_EQ(counts.fields[0].values[0].value, "example.org");
  EXPECT_EQ(counts.fields[0].values[0].count, 4U);
}

}  // namespace
}  // namespace wax::answers
