#include "io/leftovers.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "io/new_directory.h"
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

}  // namespace
}  // namespace wax::io
