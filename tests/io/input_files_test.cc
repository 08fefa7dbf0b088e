#include "io/input_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "io/error.h"
#include "tests/support/archives.h"
#include "tests/support/temp_dir.h"

namespace wax::io {
namespace {

using testing::ElementsAre;

TEST(ArchiveName, IsRecognisedByItsEnd) {
  for (const char* name : {"a.warc", "a.arc", "a.warc.gz", "a.arc.gz",
                           "a.warc.zst", "b.c.warc.gz"}) {
    EXPECT_TRUE(is_archive_name(name)) << name;
  }
  for (const char* name :
       {"a.cdx", "a.gz", "warc", "a.warc.gz.bad", "a.warc.gz.gz", ""}) {
    EXPECT_FALSE(is_archive_name(name)) << name;
  }
}

TEST(ExpandInputs, TakesTheArchivesOfADirectoryInOrder) {
  tests::TempDir directory;
  std::filesystem::create_directories(directory / "b/c");
  directory.write("z.warc.gz", "");
  directory.write("a.arc", "");
  directory.write("b/c/x.warc", "");
  directory.write("notes.txt", "");
  test::Problems problems;
  EXPECT_THAT(expand_inputs({directory.path()}, problems),
              ElementsAre(directory / "a.arc", directory / "b/c/x.warc",
                          directory / "z.warc.gz"));
}

TEST(ExpandInputs, KeepsWhatIsNamed) {
  test::Problems problems;
  EXPECT_THAT(
      expand_inputs({"-", "missing", "-", "http://a.example/b"}, problems),
      ElementsAre("-", "missing", "-", "http://a.example/b"));
  EXPECT_THAT(problems.ids(), ElementsAre());
}

TEST(EntryPath, BeginsBehindAFileOrTheUrlOfAWacz) {
  tests::TempDir directory;
  std::filesystem::create_directories(directory / "d!");
  std::string zip = directory.write("w.wacz", "");
  directory.write("d!/w.wacz", "");
  for (const std::string& file :
       {zip, directory / "d!/w.wacz", std::string("http://h/w.wacz"),
        std::string("https://h/w.wacz?key=1")}) {
    for (const char* name : {"a.warc", "../a.warc", "/a.warc", "b!/a.warc"}) {
      std::string whole = file + "!/" + name;
      auto path = entry_path(whole);
      ASSERT_TRUE(path) << file << name;
      EXPECT_EQ(path->zip, file);
      EXPECT_EQ(path->entry, name);
    }
  }
  for (const std::string& path :
       {zip, directory / "d!/a.warc", directory / "gone.wacz!/a.warc",
        std::string("http://h/d!/a.warc"), std::string("a.warc")}) {
    EXPECT_FALSE(entry_path(path)) << path;
  }
}

TEST(PathList, WithNulBytesHasPathsThatHoldNewlines) {
  tests::TempDir directory;
  std::string list = directory.write("list", std::string("a\nb\0c\r\0d", 8));
  EXPECT_THAT(read_path_list(list), ElementsAre("a\nb", "c\r", "d"));
}

TEST(PathList, HasOnePathPerLine) {
  tests::TempDir directory;
  std::string list = directory.write("list", "a b\n\n# no\r\nc\r\n../d");
  EXPECT_THAT(read_path_list(list), ElementsAre("a b", "c", "../d"));
  EXPECT_THAT(read_path_list(directory.write("empty", "")), ElementsAre());
  EXPECT_THROW((void)read_path_list(directory / "missing"), IoError);
}

}  // namespace
}  // namespace wax::io
