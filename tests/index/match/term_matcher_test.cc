#include "index/match/term_matcher.h"

#include <gtest/gtest.h>

#include "index/store/manifest.h"
#include "index/writer/index_writer.h"
#include "tests/support/temp_dir.h"

namespace wax::index {
namespace {

using tests::TempDir;

class TermMatcherTest : public testing::Test {
 protected:
  TermMatcherTest() {
    IndexWriter writer(folder_ / "i", {});
    for (uint32_t i = 0; i < 3 * kWindow; ++i) {
      std::string text = i % 100 == 0 ? "rare common" : "common";
      if (i == 200) text += " rare rare";
      writer.add({{"content", text}});
    }
    writer.finish();
    index_ = std::make_unique<IndexDirectory>(
        folder_ / "i",
        std::make_shared<Manifest>(read_manifest(folder_ / "i")));
  }
  std::vector<TermSource> sources(const char* term) {
    std::vector<TermSource> found;
    index_->find("content", term, found);
    return found;
  }

  TempDir folder_;
  std::unique_ptr<IndexDirectory> index_;
};

TEST_F(TermMatcherTest, MoreOccurrencesScoreMoreAndNoneMoreThanTheBound) {
  TermMatcher rare(sources("rare"), 1);
  EXPECT_EQ(rare.total(), 62U);
  EXPECT_EQ(rare.at_or_after(1), 100U);
  WindowMask mask = {};
  rare.fill(0, nullptr, mask);
  EXPECT_EQ(count_of(mask), 20U);  // from 100 on
  const float once = rare.score(100);
  const float often = rare.score(200);
  EXPECT_GT(often, once);
  EXPECT_GE(rare.bound(0), often);
}

TEST_F(TermMatcherTest, WithoutAWeightNothingIsScored) {
  TermMatcher rare(sources("rare"), 0);
  WindowMask mask = {};
  rare.fill(kWindow, nullptr, mask);
  EXPECT_FALSE(is_empty(mask));
  EXPECT_EQ(rare.score(2100 - kWindow), 0);
}

TEST_F(TermMatcherTest, OnlyDocumentsThatAreAskedForMayBeMarked) {
  TermCursor common(sources("common"));
  WindowMask wanted = {0b1010};
  EXPECT_TRUE(is_worth_advancing(wanted, 1000));
  EXPECT_FALSE(is_worth_advancing(wanted, 10));
  WindowMask mask = {};
  mark_documents(common, 0, &wanted, 1000, mask);
  keep_in(mask, wanted);
  EXPECT_EQ(mask[0], 0b1010U);
}

}  // namespace
}  // namespace wax::index
