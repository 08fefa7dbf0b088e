#include "index/store/kept_documents.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "index/store/stored_file.h"

namespace wax::index {
namespace {

std::shared_ptr<const KeptValues> text(const std::string& bytes) {
  auto values = std::make_shared<KeptValues>();
  values->add(1, StoredAs::kLong, bytes);
  values->shrink();
  return values;
}

std::string text_of(const KeptValues& values) {
  std::string all;
  values.each([](uint32_t) { return true; },
              [&](uint32_t field, StoredAs, std::string_view bytes) {
                all.append(std::to_string(field)).append("=").append(bytes);
              });
  return all;
}

bool has(KeptDocuments& kept, const KeptDocuments::Key& key) {
  bool is_wanted = false;
  return kept.find(key, is_wanted) != nullptr;
}

TEST(KeptDocumentsTest, WhatIsAskedForTwiceIsWanted) {
  KeptDocuments kept(10'000);
  bool is_wanted = true;
  EXPECT_EQ(kept.find({1, 1}, is_wanted), nullptr);
  EXPECT_FALSE(is_wanted);
  EXPECT_EQ(kept.find({2, 1}, is_wanted), nullptr);
  EXPECT_FALSE(is_wanted);
  EXPECT_EQ(kept.find({1, 1}, is_wanted), nullptr);
  EXPECT_TRUE(is_wanted);
  kept.keep({1, 1}, text("text"));
  EXPECT_EQ(text_of(*kept.find({1, 1}, is_wanted)), "1=text");
}

TEST(KeptDocumentsTest, ValuesComeBackInTheirOrder) {
  KeptValues values;
  values.add(3, StoredAs::kText, "a");
  values.add(4, StoredAs::kLucene, "");
  values.add(3, StoredAs::kLong, "bc");
  EXPECT_EQ(text_of(values), "3=a4=3=bc");
  std::string three;
  values.each([](uint32_t field) { return field == 3; },
              [&](uint32_t, StoredAs as, std::string_view bytes) {
                three += as == StoredAs::kLong ? "long " : "text ";
                three += bytes;
              });
  EXPECT_EQ(three, "text along bc");
}

TEST(KeptDocumentsTest, TheOneThatWasNotAskedForLongestGoesFirst) {
  const std::string bytes(1000, 'a');
  KeptDocuments probe(100'000);
  probe.keep({1, 0}, text(bytes));
  const uint64_t one = probe.memory();
  EXPECT_GE(one, 1000U);
  KeptDocuments kept(10 * one + one / 2);
  for (uint32_t n = 0; n < 10; ++n) kept.keep({1, n}, text(bytes));
  EXPECT_EQ(kept.memory(), 10 * one);
  ASSERT_TRUE(has(kept, {1, 0}));
  kept.keep({2, 0}, text(bytes));
  EXPECT_EQ(kept.memory(), 10 * one);
  EXPECT_TRUE(has(kept, {1, 0}));
  EXPECT_FALSE(has(kept, {1, 1}));
  EXPECT_TRUE(has(kept, {2, 0}));
  EXPECT_FALSE(has(kept, {2, 1}));
}

TEST(KeptDocumentsTest, WhatTakesAnEighthOfTheMemoryIsNotKept) {
  KeptDocuments kept(8000);
  kept.keep({1, 1}, text("small"));
  kept.keep({1, 2}, text(std::string(1000, 'a')));
  EXPECT_TRUE(has(kept, {1, 1}));
  EXPECT_FALSE(has(kept, {1, 2}));
  KeptDocuments none(0);
  none.keep({1, 1}, text(""));
  EXPECT_EQ(none.memory(), 0U);
}

TEST(KeptDocumentsTest, ThreadsShareItWithinItsMemory) {
  constexpr uint64_t kMost = 20'000;
  KeptDocuments kept(kMost);
  auto work = [&](uint32_t seed) {
    for (uint32_t i = 0; i < 5000; ++i) {
      const uint32_t n = i * seed % 97;
      const std::string wanted = std::to_string(n) + std::string(n * 5, 'a');
      bool is_wanted = false;
      if (auto found = kept.find({1, n}, is_wanted)) {
        ASSERT_EQ(text_of(*found), "1=" + wanted);
      } else {
        kept.keep({1, n}, text(wanted));
      }
      ASSERT_LE(kept.memory(), kMost);
    }
  };
  std::vector<std::thread> threads;
  for (uint32_t seed : {1, 7, 31}) threads.emplace_back(work, seed);
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace wax::index
