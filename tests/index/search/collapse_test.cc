#include "index/search/collapse.h"

#include <gtest/gtest.h>

#include "index/search/searcher.h"
#include "index/writer/index_writer.h"
#include "tests/support/temp_dir.h"

namespace wax::index {
namespace {

using tests::TempDir;

class CollapserTest : public testing::Test {
 protected:
  CollapserTest() {
    IndexWriter writer(folder_ / "i", {});
    for (const auto& [site, simhash] :
         {std::pair("a.org", "0000000000000000"),
          std::pair("b.org", "00000000000000ff"),
          std::pair("a.org", "0000000000000003"), std::pair("", "")}) {
      std::vector<FieldValue> values = {{"title", "x"}};
      if (*site != 0) values.push_back({"site", site});
      if (*simhash != 0) values.push_back({"simhash", simhash});
      writer.add(values);
    }
    writer.finish();
    reader_ = std::make_unique<IndexReader>(IndexReader::open({folder_ / "i"}));
  }
  // "best (total);" of each, where later documents are better.
  std::string collapsed(std::string_view by, uint64_t hits) {
    const Collapse collapse = parse_collapse(by);
    const FieldNames names = field_names(*reader_);
    Collapser collapser(names, collapse, hits);
    const std::vector<Shard>& shards = Searcher::shards_of(*reader_);
    collapser.begin_shard(shards.front(), 4, Deadline());
    for (uint32_t n = 0; n < 4; ++n) collapser.add(n, {n + 1, n, 0, true});
    collapser.end_shard(true);
    std::string found;
    for (const OpenCollapse& one : collapser.finish(10, shards, {})) {
      found += std::to_string(one.best.document);
      for (const Place& other : one.others) {
        found += '+' + std::to_string(other.document);
      }
      found += '(' + std::to_string(one.total) + ");";
    }
    return found;
  }

  TempDir folder_;
  std::unique_ptr<IndexReader> reader_;
};

TEST_F(CollapserTest, HitsWithOneValueAreOneAndOthersAlone) {
  EXPECT_EQ(collapsed("site", 1), "3(1);2(2);1(1);");
  EXPECT_EQ(collapsed("site", 2), "3(1);2+0(2);1(1);");
}

TEST_F(CollapserTest, SimilarHitsDifferInFewBits) {
  EXPECT_EQ(collapsed("similar", 1), "3(1);2(2);0(1);");
}

TEST_F(CollapserTest, NothingIsWantedOfNone) {
  const Collapse none = parse_collapse("none");
  EXPECT_FALSE(Collapser(field_names(*reader_), none, 1).is_wanted());
}

}  // namespace
}  // namespace wax::index
