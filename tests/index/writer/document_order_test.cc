#include "index/writer/document_order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "index/writer/index_writer.h"
#include "tests/support/seed.h"
#include "tests/support/temp_dir.h"

namespace wax::index {
namespace {

using tests::TempDir;

// Pages of two kinds by turns, with words of their own.
class DocumentOrderTest : public testing::Test {
 protected:
  static constexpr uint32_t kPages = 600;

  void SetUp() override {
    std::mt19937 random(tests::seed_of_test());
    IndexWriter writer(folder_ / "pages", {});
    for (uint32_t i = 0; i < kPages; ++i) {
      std::string text;
      for (int n = 0; n < 60; ++n) {
        text += (i % 2 == 0 ? "bird" : "stone") + std::to_string(random() % 99);
        text += ' ';
      }
      writer.add({{"content", text}});
    }
    writer.finish();
    index_ = std::make_unique<IndexDirectory>(folder_ / "pages", nullptr);
  }

  // The pages that stay in the order of these numbers.
  std::vector<uint32_t> order(std::vector<MergeSource> sources,
                              uint64_t memory) {
    order_documents("x", sources, {memory, "", 2});
    return documents_by_number(sources);
  }

  // All pages but the first `dropped`.
  [[nodiscard]] std::vector<MergeSource> source(uint32_t dropped) const {
    std::vector<MergeSource> sources(1);
    sources[0].index = index_.get();
    for (uint32_t i = 0; i < kPages; ++i) {
      sources[0].kept.push_back(i >= dropped);
      sources[0].numbers.push_back(i >= dropped ? i - dropped
                                                : MergeSource::kDropped);
    }
    return sources;
  }

  TempDir folder_;
  std::unique_ptr<IndexDirectory> index_;
};

TEST_F(DocumentOrderTest, PagesWithTheSameWordsComeTogether) {
  for (const uint32_t dropped : {0U, 7U}) {
    const std::vector<uint32_t> pages = order(source(dropped), 1 << 20);
    ASSERT_EQ(pages.size(), kPages - dropped);
    size_t changes = 0;
    for (size_t i = 1; i < pages.size(); ++i) {
      changes += pages[i] % 2 != pages[i - 1] % 2 ? 1 : 0;
    }
    // One of the leaves has pages of both.
    EXPECT_LE(changes, 33U);
    std::vector<uint32_t> all = pages;
    std::sort(all.begin(), all.end());
    EXPECT_EQ(all.front(), dropped);
    EXPECT_EQ(std::adjacent_find(all.begin(), all.end()), all.end());
  }
}

// No word is in so few pages that the lists have room for it.
TEST_F(DocumentOrderTest, WithoutMemoryThePagesKeepTheirOrder) {
  const std::vector<uint32_t> pages = order(source(0), 300);
  EXPECT_TRUE(std::is_sorted(pages.begin(), pages.end()));
}

}  // namespace
}  // namespace wax::index
