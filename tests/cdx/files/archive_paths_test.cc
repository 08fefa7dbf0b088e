#include "cdx/files/archive_paths.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/support/archives.h"
#include "tests/support/temp_dir.h"

namespace wax::cdx {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(ArchivePaths, FilesAreFoundByNameWhateverFolderTheLineNames) {
  tests::TempDir folder;
  std::string a = folder.write("a.warc.gz", "x");
  tests::Problems problems;
  ArchivePaths paths({folder.path(), "http://example.org/b.warc.gz?k"}, {},
                     problems);
  EXPECT_THAT(paths.find("a.warc.gz"), ElementsAre(a));
  EXPECT_THAT(paths.find("some/where/a.warc.gz"), ElementsAre(a));
  EXPECT_THAT(paths.find("b.warc.gz"),
              ElementsAre("http://example.org/b.warc.gz?k"));
  EXPECT_THAT(paths.find("c.warc.gz"), IsEmpty());
}

TEST(ArchivePaths, OfSeveralOfANameThoseInTheFolderOfTheLineComeFirst) {
  tests::TempDir folder;
  std::string a = folder.write("a/x.warc", "x");
  std::string b = folder.write("b/x.warc", "x");
  tests::Problems problems;
  ArchivePaths paths({folder.path(), a}, {}, problems);
  EXPECT_THAT(paths.find("x.warc"), ElementsAre(a, b));
  EXPECT_THAT(paths.find("b/x.warc"), ElementsAre(b, a));
  EXPECT_THAT(paths.find(b), ElementsAre(b, a));
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
  EXPECT_THAT(paths.find("a.warc.gz"),
              ElementsAre(there, folder / "a.warc.gz"));
  EXPECT_THAT(paths.find("x/b"), ElementsAre("http://x/b"));
  EXPECT_THAT(paths.find("c"), ElementsAre("/gone"));
  EXPECT_THAT(paths.find("dir/d"), ElementsAre("e"));
  EXPECT_THAT(paths.find("d"), IsEmpty());
}

TEST(NamedPath, HasTheBytesThatALineEscapes) {
  tests::TempDir folder;
  const std::string spaced = folder.write("two words/a.warc", "x");
  const std::string percent = folder.write("100%25/a.warc", "x");
  EXPECT_EQ(named_path(folder / "two%20words/a.warc"), spaced);
  EXPECT_EQ(named_path(spaced), spaced);
  EXPECT_EQ(named_path(percent), percent);
  // Both are there.
  const std::string escaped = folder.write("two%20words/a.warc", "x");
  EXPECT_EQ(named_path(escaped), escaped);
  EXPECT_EQ(named_path("gone%20/a.warc"), "gone%20/a.warc");
}

}  // namespace
}  // namespace wax::cdx
