#include "tools/cli/line_output.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/support/temp_dir.h"

namespace wax::tools::cli {
namespace {

TEST(LineOutput, SetsTheTargetsOfItsOptions) {
  OptionTable table;
  std::string output = "-";
  bool force = false;
  declare_line_output(table, output, force, "; more");
  table.parse({"-o", "a.gz", "-f"});
  EXPECT_EQ(output, "a.gz");
  EXPECT_TRUE(force);
  EXPECT_EQ(table.rows()[0].text,
            "write to FILE, compressed if its name ends in .gz; more");
}

TEST(LineOutput, KnowsAnInputUnderAnotherName) {
  tests::TempDir folder;
  std::string a = folder.write("a", "");
  std::string b = folder.write("b", "");
  EXPECT_TRUE(is_among(folder.path() + "/./a", {b, a}));
  EXPECT_FALSE(is_among(a, {b}));
  EXPECT_FALSE(is_among(folder.path() + "/c", {folder.path() + "/c", b}));
}

}  // namespace
}  // namespace wax::tools::cli
