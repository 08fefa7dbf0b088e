#include "tools/cli/cdx_inputs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "io/error.h"

namespace wax::tools::cli {
namespace {

using testing::ElementsAre;

TEST(CdxInputs, AreTheNamedFiles) {
  OptionTable table;
  std::vector<std::string> inputs = {"-"};
  std::string url_key = "surt";
  declare_cdx_inputs(table, inputs, CdxOrder::kSorted);
  declare_missing_keys(table, url_key);
  table.parse({"a", "--urlkey", "legacy", "b"});
  EXPECT_THAT(inputs, ElementsAre("a", "b"));
  EXPECT_EQ(url_key, "legacy");
}

TEST(CdxInputs, AreStandardInputWithoutNames) {
  OptionTable table;
  std::vector<std::string> inputs = {"-"};
  declare_cdx_inputs(table, inputs);
  table.parse({});
  EXPECT_THAT(inputs, ElementsAre("-"));
}

}  // namespace
}  // namespace wax::tools::cli
