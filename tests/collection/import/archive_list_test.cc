#include "collection/import/archive_list.h"

#include <gtest/gtest.h>

#include <string>

#include "io/error.h"
#include "tests/support/archives.h"
#include "tests/support/temp_dir.h"

namespace wax::collection {
namespace {

TEST(ArchiveList, TellsArchivesFromLists) {
  tests::TempDir home;
  const std::string arc =
      tests::arc_filedesc("x") + tests::arc_record(tests::http_response("x"));
  const std::string warc = tests::warc_record(tests::http_response("x"));
  struct Case {
    std::string name;
    std::string bytes;
    bool archive;
  } const cases[] = {
      {"a.warc.gz", "whatever it holds", true},
      {"b.arc", "", true},
      {"c", warc, true},
      {"d", tests::gzip_member(warc), true},
      {"e", arc, true},
      {"f", tests::arc_record(tests::http_response("x")), true},
      {"g", "crawls/a.warc.gz books\n", false},
      {"h", "# http://example.org/ 1.2.3.4\na.warc\n", false},
      {"i", tests::gzip_member("a.warc.gz\n"), false},
      {"j", "", false},
      {"k", "\n\n", false},
      {"l", "a.warc.gz collection some more 5\n", false},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(is_archive(home.write(c.name, c.bytes)), c.archive) << c.name;
  }
  EXPECT_TRUE(is_archive("-"));
  EXPECT_THROW((void)is_archive(home / "missing"), IoError);
}

TEST(ArchiveList, ReadsPathsAndCollections) {
  tests::TempDir home;
  std::vector<ListedArchive> archives;
  read_archive_list(home.write("list",
                               "# comment\n\n a.warc \nb.arc.gz\tbooks more\r\n"
                               "  # c.warc\n/x/d.warc"),
                    "default", archives);
  ASSERT_EQ(archives.size(), 3u);
  EXPECT_EQ(archives[0].path, "a.warc");
  EXPECT_EQ(archives[0].collection, "default");
  EXPECT_EQ(archives[1].path, "b.arc.gz");
  EXPECT_EQ(archives[1].collection, "books");
  EXPECT_EQ(archives[2].path, "/x/d.warc");
}

TEST(ArchiveList, RefusesATextThatIsNoManifest) {
  tests::TempDir home;
  const std::string there = home.write("unnamed", "");
  struct Case {
    std::string text;
    bool manifest;
  } const cases[] = {
      {"# Waxwing\n\nIndex, de-duplicate and search web archives.\n", false},
      {"<!DOCTYPE html>\n<title>x</title>\n", false},
      {"%PDF-1.4\n1 0 obj\n", false},
      {" CDX N b a m s k r M S V g\ncom,a)/ 2014 http://a/\n", false},
      {there + "\nsome words\nmore words\n", false},
      {there + "\ntypo\n", true},
      {"gone.warc.gz\nGONE.ARC\nhttp://a.example/b\nb.wacz\n", true},
      {"# nothing but a comment\n", true},
  };
  for (const Case& c : cases) {
    std::vector<ListedArchive> archives;
    const std::string path = home.write("text", c.text);
    if (c.manifest) {
      EXPECT_NO_THROW(read_archive_list(path, "", archives)) << c.text;
    } else {
      EXPECT_THROW(read_archive_list(path, "", archives), UsageError) << c.text;
      EXPECT_TRUE(archives.empty());
    }
  }
}

TEST(ArchiveList, TakesArchivesFoldersAndManifests) {
  tests::TempDir home;
  const std::string archive = home.write("a.warc", "");
  const std::string manifest = home.write("manifest", "/m.warc books\n");
  const std::string from = home.write("from", "/f.warc\n");
  tests::Problems problems;
  auto list =
      list_archives({archive, manifest, home / "none"}, from, "c", problems);
  ASSERT_EQ(list.size(), 4u);
  EXPECT_EQ(list[0].path, archive);
  EXPECT_EQ(list[0].collection, "c");
  EXPECT_EQ(list[1].path, "/m.warc");
  EXPECT_EQ(list[1].collection, "books");
  EXPECT_EQ(list[2].path, home / "none");
  EXPECT_EQ(list[3].path, "/f.warc");
  EXPECT_TRUE(problems.all.empty());
}

}  // namespace
}  // namespace wax::collection
