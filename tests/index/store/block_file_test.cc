#include "index/store/block_file.h"

#include <gtest/gtest.h>

#include <array>
#include <random>
#include <vector>

#include "index/store/index_directory.h"
#include "index/store/manifest.h"
#include "index/writer/index_writer.h"
#include "io/error.h"
#include "tests/support/temp_dir.h"

namespace wax::index {
namespace {

using tests::TempDir;

// 300 documents with "all", each second one with "some", and one with "once".
void write_words(const std::string& path) {
  IndexWriter writer(path, {});
  for (int i = 0; i < 300; ++i) {
    std::string text = "all";
    if (i % 2 == 0) text += " some some";
    if (i == 7) text += " once";
    writer.add({{"content", text}});
  }
  writer.finish();
}

class BlockFileTest : public testing::Test {
 protected:
  BlockFileTest() {
    write_words(folder_ / "i");
    index_ = std::make_unique<IndexDirectory>(
        folder_ / "i",
        std::make_shared<Manifest>(read_manifest(folder_ / "i")));
  }
  TermBlocks blocks_of(const char* term) {
    const LuceneSegment& segment = *index_->parts()[0].segment;
    return segment.blocks()->blocks_of(
        segment.terms().find(segment.field_number("content"), term));
  }

  TempDir folder_;
  std::unique_ptr<IndexDirectory> index_;
};

TEST_F(BlockFileTest, HasTheDocumentsOfFrequentTerms) {
  const TermBlocks all = blocks_of("all");
  ASSERT_EQ(all.count(), 3U);
  ASSERT_TRUE(all.has_documents());
  EXPECT_EQ(all.last(0), 127U);
  EXPECT_EQ(all.last(2), 299U);
  EXPECT_EQ(all.documents_of(2), 44U);
  EXPECT_EQ(all.find(0, 128), 1U);
  EXPECT_EQ(all.find(0, 300), 3U);
  const TermBlocks some = blocks_of("some");
  ASSERT_EQ(some.count(), 2U);
  uint32_t documents[TermBlocks::kDocuments];
  some.read_documents(0, documents);
  uint32_t frequencies[TermBlocks::kDocuments];
  some.read_frequencies(0, frequencies);
  for (uint32_t i = 0; i < TermBlocks::kDocuments; ++i) {
    EXPECT_EQ(documents[i], 2 * i);
    EXPECT_EQ(frequencies[i], 2U);
    EXPECT_EQ(some.frequency(0, i), 2U);
  }
  EXPECT_EQ(some.greatest(0).frequency, 2U);
}

TEST_F(BlockFileTest, HasNoBlocksOfRareTerms) {
  EXPECT_EQ(blocks_of("once").count(), 0U);
}

TEST_F(BlockFileTest, OfAnotherIndexIsRefused) {
  const std::string path = folder_ / "i/" + block_file_name("_0");
  auto file = std::make_shared<io::MappedFile>(path, nullptr);
  EXPECT_EQ(BlockFile(file, 300).terms(), 2U);
  EXPECT_THROW(BlockFile(file, 301), FormatError);
}

TEST(TermBlocksTest, AnImpactIsOneNumber) {
  const Impact impact{77, 120, true};
  EXPECT_EQ(TermBlocks::impact(TermBlocks::packed(impact)), impact);
  const Impact too_frequent{1U << 23, 3, false};
  EXPECT_EQ(TermBlocks::impact(TermBlocks::packed(too_frequent)).frequency, 0U);
}

using Numbers = std::array<uint32_t, kPackedNumbers>;

TEST(BitPackingTest, NumbersOfAnyWidthComeBack) {
  std::mt19937 random(1);
  for (unsigned bits = 0; bits <= 32; ++bits) {
    Numbers numbers;
    for (uint32_t& number : numbers) {
      number = bits == 0 ? 0 : static_cast<uint32_t>(random()) >> (32 - bits);
    }
    numbers[bits] = bits == 0 ? 0 : UINT32_MAX >> (32 - bits);
    EXPECT_EQ(bits_of_greatest(numbers.data()), bits);
    std::vector<uint8_t> packed(packed_size(bits));
    pack(numbers.data(), bits, packed.data());
    Numbers unpacked;
    unpacked.fill(12345);
    unpack(packed.data(), bits, unpacked.data());
    EXPECT_EQ(unpacked, numbers) << bits;
    for (uint32_t n = 0; n < numbers.size(); ++n) {
      EXPECT_EQ(packed_number(packed.data(), bits, n), numbers[n]) << bits;
    }
  }
}

TEST(BitPackingTest, DistancesAddUpFromTheStart) {
  std::mt19937 random(2);
  for (uint32_t start : {0U, 1000U, UINT32_MAX}) {
    Numbers numbers;
    for (uint32_t& number : numbers)
      number = static_cast<uint32_t>(random() % 1000);
    Numbers expected;
    uint32_t last = start;
    for (size_t i = 0; i < numbers.size(); ++i) {
      expected[i] = last += numbers[i] + 1;
    }
    add_up(start, numbers.data());
    EXPECT_EQ(numbers, expected);
  }
}

}  // namespace

}  // namespace wax::index
