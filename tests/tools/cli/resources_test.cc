#include "tools/cli/resources.h"

#include <gtest/gtest.h>

#include "io/error.h"

namespace wax::tools::cli {
namespace {

TEST(Resources, OptionsFillTheirTargets) {
  uint64_t memory = uint64_t{512} << 20;
  std::string tmpdir;
  uint64_t jobs = 0;
  OptionTable table;
  declare_sorting(table, memory, tmpdir, jobs);
  EXPECT_EQ(table.rows()[0].initial, "512M");
  table.parse({"--memory", "64M", "--tmpdir", "/var/tmp", "-j3"});
  EXPECT_EQ(memory, uint64_t{64} << 20);
  EXPECT_EQ(tmpdir, "/var/tmp");
  EXPECT_EQ(jobs, 3u);
}

TEST(Resources, HasNoJobsOptionWithoutThreads) {
  uint64_t memory = 0;
  std::string tmpdir;
  OptionTable table;
  declare_sorting(table, memory, tmpdir);
  EXPECT_THROW(table.parse({"-j3"}), UsageError);
}

}  // namespace
}  // namespace wax::tools::cli
