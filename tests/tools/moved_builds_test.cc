// wax-build of a collection that was copied to another place.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "tests/support/archives.h"
#include "tests/support/command.h"
#include "tests/support/temp_dir.h"

namespace wax::tests {
namespace {

namespace fs = std::filesystem;

// A build with its archives, in the folder `old`, and its copy in `new`, which
// has the times that tar keeps.
class MovedBuilds : public testing::Test {
 protected:
  MovedBuilds() {
    for (const char* name : {"a", "b"}) {
      directory_.write(
          std::string("old/") + name + ".warc",
          warc_record(http_response(std::string("<p>heron ") + name),
                      {.uri = std::string("http://x.example/") + name}));
    }
    expect_rc(0, "wax-build -q old/out old/a.warc");
    expect_rc(0, "wax-build -q old/out old/b.warc");
    expect_rc(0, "mkdir new && tar -C old -cf - . | tar -C new -xf -");
    expect_rc(0, "find new -exec touch -d 2020-01-01 {} +");
  }
  CommandResult run(const std::string& command) {
    return run_command(command, {directory_.path(), {}});
  }
  void expect_rc(int code, const std::string& command) {
    const CommandResult result = run(command);
    EXPECT_EQ(result.code, code) << command << '\n' << result.err;
  }
  void expect_steps(const std::string& command, const std::string& counts) {
    const CommandResult result = run(command);
    EXPECT_NE(result.err.find("archives 2, steps run " + counts),
              std::string::npos)
        << command << '\n'
        << result.err;
  }
  TempDir directory_;
};

TEST_F(MovedBuilds, RunNoStepWithTheirArchivesWhereTheyWere) {
  expect_steps("wax-build new/out", "0, steps up to date 10\n");
  expect_steps("wax-build new/out", "0, steps up to date 10\n");
  expect_rc(0, "wax-build --check new/out");
}

TEST_F(MovedBuilds, RunNoStepWithTheirArchivesBesideThem) {
  fs::rename(directory_.path() + "/old", directory_.path() + "/gone");
  expect_steps("wax-build new/out", "0, steps up to date 10\n");
  expect_rc(0, "wax-build --check new/out");
}

TEST_F(MovedBuilds, RunNoStepWithTheirArchivesElsewhere) {
  fs::rename(directory_.path() + "/old", directory_.path() + "/gone");
  expect_rc(0, "mkdir disk && mv new/a.warc new/b.warc disk");
  expect_steps("wax-build new/out disk", "0, steps up to date 10\n");
}

TEST_F(MovedBuilds, SeeBytesThatChanged) {
  fs::rename(directory_.path() + "/old", directory_.path() + "/gone");
  expect_rc(0, "sed -i 's/heron b/robin b/' new/b.warc");
  expect_rc(1, "wax-build -q new/out");
  expect_rc(1, "wax-build -q new/out new");
  EXPECT_NE(run("wax-search new/out robin").out.find("http://x.example/b"),
            std::string::npos);
}

TEST_F(MovedBuilds, RunStepsForOtherBytesAndNotForOtherTimes) {
  expect_rc(0, "touch -d 2021-02-03 old/a.warc");
  expect_steps("wax-build old/out", "0, steps up to date 10\n");
  expect_rc(0, "sed -i 's/heron a/robin a/' old/a.warc");
  expect_rc(0, "touch -d 2021-02-04 old/a.warc");
  expect_rc(0, "wax-build -q old/out");
  EXPECT_NE(run("wax-search old/out robin").out.find("http://x.example/a"),
            std::string::npos);
}

}  // namespace
}  // namespace wax::tests
