#include "io/leftovers.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "io/file_lock.h"
#include "io/new_directory.h"
#include "io/output.h"
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

}  // namespace
}  // namespace wax::io
