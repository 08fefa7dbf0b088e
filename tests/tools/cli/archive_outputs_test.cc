#include "tools/cli/archive_outputs.h"

#include <gtest/gtest.h>

#include "io/error.h"
#include "tests/support/temp_dir.h"

namespace wax::tools::cli {
namespace {

using Files = std::vector<std::string>;

TEST(ArchiveOutputs, AreAFileOrFilesOfAFolder) {
  tests::TempDir folder;
  const std::string out = folder / "out/new";
  EXPECT_EQ(output_files({"a", "", false}, {"in/x.warc"}), Files{"a"});
  EXPECT_EQ(output_files({"", out, false}, {"in/x.warc", "y.warc.gz"}),
            (Files{out + "/x.warc", out + "/y.warc.gz"}));
}

TEST(ArchiveOutputs, AreRefusedWhenTheyAreNotClear) {
  tests::TempDir folder;
  EXPECT_THROW((void)output_files({"", "", false}, {"x"}), UsageError);
  EXPECT_THROW((void)output_files({"a", "", false}, {"-"}), UsageError);
  EXPECT_THROW((void)output_files({"a", folder.path(), false}, {"x"}),
               UsageError);
  EXPECT_THROW((void)output_files({"a", "", false}, {"x", "y"}), UsageError);
  EXPECT_THROW((void)output_files({"", folder.path(), false}, {"a/x", "b/x"}),
               UsageError);
}

TEST(ArchiveOutputs, OfWarcHaveNoNamesOfArcFiles) {
  for (const char* name : {"a.arc", "in.warc/a.ARC.gz", "a.warc.arc"}) {
    EXPECT_THROW(check_warc_name(name, "-o"), UsageError) << name;
  }
  for (const char* name : {"a.warc", "a.arc.warc.gz", "a.arch.warc",
                           "x.arc/a.warc", "a.gz", "-"}) {
    check_warc_name(name, "-o");
  }
}

TEST(ArchiveOutputs, ThatExistAreReplacedByForceOnly) {
  tests::TempDir folder;
  folder.write("x", "");
  EXPECT_THROW((void)output_files({"", folder.path(), false}, {"in/x"}),
               UsageError);
  EXPECT_EQ(output_files({"", folder.path(), true}, {"in/x"}),
            Files{folder / "x"});
}

}  // namespace
}  // namespace wax::tools::cli
