#include "index/store/combined_file.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <memory>
#include <string>

#include "index/store/index_directory.h"
#include "index/store/manifest.h"
#include "index/writer/index_writer.h"
#include "io/error.h"
#include "tests/support/temp_dir.h"

namespace wax::index {
namespace {

TEST(SumCodeTest, EachSumIsBetweenThoseOfItsCode) {
  for (float sum = 0x1p-12F; sum < 0x1p12F; sum *= 1.0071F) {
    const uint32_t code = SumCode::of(sum);
    ASSERT_LT(code, SumCode::kCodes);
    EXPECT_LE(SumCode::least(code), sum);
    EXPECT_GE(SumCode::most(code), sum);
    if (code > 0 && code < SumCode::kCodes - 1) {
      EXPECT_LT(SumCode::most(code) / SumCode::least(code), 1.07F);
    }
  }
}

TEST(SumCodeTest, CodesRiseWithSums) {
  uint32_t last = 0;
  for (float sum = 0x1p-9F; sum < 0x1p9F;
       sum = std::nextafter(sum, 1e9F) * 1.01F) {
    EXPECT_GE(SumCode::of(sum), last);
    last = SumCode::of(sum);
  }
  EXPECT_EQ(last, SumCode::kCodes - 1);
}

TEST(SumCodeTest, WhatCannotBeToldHasTheFirstOrTheLastCode) {
  EXPECT_EQ(SumCode::of(0), 0U);
  EXPECT_EQ(SumCode::least(0), 0);
  EXPECT_EQ(SumCode::of(1e30F), SumCode::kCodes - 1);
  EXPECT_EQ(SumCode::most(SumCode::kCodes - 1),
            std::numeric_limits<float>::infinity());
}

// Every document has "all" in its text, every third one in its title.
class CombinedFileTest : public testing::Test {
 protected:
  CombinedFileTest() {
    IndexWriter writer(folder_ / "i", {});
    for (int i = 0; i < 600; ++i) {
      const char* title = i % 3 == 0 ? "all" : "other";
      const char* text = i % 2 == 0 ? "all words" : "all";
      writer.add({{"title", title}, {"content", text}});
    }
    writer.finish();
    index_ = std::make_unique<IndexDirectory>(
        folder_ / "i",
        std::make_shared<Manifest>(read_manifest(folder_ / "i")));
  }
  const LuceneSegment& segment() { return *index_->parts()[0].segment; }
  uint64_t postings(const char* field, const char* word) {
    return segment().terms().find(segment().field_number(field), word).postings;
  }

  tests::TempDir folder_;
  std::unique_ptr<IndexDirectory> index_;
};

TEST_F(CombinedFileTest, FindsAWordByItsFirstFieldByName) {
  ASSERT_NE(segment().combined(), nullptr);
  EXPECT_TRUE(segment().combined()->is_of_these_rules());
  const CombinedTerm all =
      segment().combined()->find(postings("content", "all"));
  EXPECT_EQ(all.documents, 600U);
  ASSERT_EQ(all.blocks.count(), 5U);
  EXPECT_TRUE(all.blocks.has_documents());
  EXPECT_EQ(all.blocks.last(4), 599U);
  EXPECT_EQ(segment().combined()->find(postings("title", "all")).documents, 0U);
}

TEST_F(CombinedFileTest, HasNoWordsOfOneField) {
  EXPECT_EQ(segment().combined()->find(postings("content", "words")).documents,
            0U);
  EXPECT_EQ(segment().combined()->terms(), 1U);
}

TEST_F(CombinedFileTest, OfAnotherIndexIsRefused) {
  const std::string path = folder_ / "i/" + combined_file_name("_0");
  auto file = std::make_shared<io::MappedFile>(path, nullptr);
  EXPECT_EQ(CombinedFile(file, 600).terms(), 1U);
  EXPECT_THROW(CombinedFile(file, 601), FormatError);
}

}  // namespace
}  // namespace wax::index
