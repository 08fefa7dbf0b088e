#include "index/match/facet_counts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "index/store/index_directory.h"
#include "index/store/manifest.h"
#include "index/writer/index_writer.h"
#include "io/error.h"
#include "tests/support/temp_dir.h"

namespace wax::index {
namespace {

std::string shown(const std::vector<FacetValue>& values) {
  std::string text;
  for (const FacetValue& value : values) {
    text += value.value + '=' + std::to_string(value.count) + ' ';
  }
  return text;
}

TEST(FacetCountsTest, ValuesOfAllShardsAreAddedUpAndTheMostFrequentAreFirst) {
  tests::TempDir folder;
  std::vector<std::unique_ptr<IndexDirectory>> shards;
  for (const std::vector<const char*>& sites :
       {std::vector<const char*>{"b.org", "a.org", "b.org", "d.org"},
        {"c.org", "", "a.org", "a.org"}}) {
    std::string path = folder / std::to_string(shards.size());
    IndexWriter writer(path, {});
    for (std::string site : sites) {
      if (site.empty()) {
        writer.add({});
      } else {
        writer.add({{"site", site}});
      }
    }
    writer.finish();
    shards.push_back(std::make_unique<IndexDirectory>(
        path, std::make_shared<Manifest>(read_manifest(path))));
  }
  FacetCounts counts;
  EXPECT_FALSE(counts.is_wanted());
  WindowMask first_three = {7};
  WindowMask all = {15};
  counts.begin(&shards[0]->facet("site"));
  EXPECT_TRUE(counts.is_wanted());
  counts.add(0, first_three);
  counts.end();
  counts.begin(nullptr);
  counts.add(0, all);
  counts.end();
  counts.begin(&shards[1]->facet("site"));
  counts.add(0, all);  // of a shard that is dropped
  counts.begin(&shards[1]->facet("site"));
  counts.add(0, all);
  counts.end();
  EXPECT_EQ(shown(counts.most_frequent(9)), "a.org=3 b.org=2 c.org=1 ");
}

TEST(FacetCountsTest, OnlyFieldsWithOneValueAreCounted) {
  for (const char* field : {"", "site", "type", "status", "charset"}) {
    EXPECT_NO_THROW(check_facet(field)) << field;
  }
  for (const char* field :
       {"date", "content", "title", "collection", "nothing"}) {
    EXPECT_THROW(check_facet(field), UsageError) << field;
  }
}

}  // namespace
}  // namespace wax::index
