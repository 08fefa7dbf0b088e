#include "tools/collection_cli/archive_changes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/archives.h"
#include "tests/support/temp_dir.h"

namespace wax::tools::collection_cli {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(ArchiveChanges, ACopyIsLeftOutAndTold) {
  tests::TempDir folder;
  const std::string one = folder.write("one.warc", tests::warc_record("block"));
  const std::string two = folder.write("two.warc", tests::warc_record("block"));
  cli::Console console("tool", {});
  collection::BuildRecord record;
  std::vector<std::string> archives = {one, two};
  testing::internal::CaptureStderr();
  follow_and_forget(folder / "out", {"", "", {}}, archives, record, console);
  EXPECT_THAT(testing::internal::GetCapturedStderr(),
              HasSubstr("archives left out as copies 1: "));
  EXPECT_THAT(archives, ElementsAre(one));
}

}  // namespace
}  // namespace wax::tools::collection_cli
