#include "serve/collections/collections.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "io/error.h"
#include "tests/support/temp_dir.h"

namespace wax::serve {
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
  Collections collections;
  try {
    collections.add(std::make_unique<Collection>(
        "my crawl", CollectionFiles{"", {}}, nullptr));
    FAIL() << "it has a blank in its name";
  } catch (const UsageError& error) {
    EXPECT_THAT(error.what(), testing::EndsWith("; serve a link to the folder: "
                                                "ln -s 'my crawl' my-crawl"));
  }
}

TEST(NameOfFolder, IsTheLastPartOfItsPath) {
  EXPECT_EQ(name_of_folder("/a/valley"), "valley");
  EXPECT_EQ(name_of_folder("/a/valley/"), "valley");
  EXPECT_EQ(name_of_folder("/a/b/../valley/."), "valley");
}

}  // namespace
}  // namespace wax::serve
