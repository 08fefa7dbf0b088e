#include "tools/cli/import_options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "io/error.h"

namespace wax::tools::cli {
namespace {

using testing::ElementsAre;

struct ImportArgs {
  std::string status = "200-299";
  std::vector<std::string> types;
  bool all_types = false;
  bool ignore_robots = false;

  void parse(const std::vector<std::string>& arguments) {
    OptionTable table;
    declare_import_rules(table, status, types, all_types);
    declare_ignore_robots(table, ignore_robots);
    table.parse(arguments);
  }
};

TEST(ImportOptions, AreReadByTheirNames) {
  ImportArgs args;
  args.parse({"--status", "200,404", "--types", "text/*,image/png",
              "--all-types", "--ignore-robots"});
  EXPECT_EQ(args.status, "200,404");
  EXPECT_THAT(args.types, ElementsAre("text/*", "image/png"));
  EXPECT_TRUE(args.all_types);
  EXPECT_TRUE(args.ignore_robots);
}

TEST(ImportOptions, KeepTheirDefaults) {
  ImportArgs args;
  args.parse({});
  EXPECT_EQ(args.status, "200-299");
  EXPECT_TRUE(args.types.empty());
  EXPECT_FALSE(args.all_types);
  EXPECT_FALSE(args.ignore_robots);
}

}  // namespace
}  // namespace wax::tools::cli
