#include "cdx/dedup/hashed_set.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "tests/support/temp_dir.h"

namespace wax::cdx {
namespace {

TEST(HashedSet, HasWhatWasAddedAndNothingElse) {
  tests::TempDir folder;
  HashedSet set(1 << 20, folder.path());
  for (int i = 0; i < 1000; ++i) set.add({"key" + std::to_string(i), "d"});
  set.seal();
  EXPECT_EQ(set.added(), 1000u);
  for (int i = 0; i < 1000; ++i) {
    EXPECT_TRUE(set.contains({"key" + std::to_string(i), "d"}));
    EXPECT_FALSE(set.contains({"key" + std::to_string(i), "e"}));
  }
}

TEST(HashedSet, TellsFieldsApartByTheirLengths) {
  tests::TempDir folder;
  HashedSet set(1 << 20, folder.path());
  set.add({"ab", "c"});
  set.add({"", "x"});
  set.seal();
  EXPECT_TRUE(set.contains({"ab", "c"}));
  EXPECT_FALSE(set.contains({"a", "bc"}));
  EXPECT_FALSE(set.contains({"abc"}));
  EXPECT_TRUE(set.contains({"", "x"}));
  EXPECT_FALSE(set.contains({"x", ""}));
}

// 16 bytes an entry: this memory holds 64 of them.
TEST(HashedSet, LargerThanMemoryIsSearchedOnDisk) {
  tests::TempDir folder;
  HashedSet set(1024, folder.path());
  const int kEntries = 20000;
  for (int i = 0; i < kEntries; ++i) set.add({std::to_string(i % 15000)});
  set.seal();
  EXPECT_EQ(set.added(), static_cast<uint64_t>(kEntries));
  std::set<size_t> places;
  for (int i = 0; i < 15000; ++i) {
    auto place = set.find({std::to_string(i)});
    ASSERT_TRUE(place.has_value()) << i;
    EXPECT_LT(*place, set.places());
    places.insert(*place);
  }
  EXPECT_EQ(places.size(), 15000u) << "each entry has a place of its own";
  EXPECT_FALSE(set.contains({"15000"}));
}

TEST(HashedSet, MayBeEmpty) {
  HashedSet set(0, "");
  set.seal();
  EXPECT_EQ(set.added(), 0u);
  EXPECT_FALSE(set.contains({"k"}));
  EXPECT_FALSE(set.contains({}));
}

}  // namespace
}  // namespace wax::cdx
