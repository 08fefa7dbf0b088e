#include "tools/cli/readable_archives.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "io/error.h"
#include "tests/support/archives.h"
#include "tests/support/temp_dir.h"

namespace wax::tools::cli {
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
  Console console("tool", {});
  io::SkippedFiles skipped;
  EXPECT_THAT(readable_archives({folder / "link"}, skipped, console, console),
              ElementsAre(std::filesystem::canonical(archive).string()));
  EXPECT_FALSE(skipped.empty());
}

TEST(ReadableArchives, WhatCannotBeReadIsToldAndLeftOut) {
  tests::TempDir folder;
  const std::string archive =
      folder.write("a.warc", tests::warc_record("block"));
  testing::internal::CaptureStderr();
  std::vector<std::string> found;
  {
    Console console("tool", {});
    io::SkippedFiles skipped;
    found = readable_archives({folder / "missing.warc", archive}, skipped,
                              console, console);
    EXPECT_EQ(console.outcome(), Outcome::kIncomplete);
  }
  EXPECT_EQ(found.size(), 1U);
  EXPECT_THAT(
      testing::internal::GetCapturedStderr(),
      HasSubstr("missing.warc: open: No such file or directory; it is not "
                "added: give it again when it can be read"));
}

TEST(ReadableArchives, ProblemsOfTheSameArchivesAreToldOnce) {
  HeldProblems held;
  ToldOnce once(held);
  for (const char* file : {"a", "b", "a"}) {
    once.report({Severity::kLost, "not-an-archive", file, 0, "is none"});
  }
  ASSERT_EQ(held.all.size(), 2U);
  EXPECT_EQ(held.all[1].file, "b");
}

TEST(ReadableArchives, StandardInputCannotBeReadAgain) {
  Console console("tool", {});
  io::SkippedFiles skipped;
  EXPECT_THROW((void)readable_archives({"-"}, skipped, console, console),
               UsageError);
}

}  // namespace
}  // namespace wax::tools::cli
