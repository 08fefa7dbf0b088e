#include "answers/opened/collections.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "io/error.h"
#include "tests/support/temp_dir.h"

namespace wax::answers {
namespace {

using tests::TempDir;

TEST(Collections, RefuseNamesThatAreOddTakenOrPathsOfTheServer) {
  TempDir folder;
  std::string path = folder.write("a.cdx", "");
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

TEST(ServedName, HasLettersOfAsciiAlone) {
  for (const auto& [folder, name] :
       std::vector<std::pair<std::string, std::string>>{
           {"/a/valley-2.b_c", "valley-2.b_c"},
           {"/a/dü", "du"},
           {"/a/Архив 2020", "Arhiv-2020"},
           {"/a/b c/", "b-c"},
           {"/a/.ä", "a"},
           {"/a/cdx", "cdx-pages"},
           {"/a/(cdx", "cdx-pages"},
           {"/a/...", "collection"},
           {"/", "collection"}}) {
    EXPECT_EQ(served_name(folder), name) << folder;
  }
}

TEST(NameOfFolder, IsTheLastPartOfItsPath) {
  EXPECT_EQ(name_of_folder("/a/valley"), "valley");
  EXPECT_EQ(name_of_folder("/a/valley/"), "valley");
  EXPECT_EQ(name_of_folder("/a/b/../valley/."), "valley");
}

}  // namespace
}  // namespace wax::answers
