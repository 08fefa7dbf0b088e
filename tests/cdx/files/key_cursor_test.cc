#include "cdx/files/key_cursor.h"

#include <gtest/gtest.h>

#include <string>

#include "io/error.h"
#include "lines/line_stream.h"
#include "tests/support/archives.h"
#include "tests/support/temp_dir.h"

namespace wax::cdx {
namespace {

std::string dates_of(KeyCursor& cursor, std::string_view key) {
  std::string dates;
  cursor.each_of(
      key, [&](const LineFields& fields) { dates.append(fields[1]) += ' '; });
  return dates;
}

TEST(KeyCursor, GivesTheCapturesOfKeys) {
  tests::TempDir folder;
  const std::string path = folder.write(
      "a.cdx",
      " CDX N b a\norg,a)/ 1 http://a.org/\norg,a)/ 2 http://a.org/\nbad\n"
      "org,a)/! 3 http://a.org/!\norg,a)/b 4 http://a.org/b\n"
      "org,c)/ 5 http://c.org/\n");
  tests::Problems problems;
  KeyCursor cursor(path, {"urlkey", "timestamp"}, UrlKeyKind::kSurt, problems);
  EXPECT_EQ(dates_of(cursor, "com,z)/"), "");
  EXPECT_EQ(dates_of(cursor, "org,a)/"), "1 2 ");
  EXPECT_EQ(dates_of(cursor, "org,a)/!"), "3 ");
  EXPECT_EQ(dates_of(cursor, "org,b)/"), "");
  EXPECT_EQ(dates_of(cursor, "org,c)/"), "5 ");
  EXPECT_EQ(dates_of(cursor, "org,d)/"), "");
  EXPECT_EQ(problems.ids(), std::vector<std::string>{"cdx-bad-line"});
}

TEST(KeyCursor, RefusesOtherOrdersAndKinds) {
  tests::TempDir folder;
  NoProblems problems;
  const std::vector<std::string> names = {"urlkey", "timestamp"};
  KeyCursor cursor(
      folder.write("u.cdx", " CDX N b a\norg,b)/ 1 x\norg,a)/ 1 y\n"), names,
      UrlKeyKind::kSurt, problems);
  EXPECT_THROW((void)dates_of(cursor, "org,z)/"), lines::LineError);
  const std::string legacy =
      folder.write("l.cdx", " CDX N b a\nexample.org/ 1 x\n");
  EXPECT_THROW(KeyCursor(legacy, names, UrlKeyKind::kSurt, problems),
               UsageError);
}

}  // namespace
}  // namespace wax::cdx
