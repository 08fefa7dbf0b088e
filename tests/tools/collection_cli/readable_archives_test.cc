#include "tools/collection_cli/readable_archives.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "io/error.h"
#include "tests/support/archives.h"
#include "tests/support/temp_dir.h"
#include "tests/support/unlisted.h"
#include "tests/support/zip_files.h"

namespace wax::tools::collection_cli {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(ReadableArchives, FoldersStandForTheirArchivesByRealPaths) {
  tests::TempDir folder;
  std::filesystem::create_directory(folder / "in");
  const std::string archive =
      folder.write("in/a.warc", tests::warc_record("block"));
  folder.write("in/notes.txt", "no archive");
  std::filesystem::create_symlink("in", folder / "link");
  cli::Console console("tool", {});
  const std::string real = std::filesystem::canonical(archive).string();
  const auto round = readable_archives({folder / "link"}, console);
  EXPECT_THAT(round.archives, ElementsAre(real));
  EXPECT_FALSE(round.skipped.empty());
  EXPECT_THAT(round.names.places,
              ElementsAre(real.substr(0, real.rfind('/')), real));
}

TEST(ReadableArchives, AFileThatIsNoArchiveIsNotAdded) {
  tests::TempDir folder;
  const std::string text = folder.write("README.md", "# A page\n\nof words");
  const std::string unnamed =
      folder.write("unnamed", tests::warc_record("block"));
  const std::string damaged = folder.write("damaged.warc.gz", "no gzip");
  cli::Console console("tool", {});
  testing::internal::CaptureStderr();
  const auto round = readable_archives({text, unnamed, damaged}, console);
  EXPECT_THAT(testing::internal::GetCapturedStderr(),
              HasSubstr("README.md: is not an archive"));
  EXPECT_EQ(round.archives.size(), 2u);
  EXPECT_EQ(console.outcome(), cli::Outcome::kIncomplete);
}

TEST(ReadableArchives, AFolderThatCannotBeListedIsAProblemOfItsName) {
  tests::TempDir folder;
  const std::string path = std::filesystem::canonical(folder.path()).string();
  folder.write("a.warc", tests::warc_record("block"));
  cli::Console console("tool", {});
  const tests::UnlistedFolder unlisted(folder.path(), folder / "lost+found");
  const auto round = readable_archives({folder.path() + "/"}, console);
  EXPECT_THAT(round.archives, ElementsAre(path + "/a.warc"));
  ASSERT_EQ(round.names.problems.size(), 1u);
  EXPECT_EQ(round.names.problems[0].name, path + "/lost+found");
  const Problem& problem = round.names.problems[0].problem;
  EXPECT_EQ(problem.id, "unreadable-folder");
  EXPECT_EQ(problem.file, path + "/lost+found");
  EXPECT_EQ(problem.text, "list: Permission denied");
}

TEST(ReadableArchives, WhatCannotBeAddedIsAProblemOfItsName) {
  tests::TempDir folder;
  const std::string path = std::filesystem::canonical(folder.path()).string();
  folder.write("none.wacz", tests::zip_of({{"a", "b"}}));
  folder.write("part.wacz", tests::zip_of({{"a", "b"}}).substr(0, 40));
  // A package of which one file can be added.
  folder.write("some.wacz",
               tests::zip_of({{"a.warc", tests::warc_record("block")}}));
  folder.write(
      "packages/datapackage.json",
      R"({"profile":"multi-wacz-package","resources":[)"
      R"({"name":"a","path":"a.wacz"},{"name":"b","path":"b.wacz"}]})");
  folder.write("packages/a.wacz",
               tests::zip_of({{"a.warc", tests::warc_record("block")}}));
  folder.write("packages/b.wacz", tests::zip_of({{"a", "b"}}));
  cli::Console console("tool", {});
  const auto round = readable_archives(
      {folder.path() + "/none.wacz", folder.path() + "/part.wacz",
       folder.path() + "/some.wacz",
       folder.path() + "/packages/datapackage.json"},
      console);
  EXPECT_THAT(round.archives, ElementsAre(path + "/some.wacz",
                                          path + "/packages/datapackage.json"));
  std::vector<std::string> met;
  for (const auto& [name, problem] : round.names.problems) {
    met.push_back(name.substr(path.size()) + " " + problem.id + " " +
                  problem.file.substr(path.size()));
  }
  EXPECT_THAT(met, ElementsAre("/none.wacz not-an-archive /none.wacz",
                               "/part.wacz bad-zip /part.wacz",
                               "/packages/datapackage.json not-an-archive "
                               "/packages/b.wacz"));
  EXPECT_THAT(
      round.names.places,
      ElementsAre(path + "/none.wacz", path + "/part.wacz", path + "/some.wacz",
                  path + "/packages/datapackage.json",
                  path + "/packages/a.wacz", path + "/packages/b.wacz"));
  EXPECT_EQ(console.outcome(), cli::Outcome::kDone) << "the build tells them";
}

TEST(ReadableArchives, OnlyAPackageHasOtherPlacesThanItself) {
  tests::TempDir folder;
  const std::string json =
      std::filesystem::canonical(folder.write("in/z.json", "{}")).string();
  cli::Console console("tool", {});
  EXPECT_THAT(readable_archives({json}, console).names.places,
              ElementsAre(json));
}

TEST(ReadableArchives, WhatCannotBeReadIsToldAndLeftOut) {
  tests::TempDir folder;
  const std::string archive =
      folder.write("a.warc", tests::warc_record("block"));
  testing::internal::CaptureStderr();
  std::vector<std::string> found;
  {
    cli::Console console("tool", {});
    found =
        readable_archives({folder / "missing.warc", archive}, console).archives;
    EXPECT_EQ(console.outcome(), cli::Outcome::kIncomplete);
  }
  EXPECT_EQ(found.size(), 1U);
  EXPECT_THAT(
      testing::internal::GetCapturedStderr(),
      HasSubstr("missing.warc: open: No such file or directory; it is "
                "skipped; run the command again when it can be read"));
}

TEST(ReadableArchives, StandardInputCannotBeReadAgain) {
  cli::Console console("tool", {});
  EXPECT_THROW((void)readable_archives({"-"}, console), UsageError);
}

}  // namespace
}  // namespace wax::tools::collection_cli
