#include "collection/segment/meta_text.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "io/error.h"
#include "tests/support/archives.h"
#include "tests/support/temp_dir.h"

namespace wax::collection {
namespace {

TEST(MetaText, HasOneMemberOnALine) {
  MetaText meta;
  meta.text("format", "a \"word\"");
  meta.number("records", 12);
  append_captures({3, {{200, 2}, {404, 1}}, 2, "20080101000000", "-"}, meta);
  meta.raw("parts", parts_text({{"a", 1, "sha256:x"}, {"b", 2, "sha256:y"}}));
  EXPECT_EQ(meta.finish(), R"({
"format":"a \"word\"",
"records":12,
"captures":3,
"by_status":{"200":2,"404":1},
"hosts":2,
"first_ts":"20080101000000",
"last_ts":"-",
"parts":[
{"path":"a","bytes":1,"digest":"sha256:x"},
{"path":"b","bytes":2,"digest":"sha256:y"}]
}
)");
}

TEST(MetaText, IsScannedOnce) {
  tests::TempDir folder;
  int scans = 0;
  auto scan = [&] { return "scan " + std::to_string(++scans); };
  EXPECT_EQ(read_or_scan(folder / "meta.json", scan), "scan 1");
  EXPECT_EQ(read_or_scan(folder / "meta.json", scan), "scan 1");
  EXPECT_EQ(tests::read_file(folder / "meta.json"), "scan 1");
  std::filesystem::remove(folder / "meta.json");
  EXPECT_EQ(read_or_scan(folder / "meta.json", scan), "scan 2");
}

TEST(MetaText, IsMadeWhereItCannotBeWritten) {
  tests::TempDir folder;
  EXPECT_EQ(
      read_or_scan(folder / "none/meta.json", [] { return "all the same"; }),
      "all the same");
  EXPECT_FALSE(std::filesystem::exists(folder / "none"));
}

}  // namespace
}  // namespace wax::collection
