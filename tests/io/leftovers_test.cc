#include "io/leftovers.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "io/file_lock.h"
#include "io/new_directory.h"
#include "io/output.h"
#include "io/temp_files.h"
#include "tests/support/temp_dir.h"

namespace wax::io {
namespace {

namespace fs = std::filesystem;

const DirectoryKind kAnyKind = {
    "any", [](const std::string&) { return true; },
    [](const std::string&) { return std::string(); }};

// The number of a process that has ended.
std::string ended_process() {
  pid_t child = ::fork();
  if (child == 0) ::_exit(0);
  ::waitpid(child, nullptr, 0);
  return std::to_string(child);
}

class LeftoversTest : public testing::Test {
 protected:
  LeftoversTest() {
    on_removed_leftover([&](const std::string& p) { removed_.push_back(p); });
  }
  ~LeftoversTest() override { on_removed_leftover(nullptr); }
  void leave(const std::string& part) const {
    fs::create_directories(part);
    std::ofstream(part + "/documents") << "half";
  }

  tests::TempDir folder_;
  std::vector<std::string> removed_;
};

TEST_F(LeftoversTest, TheNextWriterRemovesWhatAKilledProcessLeft) {
  const std::string path = folder_ / "segment";
  const std::string part = path + ".part-" + ended_process();
  leave(part);
  NewDirectory directory(path, false, kAnyKind, {});
  EXPECT_FALSE(fs::exists(part));
  EXPECT_EQ(removed_, std::vector<std::string>{part});
}

TEST_F(LeftoversTest, AProcessThatNobodyHasWaitedForHasEnded) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(0);
  siginfo_t info{};
  ::waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOWAIT);
  const std::string path = folder_ / "all.cdx";
  const std::string part = path + ".part-" + std::to_string(child);
  std::ofstream(part) << "half";
  remove_leftover_files(path);
  EXPECT_FALSE(fs::exists(part));
  ::waitpid(child, nullptr, 0);
}

TEST_F(LeftoversTest, WhatALivingProcessOrAnotherNameHasStays) {
  const std::string ended = ended_process();
  for (const std::string& part :
       {"segment.part-" + std::to_string(::getppid()),
        std::string("segment.part-new"), "segment2.part-" + ended}) {
    leave(folder_ / part);
    remove_leftovers(folder_ / "segment");
    EXPECT_TRUE(fs::exists(folder_ / part)) << part;
  }
  EXPECT_TRUE(removed_.empty());
}

TEST_F(LeftoversTest, TheNextWriterOfAFileRemovesWhatAKilledOneLeft) {
  const std::string path = folder_ / "all.cdx";
  const std::string ended = ended_process();
  const std::vector<std::string> left = {path + ".part-" + ended,
                                         path + ".part-" + ended + "-2"};
  const std::vector<std::string> others = {
      path + ".part-" + std::to_string(::getppid()), path + ".part-new",
      folder_ / "call.cdx.part-" + ended};
  for (const std::string& file : left) std::ofstream(file) << "half";
  for (const std::string& file : others) std::ofstream(file) << "half";
  open_output(path, false)->finish();
  for (const std::string& file : left) EXPECT_FALSE(fs::exists(file)) << file;
  for (const std::string& file : others) EXPECT_TRUE(fs::exists(file)) << file;
  EXPECT_THAT(removed_, testing::UnorderedElementsAreArray(left));
}

TEST_F(LeftoversTest, AFileThatAnotherHostIsWritingStays) {
  const std::string part = folder_ / "a.part-" + ended_process();
  const int fd = ::open(part.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
  ASSERT_TRUE(lock_file(fd, LockKind::kExclusive));
  open_output(folder_ / "a", false)->finish();
  EXPECT_TRUE(fs::exists(part));
  ::close(fd);
}

// The path of a folder that a process makes, which is killed then. TempFolder
// looks for leftovers of a name once, so each test has a folder of its own.
std::string folder_of_killed(const std::string& folder) {
  const std::string told = folder + "/told";
  const pid_t child = ::fork();
  if (child == 0) {
    TempFolder made(folder, "wax-groups");
    fs::create_directories(made.path() + "/a/b");
    std::ofstream(told) << made.path();
    ::kill(::getpid(), SIGKILL);
  }
  ::waitpid(child, nullptr, 0);
  std::string path = tests::read_file(told);
  fs::remove(told);
  return path;
}

TEST_F(LeftoversTest, TheNextTempFolderRemovesThoseOfKilledProcesses) {
  const std::string first = folder_of_killed(folder_.path());
  ASSERT_TRUE(fs::exists(first));
  TempFolder other(folder_.path(), "wax-wacz");
  EXPECT_TRUE(fs::exists(first)) << "of another kind";
  TempFolder next(folder_.path(), "wax-groups");
  EXPECT_FALSE(fs::exists(first));
  EXPECT_EQ(removed_, std::vector<std::string>{first});
}

TEST_F(LeftoversTest, TempFoldersOfLivingProcessesStay) {
  int ready[2];
  int end[2];
  ASSERT_EQ(::pipe(ready), 0);
  ASSERT_EQ(::pipe(end), 0);
  const pid_t child = ::fork();
  char byte = 'x';
  if (child == 0) {
    ::close(end[1]);
    TempFolder made(folder_.path(), "wax-groups");
    (void)!::write(ready[1], &byte, 1);
    (void)!::read(end[0], &byte, 1);
    ::kill(::getpid(), SIGKILL);
  }
  ASSERT_EQ(::read(ready[0], &byte, 1), 1);
  const auto of_child = *fs::directory_iterator(folder_.path());
  { TempFolder next(folder_.path(), "wax-groups"); }
  EXPECT_TRUE(fs::exists(of_child));
  for (int fd : {end[1], end[0], ready[0], ready[1]}) ::close(fd);
  ::waitpid(child, nullptr, 0);
  // A process looks once.
  remove_leftover_folders(folder_.path() + "/.", "wax-groups");
  EXPECT_FALSE(fs::exists(of_child));
}

TEST_F(LeftoversTest, FoldersThatAreNotOfTempFolderStay) {
  const std::string text =
      ended_process() + process_text().substr(process_text().find(' '));
  auto make = [&](const std::string& name, const std::string& lock) {
    leave(folder_ / name);
    std::ofstream(temp_folder_lock(folder_ / name)) << lock;
  };
  leave(folder_ / "wax-groups-nolock");
  make("wax-groups-empty1", "");
  make("wax-groups-host11", "17 other.example");
  make("wax-groups-number", "17");
  make("wax-groups-toolong", text);
  make("elsewhere", text);
  fs::create_directory_symlink(folder_ / "elsewhere",
                               folder_ / "wax-groups-link11");
  std::vector<std::string> stay = {"wax-groups-nolock",  "wax-groups-empty1",
                                   "wax-groups-host11",  "wax-groups-number",
                                   "wax-groups-toolong", "elsewhere"};
  if (::geteuid() == 0) {  // another user's
    make("wax-groups-user11", text);
    ASSERT_EQ(::chown((folder_ / "wax-groups-user11").c_str(), 1, 1), 0);
    stay.push_back("wax-groups-user11");
  }
  make("wax-groups-ended1", text);
  remove_leftover_folders(folder_.path(), "wax-groups");
  for (const std::string& name : stay) {
    EXPECT_TRUE(fs::exists(folder_ / name + "/documents")) << name;
  }
  EXPECT_EQ(removed_, std::vector<std::string>{folder_ / "wax-groups-ended1"});
}

}  // namespace
}  // namespace wax::io
