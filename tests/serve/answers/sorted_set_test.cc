#include "serve/answers/sorted_set.h"

#include <gtest/gtest.h>

#include <random>
#include <set>
#include <string>

#include "tests/support/temp_dir.h"

namespace wax::serve {
namespace {

TEST(SortedSet, HasTheLinesOfItsFileInAnyOrderOfQuestions) {
  std::set<std::string> lines;
  std::mt19937 random(7);
  for (int i = 0; i < 500; ++i) {
    lines.insert("org,a)/" + std::to_string(random() % 1000) + " 2007");
  }
  std::string text;
  for (const std::string& line : lines) text += line + '\n';
  tests::TempDir folder;
  SortedSet set(cdx::open_searchable(folder.write("a.cdx", text)));
  for (int i = 0; i < 2000; ++i) {
    std::string asked = "org,a)/" + std::to_string(random() % 1000) + " 2007";
    EXPECT_EQ(set.has(asked), lines.contains(asked)) << asked << " seed 7";
  }
}

TEST(SortedSet, OfAnEmptyFileHasNothing) {
  tests::TempDir folder;
  SortedSet set(cdx::open_searchable(folder.write("a.cdx", "")));
  EXPECT_FALSE(set.has("a"));
}

TEST(KeyAndDate, AreTheFirstTwoWords) {
  std::string text;
  set_key_and_date("org,a)/ 2007 http://a.org/ x", text);
  EXPECT_EQ(text, "org,a)/ 2007");
  set_key_and_date("org,a)/ 2007", text);
  EXPECT_EQ(text, "org,a)/ 2007");
}

}  // namespace
}  // namespace wax::serve
