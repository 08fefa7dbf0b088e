#include "graph/store/big_vector.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "io/error.h"
#include "tests/support/temp_dir.h"

namespace wax::graph {
namespace {

// 8 MiB, which have a file of their own.
constexpr uint64_t kMany = 1 << 20;

TEST(BigVector, HasZerosAndThenWhatIsWritten) {
  tests::TempDir folder;
  for (const Place place : {Place::kMemory, Place::kDisk}) {
    for (const uint64_t size : {uint64_t{1}, uint64_t{1000}, kMany}) {
      BigVector<uint64_t> values(size, folder.path(), place);
      ASSERT_EQ(values.size(), size);
      uint64_t sum = 0;
      for (uint64_t i = 0; i < size; ++i) sum += values[i];
      EXPECT_EQ(sum, 0U);
      for (uint64_t i = 0; i < size; ++i) values[i] = i * i;
      const BigVector<uint64_t>& written = values;
      for (uint64_t i = 0; i < size; ++i) ASSERT_EQ(written[i], i * i);
      EXPECT_EQ(written.data(), &written[0]);
    }
  }
}

TEST(BigVector, OfNoValuesHasNone) {
  BigVector<uint32_t> values(0, "/no/such/folder");
  EXPECT_EQ(values.size(), 0U);
  EXPECT_EQ(values.data(), nullptr);
}

TEST(BigVector, LeavesNoFile) {
  tests::TempDir folder;
  BigVector<uint64_t> values(kMany, folder.path());
  values[kMany - 1] = 7;
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(BigVector, NeedsNoFolderForFewValues) {
  BigVector<uint64_t> values(8, "/no/such/folder");
  values[7] = 1;
  EXPECT_EQ(values[7], 1U);
  BigVector<uint64_t> many(kMany, "/no/such/folder", Place::kMemory);
  EXPECT_EQ(many[kMany - 1], 0U);
  EXPECT_THROW(BigVector<uint64_t>(kMany, "/no/such/folder"), IoError);
}

TEST(BigVector, ThreadsUseDifferentValues) {
  tests::TempDir folder;
  BigVector<uint32_t> values(kMany, folder.path());
  std::vector<std::thread> threads;
  for (uint32_t n = 0; n < 4; ++n) {
    threads.emplace_back([&, n] {
      for (uint64_t i = n; i < kMany; i += 4) values[i] = n + 1;
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (uint64_t i = 0; i < kMany; ++i) ASSERT_EQ(values[i], i % 4 + 1);
}

}  // namespace
}  // namespace wax::graph
