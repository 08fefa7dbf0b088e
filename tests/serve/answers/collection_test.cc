#include "serve/answers/collection.h"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "io/error.h"
#include "tests/support/temp_dir.h"

namespace wax::serve {
namespace {

using tests::TempDir;

constexpr const char* kLine =
    "com,example)/ 20010101000000 http://example.com/ text/html 200 A - 1 a\n";

void wait_for_a_look() {
  std::this_thread::sleep_for(std::chrono::milliseconds(1050));
}

TEST(Collection, FilesOfARequestServeTheNextOne) {
  TempDir folder;
  Collection collection("c", {"", {folder.write("a.cdx", kLine)}}, nullptr);
  auto generation = collection.current();
  Searchables files = open_cdx(*generation);
  ASSERT_EQ(files.size(), 1U);
  Searchables others = open_cdx(*generation);
  EXPECT_NE(others[0].get(), files[0].get());
  const cdx::Searchable* first = files[0].get();
  generation->idle.give(std::move(files));
  EXPECT_EQ(open_cdx(*generation)[0].get(), first);
}

TEST(Collection, NewFilesAreANewGenerationAndTheOldOneStays) {
  TempDir folder;
  std::string path = folder.write("a.cdx", kLine);
  Collection collection("c", {"", {path}}, nullptr);
  auto before = collection.current();
  Searchables open = open_cdx(*before);
  std::string later = kLine;
  later.replace(later.find("2001"), 4, "2002");
  std::filesystem::rename(folder.write("b", later), path);
  wait_for_a_look();
  auto behind = collection.current();
  EXPECT_EQ(behind->number, before->number + 1);
  EXPECT_NE(open_cdx(*behind)[0]->head().find("2002"), std::string::npos);
  EXPECT_NE(open[0]->head().find("2001"), std::string::npos);
}

TEST(Collection, AStateThatCannotBeOpenedIsReportedOnce) {
  TempDir folder;
  std::string path = folder.write("a.cdx", kLine);
  std::vector<std::string> reports;
  Collection collection("c", {"", {path}}, [&](std::string_view text) {
    reports.emplace_back(text);
  });
  std::filesystem::rename(folder.write("b", "\x1f\x8b gzip"), path);
  for (int i = 0; i < 2; ++i) {
    wait_for_a_look();
    EXPECT_EQ(collection.current()->number, 1U);
  }
  ASSERT_EQ(reports.size(), 1U);
  EXPECT_NE(reports[0].find("stays as it was"), std::string::npos);
}

TEST(Collections, RefuseNamesThatAreOddTakenOrPathsOfTheServer) {
  TempDir folder;
  std::string path = folder.write("a.cdx", kLine);
  Collections collections;
  auto add = [&](const std::string& name) {
    collections.add(std::make_unique<Collection>(
        name, CollectionFiles{"", {path}}, nullptr));
  };
  add("valley-2.b_c");
  for (const char* name :
       {"", "a/b", "a b", "\xc3\xa4", "valley-2.b_c", "cdx", "raw", "api"}) {
    EXPECT_THROW(add(name), UsageError) << name;
  }
  EXPECT_EQ(collections.find("other"), nullptr);
  EXPECT_EQ(collections.find("valley-2.b_c"), collections.all()[0].get());
}

TEST(NameOfFolder, IsTheLastPartOfItsPath) {
  EXPECT_EQ(name_of_folder("/a/valley"), "valley");
  EXPECT_EQ(name_of_folder("/a/valley/"), "valley");
  EXPECT_EQ(name_of_folder("/a/b/../valley/."), "valley");
}

}  // namespace
}  // namespace wax::serve
