#include "io/temp_files.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <memory>
#include <vector>

#include "io/output.h"
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

}  // namespace
}  // namespace wax::io
