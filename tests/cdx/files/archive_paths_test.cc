#include "cdx/files/archive_paths.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/support/archives.h"
#include "tests/support/temp_dir.h"

namespace wax::cdx {
namespace {

TEST(ArchivePaths, FilesAreFoundByNameWhateverFolderTheLineNames) {
  tests::TempDir folder;
  std::string a = folder.write("a.warc.gz", "x");
  tests::Problems problems;
  ArchivePaths paths({folder.path(), "http://example.org/b.warc.gz?k"}, {},
                     problems);
  EXPECT_EQ(paths.find("a.warc.gz"), a);
  EXPECT_EQ(paths.find("some/where/a.warc.gz"), a);
  EXPECT_EQ(paths.find("b.warc.gz"), "http://example.org/b.warc.gz?k");
  EXPECT_EQ(paths.find("c.warc.gz"), "");
}

TEST(ArchivePaths, APathIndexTakesPrecedenceAndMayHaveSeveralPaths) {
  tests::TempDir folder;
  std::string there = folder.write("there", "x");
  std::string index =
      folder.write("index", "a.warc.gz\t/missing\t" + there +
                                "\r\nb\thttp://x/b\tother\nc\t/gone\t/too\n"
                                "no tab\ndir/d\te\n");
  folder.write("a.warc.gz", "x");
  tests::Problems problems;
  ArchivePaths paths({folder.path()}, {index}, problems);
  EXPECT_EQ(paths.find("a.warc.gz"), there);
  EXPECT_EQ(paths.find("x/b"), "http://x/b");
  EXPECT_EQ(paths.find("c"), "/gone");
  EXPECT_EQ(paths.find("dir/d"), "e");
  EXPECT_EQ(paths.find("d"), "");
}

}  // namespace
}  // namespace wax::cdx
