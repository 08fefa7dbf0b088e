#include "tools/collection_cli/build_output.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "collection/record/build_folder.h"
#include "io/error.h"
#include "tests/support/temp_dir.h"

namespace wax::tools::collection_cli {
namespace {

TEST(BuildOutput, IsRefusedInTheFolderOfABuild) {
  tests::TempDir folder;
  folder.write("out/build.json", "{}");
  std::filesystem::create_directories(folder / "out/pindexes/001");
  for (const char* path :
       {"out/pindexes/001/dates", "out/new", "out/none/of/these"}) {
    EXPECT_THROW(refuse_folder_of_build(folder / path, "DEST"), UsageError)
        << path;
  }
  for (const char* path : {"new", "out.segment", "other/dates"}) {
    refuse_folder_of_build(folder / path, "DEST");
  }
  folder.write("my out/build.json", "{}");
  try {
    refuse_folder_of_build(folder / "my out/new", "DEST");
    FAIL() << "it lies in a build";
  } catch (const UsageError& error) {
    EXPECT_TRUE(std::string(error.what())
                    .ends_with("; give another DEST, or add archives: "
                               "wax-build '" +
                               folder.path() + "/my out' ARCHIVE..."))
        << error.what();
  }
  refuse_folder_of_build("", "DEST");
  refuse_folder_of_build("s3://bucket/out", "DEST");
}

TEST(BuildOutput, IsThatOfAStepWhileTheBuildRuns) {
  tests::TempDir folder;
  folder.write("out/build.json", "{}");
  const collection::BuildLock lock(folder / "out");
  refuse_folder_of_build(folder / "out/pindexes/001/dates", "DEST");
}

}  // namespace
}  // namespace wax::tools::collection_cli
