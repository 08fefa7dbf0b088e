#include "cdx/dedup/damaged_places.h"

#include <gtest/gtest.h>

#include <string>

#include "cdx/format/capture.h"
#include "io/error.h"
#include "tests/support/archives.h"
#include "tests/support/temp_dir.h"

namespace wax::cdx {
namespace {

// Archives of one name may be in one list; keys may be of another kind.
TEST(DamagedPlaces, AreOfAFileAnOffsetAndADate) {
  tests::TempDir folder;
  tests::Problems problems;
  DamagedPlaces places(1 << 20, folder.path());
  places.load(folder.write("list",
                           "a.warc 17 k 20070101000000\n"
                           "a.warc 99 - -\n"),
              problems);
  places.seal();
  EXPECT_TRUE(places.contains({"a.warc", "17", "k", "20070101000000"}));
  EXPECT_TRUE(places.contains({"a.warc", "17", "other", "20070101000000"}));
  EXPECT_FALSE(places.contains({"a.warc", "17", "k", "20070101000001"}));
  EXPECT_TRUE(places.contains({"a.warc", "99", "k", "20070101000001"}));
  EXPECT_FALSE(places.contains({"a.warc", "18", "k", "20070101000000"}));
  EXPECT_FALSE(places.contains({"b.warc", "17", "k", "20070101000000"}));
}

TEST(DamagedPlaces, WithoutAnOffsetAreToldByKeyAndDate) {
  Capture capture;
  capture.filename = "a b.warc";
  capture.urlkey = "k";
  capture.date = "20070101000000";
  capture.has_location = false;
  std::string line;
  append_damaged_place(capture, line);
  EXPECT_EQ(line, "a%20b.warc - k 20070101000000\n");
  tests::TempDir folder;
  tests::Problems problems;
  DamagedPlaces places(1 << 20, folder.path());
  places.load(folder.write("list", line), problems);
  places.seal();
  EXPECT_TRUE(places.contains({"a%20b.warc", "-", "k", "20070101000000"}));
  EXPECT_FALSE(places.contains({"a%20b.warc", "-", "k", "20070102000000"}));
  EXPECT_TRUE(problems.all.empty());
}

TEST(DamagedPlaces, OddLinesAreNamed) {
  tests::TempDir folder;
  tests::Problems problems;
  DamagedPlaces places(1 << 20, folder.path());
  std::string path = folder.write(
      "list", "# a comment\n\nk sha1:x 20070101000000\na x k 2007\n");
  places.load(path, problems);
  places.seal();
  EXPECT_TRUE(places.empty());
  ASSERT_EQ(problems.all.size(), 2U);
  EXPECT_EQ(problems.all[0].id, "list-bad-line");
  EXPECT_TRUE(problems.all[0].text.starts_with("line 3 "));
  EXPECT_THROW(places.load("/nonexistent/list", problems), IoError);
}

}  // namespace
}  // namespace wax::cdx
