#include "answers/opened/archives.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "collection/record/build_record.h"
#include "tests/support/archives.h"
#include "tests/support/temp_dir.h"

namespace wax::answers {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(Archives, ThoseThatAreAddedAreFoundToo) {
  tests::TempDir folder;
  const std::string a = folder.write("named/a.warc", "x");
  const std::string out = folder / "out";
  folder.write("out/build.json", "damaged");
  std::vector<std::string> told;
  tests::Problems problems;
  const Archives archives(
      {folder / "named"}, {out},
      [&told](std::string_view text) { told.emplace_back(text); }, problems);
  EXPECT_TRUE(archives.any());
  EXPECT_EQ(told.size(), 1U);
  EXPECT_THAT(archives.find("a.warc", false), ElementsAre(a));
  EXPECT_THAT(archives.find("b.warc", false), IsEmpty());
  // Of a build, without being asked to look again.
  collection::BuildRecord record;
  record.batches = {{"001", {"/elsewhere/b.warc", "/elsewhere/a.warc"}}};
  collection::save_build_record(record, out);
  EXPECT_THAT(archives.find("b.warc", false), ElementsAre("/elsewhere/b.warc"));
  EXPECT_THAT(archives.find("a.warc", false),
              ElementsAre(a, "/elsewhere/a.warc"));
  // Of a folder that is named.
  const std::string c = folder.write("named/deep/c.warc", "x");
  EXPECT_THAT(archives.find("c.warc", false), IsEmpty());
  EXPECT_THAT(archives.find("c.warc", true), ElementsAre(c));
}

TEST(Archives, ThereMayBeNone) {
  tests::TempDir folder;
  tests::Problems problems;
  const Archives archives({}, {folder.path()}, nullptr, problems);
  EXPECT_FALSE(archives.any());
  EXPECT_THAT(archives.find("a.warc", true), IsEmpty());
}

}  // namespace
}  // namespace wax::answers
