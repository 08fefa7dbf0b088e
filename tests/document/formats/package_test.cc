#include "document/formats/package.h"

#include <gtest/gtest.h>

#include <string>

#include "document/formats/document_builder.h"
#include "tests/support/zip_files.h"

namespace wax::document {
namespace {

TEST(Package, FilesAreFoundByNamesInAnyCase) {
  const std::string zip = tests::zip_of({{"A/b.xml", "text"}, {"c", ""}});
  Package package(zip);
  EXPECT_TRUE(package.has("a/B.xml"));
  EXPECT_TRUE(package.has("c"));
  EXPECT_FALSE(package.has("d"));
  EXPECT_EQ(package.read("A/b.xml", 100), "text");
  EXPECT_EQ(package.read("A/b.xml", 2), "te");
  EXPECT_EQ(package.read("d", 2), "");
  EXPECT_EQ(package.open("d"), nullptr);
  EXPECT_FALSE(package.damaged());
}

TEST(Package, WhatIsNoZipFileHasNoText) {
  EXPECT_THROW(Package("no zip file"), Unreadable);
  EXPECT_THROW(Package(""), Unreadable);
}

TEST(Package, PathsAreResolvedAgainstTheirFile) {
  const struct {
    std::string_view base, reference, path;
  } kCases[] = {
      {"x/y/z", "../a%20b", "x/a b"},
      {"x/y", "/a/b", "a/b"},
      {"x/y", "z", "x/z"},
      {"x", "z", "z"},
      {"x/y", "./z", "x/z"},
      {"x", "../../z", "z"},
  };
  for (const auto& c : kCases) {
    EXPECT_EQ(package_path(c.base, c.reference), c.path)
        << c.base << ' ' << c.reference;
  }
}

}  // namespace
}  // namespace wax::document
