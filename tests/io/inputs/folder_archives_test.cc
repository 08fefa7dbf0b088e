#include "io/inputs/folder_archives.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <string>

#include "io/inputs/input_files.h"
#include "io/remote/aws_settings.h"
#include "tests/support/archives.h"
#include "tests/support/http_server.h"
#include "tests/support/temp_dir.h"
#include "tests/support/unlisted.h"
#include "tests/support/zip_files.h"

namespace wax::io {
namespace {

using testing::ElementsAre;
using testing::Pair;

constexpr const char* kWarc = "WARC/1.0\r\nWARC-Type: warcinfo\r\n";
constexpr const char* kArc = "filedesc://a.arc 0.0.0.0 20060101000000 ";

TEST(ArcName, IsThatOfAFileOrAPiece) {
  EXPECT_TRUE(is_arc_name("A.ARC.GZ"));
  EXPECT_TRUE(is_arc_name("a.arc-00001"));
  EXPECT_FALSE(is_arc_name("a.warc.gz"));
}

TEST(FolderArchives, KnowsNamesInAnyCase) {
  for (const char* name : {"A.WARC.GZ", "a.Arc", "b.warc.ZST", "x.warc.lz4"}) {
    EXPECT_TRUE(is_archive_name(name)) << name;
  }
  for (const char* name :
       {"warc", "a.warc.txt", "A.WARC.OPEN", "a.warc.zst.gz", ""}) {
    EXPECT_FALSE(is_archive_name(name)) << name;
  }
  EXPECT_TRUE(is_wacz_name("A.WACZ"));
  EXPECT_FALSE(is_wacz_name("wacz"));
}

TEST(FolderArchives, TakesFilesByNameOrByContent) {
  tests::TempDir folder;
  std::filesystem::create_directories(folder / "below");
  folder.write("UPPER.WARC.GZ", "damaged");
  folder.write("below/nosuffix", kArc);
  folder.write("crawl.2006", tests::gzip_member(kArc));
  folder.write("plain", kWarc);
  folder.write("tiny.zst.1", tests::zstd_frame(kWarc));
  folder.write("with-dictionary", std::string("\x5D\x2A\x4D\x18\0\0\0\0", 8));
  SkippedFiles skipped;
  tests::Problems problems;
  EXPECT_THAT(archives_below(folder.path(), skipped, problems),
              ElementsAre(folder / "UPPER.WARC.GZ", folder / "below/nosuffix",
                          folder / "crawl.2006", folder / "plain",
                          folder / "tiny.zst.1", folder / "with-dictionary"));
  EXPECT_THAT(skipped, ElementsAre());
}

TEST(FolderArchives, CountsWhatItSkipsByReason) {
  tests::TempDir folder;
  folder.write("a.warc.gz.open", kWarc);
  folder.write(".a.warc.gz.Xy12z3", kWarc);  // as rsync has them
  folder.write("b.warc.part", kWarc);
  folder.write("c.cdx.part-17", kWarc);
  folder.write("README.md", "WARC files, and ARC files\n");
  folder.write("lines.gz", tests::gzip_member("not WARC/1.0"));
  folder.write("cut.gz", tests::gzip_member(kWarc).substr(0, 9));
  folder.write("office.docx", "PK\3\4 and no zip file");
  folder.write("nothing", "");
  folder.write(".gitkeep", "");
  folder.write(".DS_Store", "Bud1");
  SkippedFiles skipped;
  tests::Problems problems;
  EXPECT_THAT(archives_below(folder.path(), skipped, problems), ElementsAre());
  EXPECT_THAT(skipped, ElementsAre(Pair("being written", 4), Pair("empty", 2),
                                   Pair("not an archive", 5)));
}

// A look into each object would be a request.
TEST(FolderArchives, OfAStoreAreToldByTheirNames) {
  tests::HttpServer server([](const std::string&, const std::string&) {
    std::string list = "<ListBucketResult>";
    for (const char* entry :
         {"d/b.wacz</Key><Size>5", "d/a.WARC.gz</Key><Size>0",
          "d/README</Key><Size>5", "d/nothing</Key><Size>0"}) {
      list += "<Contents><Key>" + std::string(entry) + "</Size></Contents>";
    }
    return tests::http_answer("200 OK", list + "</ListBucketResult>");
  });
  const AwsSettings before = aws_settings();
  aws_settings().endpoint = "http://" + server.host();
  aws_settings().path_style = true;
  SkippedFiles skipped;
  tests::Problems problems;
  EXPECT_THAT(archives_below("s3://abc/d/", skipped, problems),
              ElementsAre("s3://abc/d/a.WARC.gz", "s3://abc/d/b.wacz"));
  EXPECT_THAT(skipped,
              ElementsAre(Pair("empty", 1), Pair("not an archive", 1)));
  aws_settings() = before;
}

TEST(FolderArchives, ZipFilesAreToldByTheirEntries) {
  tests::TempDir folder;
  for (const char* entry : {"a.warc", "b.wacz", "text"}) {
    folder.write(std::string("zip-") + entry, tests::zip_of({{entry, "x"}}));
  }
  SkippedFiles skipped;
  tests::Problems problems;
  EXPECT_THAT(archives_below(folder.path(), skipped, problems),
              ElementsAre(folder / "zip-a.warc", folder / "zip-b.wacz"));
  EXPECT_THAT(skipped, ElementsAre(Pair("not an archive", 1)));
}

TEST(FolderArchives, WarnsOfFilesThatMayBecomeArchives) {
  tests::TempDir folder;
  folder.write("a.warc.gz.open", kWarc);
  folder.write("README.md", "text");
  folder.write(".hidden", "text");
  folder.write("empty", "");
  tests::Problems problems;
  EXPECT_THAT(expand_inputs({folder.path()}, problems), ElementsAre());
  EXPECT_THAT(problems.ids(), ElementsAre("skipped-files"));
}

TEST(FolderArchives, LinksAndPipesThatAreNoFilesAreCounted) {
  tests::TempDir folder;
  tests::TempDir other;
  other.write("b.warc", kWarc);
  std::filesystem::create_directory(folder / "below");
  folder.write("below/a.warc.xz", "anything");
  std::filesystem::create_symlink("none", folder / "gone.warc.gz");
  std::filesystem::create_symlink(other / "b.warc", folder / "c.warc");
  std::filesystem::create_directory_symlink(other.path(), folder / "linked");
  ASSERT_EQ(mkfifo((folder / "p.warc").c_str(), 0600), 0);
  SkippedFiles skipped;
  tests::Problems problems;
  EXPECT_THAT(archives_below(folder.path(), skipped, problems),
              ElementsAre(folder / "below/a.warc.xz", folder / "c.warc"));
  EXPECT_THAT(skipped,
              ElementsAre(Pair("broken link", 1), Pair("link to a folder", 1),
                          Pair("not a regular file", 1)));
}

TEST(FolderArchives, AFolderThatCannotBeListedIsReportedAndTheOthersAreListed) {
  tests::TempDir folder;
  folder.write("a.warc", kWarc);
  std::filesystem::create_directory(folder / "z");
  folder.write("z/b.warc", kWarc);
  SkippedFiles skipped;
  tests::Problems problems;
  const tests::UnlistedFolder unlisted(folder.path(), folder / "lost+found");
  EXPECT_THAT(archives_below(folder.path(), skipped, problems),
              ElementsAre(folder / "a.warc", folder / "z/b.warc"));
  ASSERT_THAT(problems.ids(), ElementsAre("unreadable-folder"));
  EXPECT_EQ(problems.all[0].file, folder / "lost+found");
  EXPECT_EQ(problems.all[0].text,
            folder / "lost+found: list: Permission denied");
  // Also when it was named.
  EXPECT_THAT(expand_inputs({folder / "lost+found", folder / "z"}, problems),
              ElementsAre(folder / "z/b.warc"));
  EXPECT_EQ(problems.ids()[1], "unreadable-folder");
}

TEST(FolderArchives, NamesSayHowTheyAreCompressed) {
  for (const char* name : {"a.warc", "B.WARC", "c.ARC"}) {
    EXPECT_EQ(compression_of_name(name), Compression::kNone) << name;
  }
  EXPECT_EQ(compression_of_name("a.warc.ZST"), Compression::kZstd);
  for (const char* name : {"a.warc.gz", "a", "-"}) {
    EXPECT_EQ(compression_of_name(name), Compression::kGzip) << name;
  }
}

TEST(FolderArchives, NamesAloneTellWhetherAFolderHasAny) {
  tests::TempDir folder;
  std::filesystem::create_directories(folder / "a.warc");
  folder.write("below/page", kWarc);
  EXPECT_FALSE(has_archive_names(folder.path()));
  folder.write("below/deeper/B.WACZ", "");
  EXPECT_TRUE(has_archive_names(folder.path()));
  EXPECT_FALSE(has_archive_names(folder / "missing"));
}

TEST(FolderArchives, ANamedFolderWithoutArchivesIsTold) {
  tests::TempDir empty;
  tests::TempDir full;
  full.write("a.warc", kWarc);
  tests::Problems problems;
  EXPECT_THAT(expand_inputs({empty.path(), full.path()}, problems),
              ElementsAre(full.path() + "/a.warc"));
  EXPECT_THAT(problems.ids(), ElementsAre("skipped-files"));
  EXPECT_EQ(problems.all[0].file, empty.path());
  EXPECT_EQ(problems.all[0].text, "the folder has no archives");
}

}  // namespace
}  // namespace wax::io
