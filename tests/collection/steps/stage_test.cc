#include "collection/steps/stage.h"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "index/store/manifest.h"
#include "tests/support/temp_dir.h"

namespace wax::collection {
namespace {

TEST(Stage, WritesTimesAsPeopleReadThem) {
  using Seconds = std::chrono::duration<double>;
  EXPECT_EQ(duration_text(Seconds(0)), "0.0 s");
  EXPECT_EQ(duration_text(Seconds(0.44)), "0.4 s");
  EXPECT_EQ(duration_text(Seconds(59.94)), "59.9 s");
  EXPECT_EQ(duration_text(Seconds(59.96)), "1m00s");
  EXPECT_EQ(duration_text(Seconds(125)), "2m05s");
  EXPECT_EQ(duration_text(Seconds(3599.96)), "1h00m");
  EXPECT_EQ(duration_text(Seconds(11240)), "3h07m");
}

TEST(Stage, CountsCapturesWithoutHeadersOfCdxFiles) {
  tests::TempDir folder;
  Step step;
  step.name = "001/captures";
  step.archives = {"/a.warc", "/b.warc"};
  step.output =
      folder.write("captures.cdx", " CDX N b a\nx 20010101000000 y\nz 2 w\n");
  Step other = step;
  other.name = "001/versions";
  EXPECT_EQ(counts_of_captures({step, other}), "archives 2, captures 2");
  EXPECT_EQ(counts_of_captures({other}), "");
}

TEST(Stage, CountsTheLinesOfListsWithoutComments) {
  tests::TempDir folder;
  const std::string one = folder.write("one", "# identity\na 1 2\nb 1 2\n");
  const std::string none = folder.write("none", "# identity\n");
  EXPECT_EQ(counts_of_duplicates({one, none}),
            "batches 2, captures left out 2");
  EXPECT_EQ(counts_of_duplicates({}), "");
}

TEST(Stage, CountsRenderedTextsWithoutPage) {
  tests::TempDir folder;
  Step step;
  step.name = "001/index";
  step.output = folder / "index";
  std::filesystem::create_directory(step.output);
  index::write_manifest(step.output, {{"documents", "3"}});
  EXPECT_EQ(counts_of_indexes({step}), "shards 1, documents 3");
  index::write_manifest(step.output,
                        {{"documents", "3"}, {"texts-without-page", "2"}});
  EXPECT_EQ(counts_of_indexes({step}),
            "shards 1, documents 3, rendered texts without page 2");
}

}  // namespace
}  // namespace wax::collection
