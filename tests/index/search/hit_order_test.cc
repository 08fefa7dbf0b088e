#include "index/search/hit_order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "index/search/searcher.h"
#include "index/writer/index_writer.h"
#include "io/error.h"
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

TEST(HitOrder, VersionsOfOneUrlBeginWithTheFullest) {
  const Sort relevance;
  for (const char* query :
       {"url:http://a.org/", "url:\"http://a.org/\" type:html",
        "urlkey:org,a)/ -castle", "exacturl:http://a.org/"}) {
    EXPECT_EQ(order_of(parse_query(query), relevance).by, Sort::By::kFullest)
        << query;
  }
  for (const char* query :
       {"url:http://a.org/ castle", "url:a", "site:a.org", "urlkey:org,a)/*",
        "-url:http://a.org/", "urlkey:org,a)/ OR urlkey:org,b)/",
        "exacturl:http://a.org/ OR exacturl:http://b.org/",
        "url:http://a.org/ OR url:http://b.org/", "*"}) {
    EXPECT_EQ(order_of(parse_query(query), relevance).by, Sort::By::kRelevance)
        << query;
  }
  EXPECT_EQ(order_of(parse_query("url:http://a.org/"), parse_sort("newest")).by,
            Sort::By::kNewest);
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
    Places places(field_names(reader), shards, sort, {});
    places.begin_shard(shards.front(), 3, Deadline());
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

TEST(ResultOptionsTest, OrdersBoostsAndFoldsAreRead) {
  EXPECT_EQ(parse_sort("views:asc").field, "views");
  EXPECT_TRUE(parse_sort("views:asc").ascending);
  EXPECT_FALSE(parse_sort("views").ascending);
  EXPECT_EQ(parse_sort("newest").by, Sort::By::kNewest);
  EXPECT_THROW((void)parse_sort("views:up"), UsageError);
  Boost boost = parse_boost("log(views)*0.5");
  EXPECT_EQ(boost.by, Boost::By::kLog);
  EXPECT_EQ(boost.field, "views");
  EXPECT_EQ(boost.weight, 0.5);
  EXPECT_EQ(parse_boost("sqrt(views)").by, Boost::By::kRoot);
  EXPECT_EQ(parse_boost("views").by, Boost::By::kValue);
  for (const char* bad : {"log(", "log()", "views*", "views*-1", "", "x*nan"}) {
    EXPECT_THROW((void)parse_boost(bad), UsageError) << bad;
  }
  EXPECT_EQ(parse_collapse("similar").by, Collapse::By::kSimilar);
}

}  // namespace

}  // namespace wax::index
