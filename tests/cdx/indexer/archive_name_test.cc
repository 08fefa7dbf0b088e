#include "cdx/indexer/archive_name.h"

#include <gtest/gtest.h>

#include <filesystem>

namespace wax::cdx {
namespace {

TEST(ArchiveName, IsTheLastPartOfThePath) {
  EXPECT_EQ(archive_name("/a/b.warc", {}), "b.warc");
  EXPECT_EQ(archive_name("-", {}), "-");
  EXPECT_EQ(archive_name("http://e.org/x/b.warc", {}), "b.warc");
}

TEST(ArchiveName, IsTheWholePathWhenAsked) {
  std::string here = std::filesystem::current_path().string();
  EXPECT_EQ(archive_name("x/../b.warc", {.full_path = true}), here + "/b.warc");
  EXPECT_EQ(archive_name("/a/./b.warc", {.full_path = true}), "/a/b.warc");
  EXPECT_EQ(archive_name("-", {.full_path = true}), "-");
  EXPECT_EQ(archive_name("http://e.org/b.warc", {.full_path = true}),
            "http://e.org/b.warc");
}

TEST(ArchiveName, IsRelativeToARoot) {
  EXPECT_EQ(archive_name("/a/b/c.warc", {.root = "/a"}), "b/c.warc");
  EXPECT_EQ(archive_name("/a/b/c.warc", {.root = "/a/x/"}), "../b/c.warc");
  EXPECT_EQ(archive_name("y/c.warc", {.root = "."}), "y/c.warc");
}

}  // namespace
}  // namespace wax::cdx
