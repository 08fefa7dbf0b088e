#include "crawl/seen/filter_shape.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "io/error.h"

namespace wax::crawl {
namespace {

using Bits = std::vector<uint64_t>;

Bits bits_of(const FilterShape& shape, std::string_view key) {
  const BitPositions bits(shape, key);
  return {bits.begin(), bits.end()};
}

// Sizes and bits that pyreBloom has.
TEST(FilterShape, OfPyrebloomIsItsOwn) {
  struct Case {
    uint64_t keys;
    double rate;
    uint64_t bits;
    uint32_t hashes;
  };
  for (const Case& one :
       {Case{1'000'000, 1e-5, 23'962'645, 17},
        Case{100'000'000, 1e-5, 2'396'264'594, 17},
        Case{1'000'000'000, 1e-5, 23'962'645'943, 17},
        Case{100'000, .01, 958'505, 7}, Case{20'000, .1, 95'850, 4}}) {
    FilterShape shape =
        filter_shape(FilterKind::kPyrebloom, one.keys, one.rate);
    EXPECT_EQ(shape.bits, one.bits) << one.keys;
    EXPECT_EQ(shape.hashes, one.hashes) << one.keys;
  }
  EXPECT_EQ(
      bits_of(filter_shape(FilterKind::kPyrebloom, 100'000, .01), "hello"),
      (Bits{534282, 881124, 126403, 772369, 911854, 387663, 764849}));
}

// As Parquet's specification states.
TEST(FilterShape, OfParquetIsASplitBlock) {
  const FilterShape shape = {FilterKind::kParquet, 131072 * 256, 8};
  const uint64_t block = 25186 * 256;
  EXPECT_EQ(bits_of(shape, "org,example)/index.html"),
            (Bits{block + 9, block + 32 + 24, block + 64 + 21, block + 96 + 31,
                  block + 128 + 11, block + 160 + 3, block + 192 + 16,
                  block + 224 + 12}));
}

TEST(FilterShape, HasBitsForItsRate) {
  for (double rate : {.1, 1e-3, 1e-5, 3e-6, 1e-8}) {
    for (FilterKind kind :
         {FilterKind::kBlocked, FilterKind::kParquet, FilterKind::kPyrebloom}) {
      FilterShape shape = filter_shape(kind, 1'000'000, rate);
      EXPECT_LE(expected_rate(shape, 1'000'000), rate * 1.03) << name(kind);
      EXPECT_GE(expected_rate(shape, 1'000'000), rate * .95) << name(kind);
      EXPECT_LT(expected_rate(shape, 500'000), rate / 4);
      EXPECT_EQ(expected_rate(shape, 0), 0);
      EXPECT_GT(expected_rate(shape, 1), 0);
    }
  }
  // A third of 1 in 100,000 for each of three months, of 100 million keys: less
  // than 400 MB.
  EXPECT_LT(
      filter_shape(FilterKind::kBlocked, 100'000'000, 1e-5 / 3 * .75).bits,
      8 * 400'000'000ULL);
}

TEST(FilterShape, BitsOfAKeyAreInTwoCacheLines) {
  FilterShape shape = filter_shape(FilterKind::kBlocked, 100'000, 1e-5);
  for (int i = 0; i < 1000; ++i) {
    Bits bits = bits_of(shape, "org,example)/" + std::to_string(i));
    ASSERT_EQ(bits.size(), shape.hashes);
    for (size_t bit = 0; bit < bits.size(); ++bit) {
      EXPECT_EQ(bits[bit] / 512, bits[bit < 8 ? 0 : 8] / 512);
      EXPECT_LT(bits[bit], shape.bits);
    }
  }
}

TEST(FilterShape, RefusesWhatIsTooLarge) {
  for (FilterKind kind :
       {FilterKind::kBlocked, FilterKind::kParquet, FilterKind::kPyrebloom}) {
    EXPECT_THROW(static_cast<void>(filter_shape(kind, 1ULL << 36, 1e-6)),
                 UsageError);
    EXPECT_EQ(filter_kind(name(kind)), kind);
  }
  EXPECT_FALSE(filter_kind("cuckoo"));
}

}  // namespace
}  // namespace wax::crawl
