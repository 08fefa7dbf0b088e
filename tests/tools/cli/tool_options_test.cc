#include "tools/cli/tool_options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "io/error.h"
#include "tests/support/temp_dir.h"

namespace wax::tools::cli {
namespace {

TEST(Resources, OptionsFillTheirTargets) {
  io::Budget budget;
  OptionTable table;
  declare_sorting(table, budget);
  EXPECT_EQ(table.rows()[0].initial, "512M");
  table.parse({"--memory", "64M", "--tmpdir", "/var/tmp", "-j3"});
  EXPECT_EQ(budget.memory, uint64_t{64} << 20);
  EXPECT_EQ(budget.tmpdir, "/var/tmp");
  EXPECT_EQ(budget.jobs, 3u);
}

TEST(Resources, RefusesMemoryWithWhichNothingCanBeDone) {
  uint64_t memory = uint64_t{512} << 20;
  OptionTable table;
  declare_memory(table, memory, "sorting");
  EXPECT_THROW(table.parse({"--memory", "0"}), UsageError);
  EXPECT_THROW(table.parse({"--memory", "8K"}), UsageError);
  table.parse({"--memory", "16K"});
  EXPECT_EQ(memory, uint64_t{16} << 10);
}

TEST(Resources, HasNoJobsOptionWithoutThreads) {
  uint64_t memory = 0;
  std::string tmpdir;
  OptionTable table;
  declare_sorting(table, memory, tmpdir);
  EXPECT_THROW(table.parse({"-j3"}), UsageError);
}

cdx::IdentityArgs parsed(const std::vector<std::string>& arguments) {
  OptionTable table;
  cdx::IdentityArgs words;
  declare_identity(table, words);
  table.parse(arguments);
  return words;
}

TEST(IdentityOptions, AreReadByTheirNames) {
  cdx::IdentityArgs words =
      parsed({"--profile", "nutchwax", "--urlkey", "surt", "--digest", "always",
              "--digest-of", "decoded", "--digest-algorithm", "sha256", "-p"});
  EXPECT_EQ(words.profile, "nutchwax");
  EXPECT_EQ(words.url_key, "surt");
  EXPECT_EQ(words.digest, "always");
  EXPECT_EQ(words.digest_of, "decoded");
  EXPECT_EQ(words.digest_algorithm, "sha256");
  EXPECT_TRUE(words.post_append);
}

TEST(IdentityOptions, RefuseOtherWords) {
  EXPECT_THROW((void)parsed({"--profile", "nobody"}), UsageError);
  EXPECT_THROW((void)parsed({"--urlkey", "sort"}), UsageError);
  EXPECT_THROW((void)parsed({"--digest-algorithm", "crc"}), UsageError);
}

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
