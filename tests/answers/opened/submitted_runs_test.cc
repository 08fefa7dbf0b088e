#include "answers/opened/submitted_runs.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <random>
#include <set>
#include <string>

#include "tests/support/temp_dir.h"

namespace wax::answers {
namespace {

TEST(SubmittedRuns, AreReadByAgeWithoutThoseThatOthersHold) {
  tests::TempDir folder;
  folder.write("1-1.cdx", "a\n");
  folder.write("1-4.cdx", "a\nb\n");
  folder.write("5-5.cdx", "c\n");
  folder.write("5-5.deleted", "a 2007\n");
  folder.write("notes.txt", "");
  SubmittedRuns runs = read_submitted(folder.path());
  ASSERT_EQ(runs.size(), 2U);
  EXPECT_EQ(runs[0]->last, 4U);
  EXPECT_EQ(runs[0]->deleted, "");
  EXPECT_EQ(runs[1]->first, 5U);
  EXPECT_EQ(runs[1]->deleted, folder / "5-5.deleted");
  EXPECT_TRUE(read_submitted(folder / "none").empty());
}

TEST(SubmittedRuns, ThatWereReplacedTakeTheirFilesWithThem) {
  tests::TempDir folder;
  std::string path = folder.write("1-1.cdx", "a\n");
  {
    auto run = run_at(1, 1, folder / "1-1");
    EXPECT_EQ(run->captures, path);
    run->replaced = true;
    EXPECT_TRUE(std::filesystem::exists(path));
  }
  EXPECT_FALSE(std::filesystem::exists(path));
}

TEST(SubmittedRuns, HaveNumbersInTheirNames) {
  EXPECT_EQ(numbers_of("12-40.cdx", kRunEnd), std::pair(12UL, 40UL));
  for (const char* name : {"12-40.deleted", "40-12.cdx", "12.cdx", "-.cdx",
                           "a-b.cdx", "12-40.cdx.part-1"}) {
    EXPECT_FALSE(numbers_of(name, kRunEnd)) << name;
  }
}

TEST(SubmittedRuns, WithoutDeletionsKeepAllLines) {
  tests::TempDir folder;
  folder.write("1-1.cdx", "a\n");
  EXPECT_FALSE(without_deleted({run_at(1, 1, folder / "1-1")}));
}

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

}  // namespace wax::answers
