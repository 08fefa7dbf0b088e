#include "index/search/value_counts.h"

#include <gtest/gtest.h>

#include "index/search/results.h"
#include "index/writer/index_writer.h"
#include "tests/support/temp_dir.h"

namespace wax::index {
namespace {

using tests::TempDir;

Facet counted(const IndexReader& reader, const char* field, uint64_t count) {
  ResultOptions options;
  options.facets = {field};
  options.facet_values = count;
  return find_results(reader, parse_query("word"), options).facets.front();
}

TEST(ValueCountsTest, AHitCountsForEachOfItsValues) {
  TempDir folder;
  IndexWriter writer(folder / "i", {});
  writer.add({{"collection", "a"}, {"collection", "b"}, {"content", "word"}});
  writer.add({{"collection", "b"}, {"content", "word"}});
  writer.add({{"collection", "c"}, {"content", "other"}});
  writer.add({{"content", "word"}});
  writer.finish();
  const IndexReader reader = IndexReader::open({folder / "i"});
  Facet facet = counted(reader, "collection", 10);
  ASSERT_EQ(facet.values.size(), 2U);
  EXPECT_EQ(facet.values[0].value, "b");
  EXPECT_EQ(facet.values[0].count, 2U);
  EXPECT_EQ(facet.values[1].value, "a");
  facet = counted(reader, "collection", 1);
  EXPECT_EQ(facet.values.size(), 1U);
  EXPECT_EQ(facet.different, 2U);
}

}  // namespace
}  // namespace wax::index
