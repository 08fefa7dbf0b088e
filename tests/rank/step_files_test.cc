#include "rank/step_files.h"

#include <gtest/gtest.h>

#include "io/byte_source.h"
#include "io/compress/decompressed.h"
#include "tests/support/temp_dir.h"

namespace wax::rank {
namespace {

TEST(StepFiles, AreMadeOnce) {
  tests::TempDir folder;
  int made = 0;
  auto run = [&] {
    StepFiles files(folder.path(), 1);
    const StepResult result =
        files.step("sum", "option\n", [&](StepResult& step) {
          ++made;
          files.write_entities(*lines::lines_of("a 1 1 1\nb 41 9 2\n"),
                               "sum.gz", step);
        });
    EXPECT_EQ(result.counts.at("entities"), 2U);
    EXPECT_EQ(result.counts.at("views"), 42U);
    return files.made() * 10 + files.kept();
  };
  EXPECT_EQ(run(), 10U);
  EXPECT_EQ(run(), 1U);
  EXPECT_EQ(made, 1);
  EXPECT_EQ(
      io::read_all(*io::decompressed(io::open_file(folder / "sum.gz"), 1), 99),
      "a 1 1 1\nb 41 9 2\n");
}

}  // namespace
}  // namespace wax::rank
