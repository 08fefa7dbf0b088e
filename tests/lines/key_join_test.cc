#include "lines/key_join.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "tests/support/seed.h"

namespace wax::lines {
namespace {

using Texts = std::vector<std::string>;

Texts matches(KeyJoin& join) {
  Texts found;
  join.each_match([&](std::string_view value) { found.emplace_back(value); });
  return found;
}

TEST(KeyJoin, FindsValuesWhoseKeyWasNoted) {
  KeyJoin join({});
  EXPECT_FALSE(join.has_keys());
  EXPECT_FALSE(join.may_have("b"));
  join.add("b", "2 \tx");
  join.note("b");
  join.note("b");
  join.add("a", "1");
  join.add("b", "1");
  join.add("b", "1");
  join.note("c");
  join.add("", "nothing");
  EXPECT_TRUE(join.has_keys());
  EXPECT_TRUE(join.may_have("b"));
  EXPECT_EQ(matches(join), (Texts{"1", "1", "2 \tx"}));
}

TEST(KeyJoin, FindsWhatAMapFindsWhateverTheBytes) {
  const unsigned seed = tests::seed_of_test();
  std::mt19937 random(seed);
  SortOptions sort;
  sort.memory = 1 << 16;
  KeyJoin join(sort);
  std::set<std::string> keys;
  std::multimap<std::string, std::string> pairs;
  auto text = [&] {
    std::string made;
    for (auto size = random() % 4; size > 0; --size) {
      // Bytes below and above the tab.
      made += "\x01\x08\x0B\x20z\xFF"[random() % 6];
    }
    return made;
  };
  for (int i = 0; i < 400; ++i) {
    const std::string key = text();
    join.note(key);
    keys.insert(key);
    for (int j = 0; j < 50; ++j) {
      std::string of = text() + text();
      std::string value = text();
      join.add(of, value);
      pairs.emplace(std::move(of), std::move(value));
    }
  }
  std::multiset<std::string> expected;
  for (const auto& [key, value] : pairs) {
    if (!keys.contains(key)) continue;
    expected.insert(value);
    EXPECT_TRUE(join.may_have(key));
  }
  const Texts found = matches(join);
  EXPECT_EQ(std::multiset<std::string>(found.begin(), found.end()), expected);
}

}  // namespace
}  // namespace wax::lines
