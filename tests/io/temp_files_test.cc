#include "io/temp_files.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "io/error.h"
#include "io/output.h"
#include "tests/support/refused_call.h"
#include "tests/support/temp_dir.h"

namespace wax::io {
namespace {

namespace fs = std::filesystem;

bool is_empty(const tests::TempDir& directory) {
  return fs::is_empty(directory.path());
}

TEST(TempFile, FilesAndTreesAreRemoved) {
  tests::TempDir directory;
  std::string file = directory.write("a.part", "x");
  directory.write("b.part/c/d", "x");
  directory.write("b.part/e", "x");
  for (int i = 0; i < 500; ++i) {
    directory.write("b.part/many/" + std::to_string(i), "");
  }
  fs::create_symlink("/etc", directory / "b.part/link");
  TempFile first(file);
  TempFile second(directory / "b.part");
  TempFile never_made(directory / "c.part");
  remove_temp_files();
  EXPECT_TRUE(is_empty(directory));
  EXPECT_TRUE(fs::exists("/etc/passwd"));
}

TEST(TempFile, FinishedFilesStay) {
  tests::TempDir directory;
  std::string file = directory.write("a", "x");
  { TempFile gone(file); }
  auto output = open_output(directory / "b", false);
  output->write("x");
  output->finish();
  remove_temp_files();
  EXPECT_TRUE(fs::exists(file));
  EXPECT_TRUE(fs::exists(directory / "b"));
}

TEST(TempFile, SlotsAreUsedAgain) {
  tests::TempDir directory;
  for (int round = 0; round < 3; ++round) {
    std::vector<std::unique_ptr<TempFile>> many;
    for (int i = 0; i < 20; ++i) {
      many.push_back(
          std::make_unique<TempFile>(directory.write(std::to_string(i), "x")));
    }
    remove_temp_files();
    EXPECT_TRUE(is_empty(directory));
  }
}

TEST(TempFile, ASignalHandlerCanRemoveThePartFile) {
  tests::TempDir directory;
  pid_t child = fork();
  if (child == 0) {
    signal(SIGTERM, [](int) {
      remove_temp_files();
      _exit(7);
    });
    auto output = open_output(directory / "a", false);
    output->write("x");
    output->flush();
    if (is_empty(directory)) _exit(1);
    raise(SIGTERM);
    _exit(2);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_EQ(WEXITSTATUS(status), 7);
  EXPECT_TRUE(is_empty(directory));
}

TEST(TempFolder, GoesWithItsObject) {
  tests::TempDir directory;
  {
    TempFolder one(directory.path(), "a");
    TempFolder other(directory.path(), "a");
    EXPECT_NE(one.path(), other.path());
    EXPECT_TRUE(fs::path(one.path()).filename().string().starts_with("a-"));
    fs::create_directories(one.path() + "/b/c");
  }
  EXPECT_TRUE(is_empty(directory));
  EXPECT_THROW(TempFolder(directory.path() + "/none", "a"), IoError);
}

TEST(TempFolder, IsTheNamedOneThenTheEnvironmentsThenTmp) {
  const char* set = ::getenv("TMPDIR");
  std::string before = set != nullptr ? set : "";
  ::setenv("TMPDIR", "/of/environment", 1);
  EXPECT_EQ(temp_folder("/named"), "/named");
  EXPECT_EQ(temp_folder(""), "/of/environment");
  ::setenv("TMPDIR", "", 1);
  EXPECT_EQ(temp_folder(""), "/tmp");
  ::unsetenv("TMPDIR");
  EXPECT_EQ(temp_folder(""), "/tmp");
  if (set != nullptr) ::setenv("TMPDIR", before.c_str(), 1);
}

TEST(UnnamedFile, ReadsBackWhatWasWrittenAtAnyOffset) {
  tests::TempDir folder;
  UnnamedFile file(folder.path());
  file.write("wing", 3);
  file.write("wax", 0);
  std::string bytes(5, '\0');
  file.read(bytes.data(), bytes.size(), 2);
  EXPECT_EQ(bytes, "xwing");
}

TEST(UnnamedFile, HasNoNameInItsFolder) {
  tests::TempDir folder;
  UnnamedFile file(folder.path());
  file.write("waxwing", 0);
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(UnnamedFile, ThrowsForMissingBytesAndAMissingFolder) {
  tests::TempDir folder;
  UnnamedFile file(folder.path());
  file.write("wax", 0);
  std::string bytes(4, '\0');
  EXPECT_THROW(file.read(bytes.data(), 4, 0), IoError);
  EXPECT_THROW(UnnamedFile(folder / "missing"), IoError);
}

TEST(UnnamedFile, NeedsNoFileSystemThatHasFilesWithoutNames) {
  for (int code : {EOPNOTSUPP, EISDIR, EINVAL}) {
    tests::TempDir folder;
    std::string bytes(3, '\0');
    if (!tests::with_refused_call(tests::Call::kUnnamedFile, code, [&] {
          UnnamedFile file(folder.path());
          file.write("wax", 0);
          file.read(bytes.data(), 3, 0);
          EXPECT_TRUE(is_empty(folder));
        })) {
      GTEST_SKIP() << "no filters of calls";
    }
    EXPECT_EQ(bytes, "wax");
  }
}

TEST(UnnamedFile, AFailureNamesWhatChoosesTheFolder) {
  tests::TempDir folder;
  for (tests::Call call : {tests::Call::kUnnamedFile, tests::Call::kWriteAt}) {
    try {
      if (!tests::with_refused_call(call, EIO, [&] {
            UnnamedFile(folder.path()).write("wax", 0);
          })) {
        GTEST_SKIP() << "no filters of calls";
      }
      ADD_FAILURE() << "nothing was thrown";
    } catch (const IoError& error) {
      EXPECT_EQ(error.code(), EIO);
      EXPECT_NE(std::string(error.what()).find("--tmpdir"), std::string::npos);
    }
  }
}

}  // namespace

}  // namespace wax::io
