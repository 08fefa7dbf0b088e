#include "tools/cli/archive_inputs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <utility>

#include "io/error.h"
#include "tests/support/temp_dir.h"

namespace wax::tools::cli {
namespace {

using testing::ElementsAre;
using Names = std::vector<std::string>;

TEST(ArchiveInputs, AreTheNamedOnesThenTheListedOnes) {
  Console console("tool", {});
  tests::TempDir folder;
  std::string list = folder.write("list", "c.warc\n# no\n\nd.warc\n");
  EXPECT_THAT(named_archives({"a", "-"}, "", console), ElementsAre("a", "-"));
  EXPECT_THAT(named_archives({"a"}, list, console),
              ElementsAre("a", "c.warc", "d.warc"));
  EXPECT_THAT(named_archives({}, list, console),
              ElementsAre("c.warc", "d.warc"));
}

TEST(ArchiveInputs, AreDeclaredWithTheirList) {
  OptionTable table;
  Names inputs;
  std::string files_from;
  declare_archives(table, inputs, files_from);
  table.parse({"a", "--files-from", "list", "b"});
  EXPECT_THAT(inputs, ElementsAre("a", "b"));
  EXPECT_EQ(files_from, "list");
}

TEST(ArchiveInputs, FailWithoutAnyNameOrList) {
  Console console("tool", {});
  tests::TempDir folder;
  std::string empty = folder.write("empty", "# nothing\n");
  EXPECT_THROW((void)named_archives({}, "", console), UsageError);
  EXPECT_TRUE(named_archives({}, empty, console).empty());
  EXPECT_THROW((void)named_archives({"a"}, folder / "missing", console),
               IoError);
}

TEST(ArchiveInputs, OfAnEmptyListOrAwayReplaceNothing) {
  tests::TempDir folder;
  const std::string old = folder.write("old", "old");
  const std::string empty = folder.write("empty", "");
  // No package that is away, and no damaged one, has been an input.
  const std::string package = folder.write(
      "p.json",
      "{\"profile\":\"multi-wacz-package\",\"resources\":[{\"path\":"
      "\"gone.wacz\"}]}");
  const std::string damaged = folder.write("a.wacz", "PK\3\4");
  for (const std::string& named : Names{"", package, damaged}) {
    Console console("tool", {});
    EXPECT_NO_THROW(console.check_replacing(old));
    const Names inputs = named.empty() ? Names{} : Names{named};
    for (const std::string& path : find_archives(inputs, empty, console)) {
      EXPECT_THROW((void)io::open_input(path), IoError);
      console.report({Severity::kLost, "unreadable-archive", path, {}, ""});
    }
    EXPECT_THROW(console.check_replacing(old), Error) << named;
  }
}

TEST(ArchivesProgress, EndsAJobWhoseResultIsNotWanted) {
  class SomeJob final : public io::Job {
   public:
    bool wanted() const override { return wanted_; }
    void report(Problem) override {}
    bool wanted_ = true;
  };
  Console console("tool", {});
  ArchivesProgress progress(console, 10);
  SomeJob job;
  auto at = progress.of(job);
  EXPECT_NO_THROW(at(5));
  job.wanted_ = false;
  EXPECT_THROW(at(6), Error);
}

TEST(ArchiveInputs, HaveAKnownSizeOrZero) {
  tests::TempDir folder;
  Names files = {folder.write("a", "123"), folder.write("b", "45678")};
  EXPECT_EQ(size_of_all(files), 8u);
  std::vector<std::pair<int, std::string>> pairs = {{1, files[1]}};
  EXPECT_EQ(size_of_all(pairs, &std::pair<int, std::string>::second), 5u);
  files.emplace_back("-");
  EXPECT_EQ(size_of_all(files), 0u);
  EXPECT_EQ(size_of_all(Names{}), 0u);
}

TEST(ArchiveInputs, CanBeListedByAnOption) {
  std::string list;
  OptionTable table;
  declare_files_from(table, list);
  table.parse({"--files-from=x"});
  EXPECT_EQ(list, "x");
}

}  // namespace
}  // namespace wax::tools::cli
