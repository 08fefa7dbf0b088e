#include "answers/opened/collections.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>

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

TEST(Collections, SayHowAFolderWithAnOddNameIsServed) {
  TempDir directory;
  const std::string cdx = directory.write("a.cdx", "");
  Collections collections;
  auto advice = [&](const std::string& name, const std::string& folder) {
    try {
      collections.add(std::make_unique<Collection>(
          name, CollectionFiles{folder, {cdx}}, nullptr));
    } catch (const UsageError& error) {
      const std::string what = error.what();
      return what.substr(std::min(what.find("; serve"), what.size()));
    }
    return std::string("none");
  };
  struct Case {
    const char* folder;
    const char* command;  // without the path of the directory
  };
  for (const Case& one : {Case{"my crawl", "'@my crawl' my-crawl"},
                          {"Übersicht", "@Übersicht bersicht"},
                          {"a b/c d", "'@a b/c d' c-d"},
                          {".ä", "@.ä collection"},
                          {"cdx", "@cdx cdx-pages"},
                          {"(cdx", "'@(cdx' cdx-pages"}}) {
    const std::string folder = directory / one.folder;
    std::filesystem::create_directories(folder);
    std::string command = one.command;
    command.replace(command.find('@'), 1, directory.path() + "/");
    EXPECT_EQ(advice(name_of_folder(folder), folder),
              "; serve a link to the folder: ln -s -- " + command);
  }
  EXPECT_EQ(advice(name_of_folder("/"), "/"),
            "; serve a link to the folder: ln -s -- / collection");
  const auto relative = std::filesystem::relative(directory / "a b/c d");
  EXPECT_EQ(advice("c d", relative.string()),
            "; serve a link to the folder: ln -s -- '" +
                std::filesystem::absolute(relative).string() + "' c-d");
}

TEST(NameOfFolder, IsTheLastPartOfItsPath) {
  EXPECT_EQ(name_of_folder("/a/valley"), "valley");
  EXPECT_EQ(name_of_folder("/a/valley/"), "valley");
  EXPECT_EQ(name_of_folder("/a/b/../valley/."), "valley");
}

}  // namespace
}  // namespace wax::answers
