#include "crawl/seen/seen_folder.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <set>
#include <string>

#include "io/error.h"
#include "tests/support/temp_dir.h"

namespace wax::crawl {
namespace {

constexpr auto kRead = SeenFolder::Use::kRead;
constexpr auto kAdd = SeenFolder::Use::kAdd;

Month month(std::string_view text) { return Month::of(text).value(); }
std::string numbered_key(int number) {
  return "org,example)/" + std::to_string(number);
}

TEST(Month, IsOfADate) {
  EXPECT_EQ(month("20261123").text(), "2026-11");
  EXPECT_EQ(month("2026-11").minus(11).text(), "2025-12");
  EXPECT_LT(month("202512"), month("202601"));
  for (const char* text : {"", "2026", "20261", "202613", "202600", "2026x1"}) {
    EXPECT_FALSE(Month::of(text)) << text;
  }
}

TEST(SeenFolder, KeysAreSeenFromTheirMonthOn) {
  tests::TempDir folder;
  {
    SeenFolder seen(folder / "s", {}, kAdd);
    EXPECT_TRUE(seen.add("a", month("202601")));
    EXPECT_FALSE(seen.add("a", month("202601")));
    EXPECT_TRUE(seen.was_seen("a", month("202601")));  // not yet published
    seen.publish();
  }
  SeenFolder seen(folder / "s", {}, kRead);
  for (const char* later : {"202601", "202602", "202603"}) {
    EXPECT_TRUE(seen.was_seen("a", month(later))) << later;
  }
  for (const char* other : {"202512", "202604"}) {
    EXPECT_FALSE(seen.was_seen("a", month(other))) << other;
  }
  EXPECT_FALSE(seen.was_seen("b", month("202601")));
}

TEST(SeenFolder, NothingIsPublishedBeforeItIsSaid) {
  tests::TempDir folder;
  { SeenFolder(folder / "s", {}, kAdd).publish(); }
  { SeenFolder(folder / "s", {}, kAdd).add("a", month("202601")); }
  SeenFolder seen(folder / "s", {}, kRead);
  EXPECT_FALSE(seen.was_seen("a", month("202601")));
  EXPECT_TRUE(seen.filters().empty());
}

// A model: sets of keys.
TEST(SeenFolder, AMonthOverItsCapacityKeepsItsRate) {
  tests::TempDir folder;
  AskedRules rules;
  rules.capacity = 1000;
  rules.rate = 1e-3;
  constexpr int kKeys = 30'000;
  for (int run = 0; run < 3; ++run) {
    SeenFolder seen(folder / "s", rules, kAdd);
    for (int i = run; i < kKeys; i += 3)
      seen.add(numbered_key(i), month("202601"));
    seen.publish();
  }
  SeenFolder seen(folder / "s", {}, kRead);
  ASSERT_EQ(seen.filters().size(), 4U);
  uint64_t capacity = 1000;
  uint64_t keys = 0;
  double rate = 0;
  for (const ListedFilter& filter : seen.filters()) {
    EXPECT_EQ(filter.capacity, capacity);
    EXPECT_LE(filter.keys, capacity);
    rate += expected_rate(filter.shape, filter.keys);
    keys += filter.keys;
    capacity *= 4;
  }
  EXPECT_LE(rate, 1e-3 / 3);
  EXPECT_GE(keys, kKeys - 40U);  // but those that were held by accident
  for (int i = 0; i < kKeys; ++i) {
    ASSERT_TRUE(seen.was_seen(numbered_key(i), month("202603"))) << i;
  }
  int strangers = 0;
  for (int i = 0; i < 200'000; ++i) {
    strangers += seen.was_seen("x" + numbered_key(i), month("202603")) ? 1 : 0;
  }
  EXPECT_LT(strangers, 90);  // 67 and its bound of 99 %
  // Files of former states are gone.
  std::set<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder / "s")) {
    names.insert(entry.path().filename().string());
  }
  EXPECT_EQ(names.size(), 5U);
}

TEST(SeenFolder, RefusesOtherRules) {
  tests::TempDir folder;
  { SeenFolder(folder / "s", {}, kAdd).publish(); }
  AskedRules same;
  same.months = 3;
  same.kind = FilterKind::kBlocked;
  EXPECT_NO_THROW(SeenFolder(folder / "s", same, kAdd));
  std::vector<AskedRules> others(5);
  others[0].months = 4;
  others[1].kind = FilterKind::kParquet;
  others[2].rate = 1e-4;
  others[3].capacity = 7;
  others[4].url_key = cdx::UrlKeyKind::kLegacy;
  for (const AskedRules& other : others) {
    EXPECT_THROW(SeenFolder(folder / "s", other, kAdd), UsageError);
  }
}

TEST(SeenFolder, OneProcessAddsAndOthersRead) {
  tests::TempDir folder;
  SeenFolder first(folder / "s", {}, kAdd);
  first.add("a", month("202601"));
  first.publish();
  EXPECT_THROW(SeenFolder(folder / "s", {}, kAdd), UsageError);
  SeenFolder reader(folder / "s", {}, kRead);
  first.add("b", month("202601"));
  first.publish();
  EXPECT_TRUE(reader.was_seen("a", month("202601")));
  EXPECT_FALSE(reader.was_seen("b", month("202601")));
}

TEST(SeenFolder, WhatFailsAfterwardsUndoesNothing) {
  tests::TempDir folder;
  SeenFolder seen(folder / "s", {}, kAdd);
  seen.add("a", month("202601"));
  // Cannot be removed as a file of the folder.
  std::filesystem::create_directories(folder / "s/2025-01.9/x");
  EXPECT_NO_THROW(seen.publish());
  EXPECT_TRUE(
      SeenFolder(folder / "s", {}, kRead).was_seen("a", month("202601")));
}

TEST(SeenFolder, NamesWhatItCannotRead) {
  tests::TempDir folder;
  EXPECT_THROW(SeenFolder(folder / "none", {}, kRead), UsageError);
  {
    SeenFolder seen(folder / "s", {}, kAdd);
    seen.add("a", month("202601"));
    seen.publish();
  }
  const std::string list = tests::read_file(folder / "s/seen.json");
  for (size_t at = 0; at < list.size(); at += 11) {
    std::string damaged = list;
    damaged[at] = static_cast<char>(damaged[at] ^ 4);
    folder.write("s/seen.json", damaged);
    try {
      SeenFolder seen(folder / "s", {}, kRead);
      // White space, or the name of something that does not count.
      EXPECT_TRUE(seen.was_seen("a", month("202601"))) << at;
    } catch (const FormatError&) {
    }
  }
  for (size_t size = 0; size + 2 < list.size(); size += 7) {
    folder.write("s/seen.json", list.substr(0, size));
    EXPECT_THROW(SeenFolder(folder / "s", {}, kRead), FormatError) << size;
  }
}

}  // namespace
}  // namespace wax::crawl
