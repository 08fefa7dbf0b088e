#include "index/search/hit_order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "index/search/searcher.h"
#include "index/writer/index_writer.h"
#include "tests/support/temp_dir.h"

namespace wax::index {
namespace {

using tests::TempDir;

TEST(HitOrder, TheFirstPlacesAreThoseOfASortedList) {
  std::mt19937 random(1);
  std::vector<Place> all;
  for (uint64_t n = 0; n < 500; ++n) {
    all.push_back({random() % 20, n, 0, random() % 5 > 0});
  }
  FirstPlaces first(50);
  for (const Place& place : all) first.add(place);
  std::sort(all.begin(), all.end(), is_before);
  const std::vector<Place> found = std::move(first).sorted();
  ASSERT_EQ(found.size(), 50U);
  for (size_t i = 0; i < found.size(); ++i) {
    EXPECT_EQ(found[i].document, all[i].document) << i;
  }
}

TEST(HitOrder, DocumentsWithoutAValueComeLast) {
  TempDir folder;
  IndexWriter writer(folder / "i", {});
  writer.add({{"length", "12"}, {"date", "20070101000000"}});
  writer.add({{"length", "500"}, {"date", "20080101000000"}});
  writer.add({{"title", "neither"}});
  writer.finish();
  const IndexReader reader = IndexReader::open({folder / "i"});
  const std::vector<Shard>& shards = Searcher::shards_of(reader);
  auto order = [&](std::string_view text) {
    const Sort sort = parse_sort(text);
    Places places(reader, shards, sort, {});
    places.begin_shard(shards.front(), 3);
    FirstPlaces first(3);
    for (uint32_t n = 0; n < 3; ++n) first.add(places.of(n, 1));
    std::string found;
    for (const Place& place : std::move(first).sorted()) {
      found += std::to_string(place.document);
    }
    return found;
  };
  EXPECT_EQ(order("length"), "102");
  EXPECT_EQ(order("length:asc"), "012");
  EXPECT_EQ(order("newest"), "102");
  EXPECT_EQ(order("oldest"), "012");
}

}  // namespace
}  // namespace wax::index
