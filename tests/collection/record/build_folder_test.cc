#include "collection/record/build_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "io/error.h"
#include "tests/support/archives.h"
#include "tests/support/temp_dir.h"

namespace wax::collection {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;

struct BuildFolder : testing::Test {
  tests::TempDir directory;
  std::string out = directory / "out";
};

TEST_F(BuildFolder, IsLockedByOneBuild) {
  fs::create_directories(out);
  {
    BuildLock lock(out);
    try {
      BuildLock second(out);
      ADD_FAILURE() << "two builds at once";
    } catch (const UsageError& error) {
      EXPECT_EQ(error.what(),
                out + ": another wax-build is running there: process " +
                    std::to_string(::getpid()));
    }
  }
  BuildLock again(out);
  EXPECT_THROW(BuildLock{out + "/none"}, IoError);
}

TEST_F(BuildFolder, IsLockedByTheStepOfABuildThatWasKilled) {
  fs::create_directories(out);
  int held = -1;
  {
    BuildLock killed(out);
    held = ::dup(killed.fd());
  }
  std::ofstream(out + "/build.lock") << "";  // a process that is no more
  auto before = std::chrono::steady_clock::now();
  std::thread step([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    ::close(held);
  });
  BuildLock next(out);
  EXPECT_GE(std::chrono::steady_clock::now() - before,
            std::chrono::milliseconds(150));
  step.join();
}

TEST_F(BuildFolder, ReadingThatWasKilledIsNoFailedBuild) {
  fs::create_directories(out);
  {
    BuildLock killed(out);
    killed.only_reads();
    EXPECT_THROW(
        try { BuildLock second(out); } catch (const UsageError& error) {
          EXPECT_THAT(error.what(),
                      testing::EndsWith(std::to_string(::getpid())));
          throw;
        },
        UsageError);
  }
  EXPECT_FALSE(BuildReadLock(out).after_failure());
  {
    BuildLock killed(out);
    EXPECT_FALSE(killed.after_failure());
    killed.only_reads();
    killed.begins();
  }
  EXPECT_TRUE(BuildReadLock(out).after_failure());
  {
    BuildLock killed(out);
    killed.only_reads();
  }
  EXPECT_TRUE(BuildLock(out).after_failure());
}

TEST_F(BuildFolder, KnowsAnArchiveByWhateverPathItIsGiven) {
  fs::create_directories(directory / "years/2007");
  fs::create_directory_symlink("years", directory / "crawls");
  const std::string file = directory.write("years/2007/a.warc", "a");
  fs::create_symlink("a.warc", directory / "years/2007/named.warc");
  const std::string real = fs::canonical(file);
  ArchivePaths paths;
  for (const char* path :
       {"years/2007/a.warc", "crawls/2007/a.warc", "years/./2007/a.warc",
        "crawls/2007/../2007/a.warc"}) {
    EXPECT_EQ(paths.of(directory / path), real) << path;
  }
  EXPECT_EQ(paths.of(fs::relative(file)), real);
  // Documents have the name of the file.
  EXPECT_EQ(paths.of(directory / "crawls/2007/named.warc"),
            fs::path(real).replace_filename("named.warc").string());
  EXPECT_EQ(
      paths.of((directory / "crawls/2007/a.wacz") + "!/archive/b.warc"),
      fs::path(real).replace_filename("a.wacz").string() + "!/archive/b.warc");
  EXPECT_EQ(paths.of("http://a/../b.warc"), "http://a/../b.warc");

  BuildRecord record;
  record.batches = {{"001", {file}}};
  add_batch(out, {directory / "crawls/2007/a.warc"}, record);
  EXPECT_EQ(record.batches.size(), 1u);
}

TEST_F(BuildFolder, MustBeNewOrEmptyOrABuild) {
  EXPECT_THROW(check_build_folder(out, false), UsageError);
  EXPECT_NO_THROW(check_build_folder(out, true));
  fs::create_directories(out);
  std::ofstream(out + "/build.lock") << "";
  std::ofstream(out + "/build.json.part-7") << "";
  EXPECT_NO_THROW(check_build_folder(out, true));
  std::ofstream(out + "/letter") << "text";
  EXPECT_THROW(check_build_folder(out, true), UsageError);
  EXPECT_THROW(check_build_folder(out + "/letter", true), IoError);
  std::ofstream(out + "/build.json") << "{}";
  EXPECT_NO_THROW(check_build_folder(out, false));
}

TEST_F(BuildFolder, TakesEachArchiveOnce) {
  BuildRecord record;
  add_batch(out, {"/a", "/b", "/a"}, record);
  add_batch(out, {"/b"}, record);
  add_batch(out, {"/b", "/c"}, record);
  ASSERT_EQ(record.batches.size(), 2u);
  EXPECT_EQ(record.batches[0].name, "001");
  EXPECT_THAT(record.batches[0].archives, ElementsAre("/a", "/b"));
  EXPECT_EQ(record.batches[1].name, "002");
  EXPECT_THAT(record.batches[1].archives, ElementsAre("/c"));
  EXPECT_EQ(tests::read_file(out + "/batches/001/archives"), "/a\n/b\n");
  add_batch(out, {"/d\ne"}, record);
  EXPECT_EQ(tests::read_file(out + "/batches/003/archives"),
            std::string("/d\ne\0", 5));
}

TEST_F(BuildFolder, LosesHalfWrittenFiles) {
  fs::create_directories(out + "/shards/001/main.part-7/x");
  fs::create_directories(out + "/shards/001/main");
  std::ofstream(out + "/captures.cdx.part-8") << "half";
  remove_parts(out);
  EXPECT_TRUE(fs::exists(out + "/shards/001/main"));
  EXPECT_FALSE(fs::exists(out + "/shards/001/main.part-7"));
  EXPECT_FALSE(fs::exists(out + "/captures.cdx.part-8"));
}

TEST_F(BuildFolder, KeepsFilesThatAreNotEmpty) {
  fs::create_directories(out);
  std::ofstream(out + "/empty") << "";
  std::ofstream(out + "/full") << "text";
  remove_if_empty(out + "/empty");
  remove_if_empty(out + "/full");
  remove_if_empty(out + "/none");
  EXPECT_FALSE(fs::exists(out + "/empty"));
  EXPECT_TRUE(fs::exists(out + "/full"));
}

}  // namespace
}  // namespace wax::collection
