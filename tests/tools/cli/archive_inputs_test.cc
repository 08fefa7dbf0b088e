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
  tests::TempDir folder;
  std::string list = folder.write("list", "c.warc\n# no\n\nd.warc\n");
  EXPECT_THAT(named_archives({"a", "-"}, ""), ElementsAre("a", "-"));
  EXPECT_THAT(named_archives({"a"}, list),
              ElementsAre("a", "c.warc", "d.warc"));
  EXPECT_THAT(named_archives({}, list), ElementsAre("c.warc", "d.warc"));
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
  tests::TempDir folder;
  std::string empty = folder.write("empty", "# nothing\n");
  EXPECT_THROW((void)named_archives({}, ""), UsageError);
  EXPECT_TRUE(named_archives({}, empty).empty());
  EXPECT_THROW((void)named_archives({"a"}, folder / "missing"), IoError);
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
