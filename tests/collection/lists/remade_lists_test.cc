#include "collection/lists/remade_lists.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "collection/layout.h"
#include "collection/record/build_folder.h"
#include "tests/support/archives.h"
#include "tests/support/paths.h"
#include "tests/support/temp_dir.h"

namespace wax::collection {
namespace {

TEST(RemadeLists, TheFirstLineThatDiffersIsNamed) {
  tests::TempDir folder;
  BuildRecord record;
  const std::string archive = folder.write(
      "a.warc.gz",
      tests::gzip_member(tests::warc_record(tests::http_response("text"))));
  add_batch(folder.path(), {archive}, record);
  const BatchLayout files{Layout{folder.path()}.batch("001")};
  std::ofstream(files.captures()) << " CDX N b a m s k r M S V g\nother\n";
  tests::Problems problems;
  CheckReport report(folder.path(), problems);
  compare_remade_lists(folder.path(), record, {}, tests::program_folder(),
                       report);
  ASSERT_FALSE(problems.all.empty());
  EXPECT_EQ(problems.all[0].id, "build-differs");
  EXPECT_EQ(problems.all[0].file, files.captures());
  EXPECT_TRUE(problems.all[0].text.starts_with("line "))
      << problems.all[0].text;
  EXPECT_EQ(report.differences(), problems.all.size());
  EXPECT_TRUE(report.has(files.versions()));  // missing
}

}  // namespace
}  // namespace wax::collection
