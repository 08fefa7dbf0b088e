#include "tools/cli/installed.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>

#include "tests/support/temp_dir.h"

namespace wax::tools::cli {
namespace {

TEST(Installed, FindsProgramsInPathWithoutRunningThem) {
  tests::TempDir directory;
  namespace fs = std::filesystem;
  std::string program = directory.write(
      "wax-stranger", "#!/bin/sh\ntouch " + (directory / "was-run") + "\n");
  fs::permissions(program, fs::perms::owner_all);
  directory.write("wax-no-program", "text");
  fs::create_directory(directory / "wax-folder");
  std::string path = getenv("PATH");
  setenv("PATH", ("/no/such/folder:" + directory.path()).c_str(), 1);
  auto tools = find_tools();
  setenv("PATH", path.c_str(), 1);
  ASSERT_TRUE(tools.contains("stranger"));
  EXPECT_FALSE(tools.contains("no-program"));
  EXPECT_FALSE(tools.contains("folder"));
  EXPECT_FALSE(tools["stranger"].ours);
  describe(tools["stranger"]);
  EXPECT_EQ(tools["stranger"].summary, "");
  EXPECT_FALSE(fs::exists(directory / "was-run"));
}

}  // namespace
}  // namespace wax::tools::cli
