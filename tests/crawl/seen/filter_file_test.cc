#include "crawl/seen/filter_file.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "io/error.h"
#include "tests/support/temp_dir.h"

namespace wax::crawl {
namespace {

std::string key(int number) { return "org,example)/" + std::to_string(number); }

TEST(FilterFile, HoldsWhatWasAdded) {
  tests::TempDir folder;
  const FilterShape shape = filter_shape(FilterKind::kBlocked, 20'000, 1e-4);
  FilterWriter writer(folder / "f", shape, nullptr);
  for (int i = 0; i < 20'000; i += 2) writer.add(key(i));
  EXPECT_TRUE(writer.holds(key(0)));
  EXPECT_FALSE(writer.add(key(0)));
  FilterFile file(folder / "f", shape, writer.finish());
  for (int i = 0; i < 20'000; i += 2) EXPECT_TRUE(file.holds(key(i)));
  int strangers = 0;
  for (int i = 1; i < 20'000; i += 2) strangers += file.holds(key(i)) ? 1 : 0;
  EXPECT_LT(strangers, 5);
}

// At its full load, of strange keys: within the bound of 95 % of a Poisson
// distribution.
TEST(FilterFile, HoldsStrangeKeysAtItsRate) {
  constexpr int kKeys = 100'000;
  constexpr int kStrangers = 4'000'000;
  tests::TempDir folder;
  for (FilterKind kind : {FilterKind::kBlocked, FilterKind::kParquet}) {
    const FilterShape shape = filter_shape(kind, kKeys, 1e-5);
    FilterWriter writer(folder / "f", shape, nullptr);
    for (int i = 0; i < kKeys; ++i) writer.add(key(i));
    int held = 0;
    for (int i = kKeys; i < kKeys + kStrangers; ++i) {
      held += writer.holds(key(i)) ? 1 : 0;
    }
    EXPECT_LE(held, 51) << name(kind);  // 40 in the mean
    EXPECT_GE(held, 29) << name(kind);
  }
}

TEST(FilterFile, GoesOnWithAnother) {
  tests::TempDir folder;
  const FilterShape shape = filter_shape(FilterKind::kPyrebloom, 100'000, .001);
  FilterWriter first(folder / "1", shape, nullptr);
  first.add("a");
  FilterFile one(folder / "1", shape, first.finish());
  FilterWriter second(folder / "2", shape, &one);
  EXPECT_TRUE(second.holds("a"));
  second.add("b");
  FilterFile both(folder / "2", shape, second.finish());
  EXPECT_TRUE(both.holds("a"));
  EXPECT_TRUE(both.holds("b"));
  EXPECT_FALSE(one.holds("b"));
  both.check();

  // The same as when both are added at once.
  FilterWriter at_once(folder / "3", shape, nullptr);
  at_once.add("b");
  at_once.add("a");
  static_cast<void>(at_once.finish());
  EXPECT_EQ(tests::read_file(folder / "2"), tests::read_file(folder / "3"));
}

TEST(FilterFile, WithoutFinishLeavesNothing) {
  tests::TempDir folder;
  {
    FilterWriter writer(folder / "f",
                        filter_shape(FilterKind::kBlocked, 1000, .01), nullptr);
    writer.add("a");
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
  EXPECT_THROW(
      FilterWriter(folder / "none/f",
                   filter_shape(FilterKind::kBlocked, 1000, .01), nullptr),
      IoError);
}

TEST(FilterFile, NamesDamage) {
  tests::TempDir folder;
  const FilterShape shape = filter_shape(FilterKind::kBlocked, 100'000, .01);
  FilterWriter writer(folder / "f", shape, nullptr);
  for (int i = 0; i < 1000; ++i) writer.add(key(i));
  const io::BlockSums sums = writer.finish();
  const std::string bytes = tests::read_file(folder / "f");
  for (size_t at : {size_t{0}, bytes.size() / 2, bytes.size() - 1}) {
    std::string damaged = bytes;
    damaged[at] = static_cast<char>(damaged[at] ^ 1);
    folder.write("f", damaged);
    FilterFile file(folder / "f", shape, sums);
    EXPECT_THROW(file.check(), FormatError) << at;
    EXPECT_THROW(FilterWriter(folder / "g", shape, &file), FormatError);
  }
  folder.write("f", bytes.substr(1));
  EXPECT_THROW(FilterFile(folder / "f", shape, sums), FormatError);
}

}  // namespace
}  // namespace wax::crawl
