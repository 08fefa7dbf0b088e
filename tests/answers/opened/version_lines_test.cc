#include "answers/opened/version_lines.h"

#include <gtest/gtest.h>

#include <string>

#include "io/error.h"
#include "tests/support/temp_dir.h"

namespace wax::answers {
namespace {

constexpr const char* kThreeLines =
    " CDX N b a m s k r M S V g\n"
    "org,a)/ 20050101000000 http://a.org/ text/html 200 AAA - - 1 1 f\n"
    "org,a)/ 20060101000000 http://a.org/ text/html 200 BBB - - 1 2 f\n"
    "org,a)/ 20070101000000 http://a.org/ text/html 200 sha1:AAA - - 1 3 f\n";

std::string dates_of(VersionLines& lines) {
  std::string dates;
  std::string_view line;
  while (lines.next(line)) dates.append(line.substr(8, 4)).append(" ");
  return dates;
}

TEST(VersionLines, HaveTheKeyTheDigestAndTheDate) {
  tests::TempDir folder;
  Searchables files;
  files.push_back(cdx::open_searchable(folder.write("a.cdx", kThreeLines)));
  VersionLines lines(std::move(files), cdx::UrlKeyKind::kSurt);
  EXPECT_EQ(dates_of(lines), "");
  lines.begin("org,a)/", "sha1:AAA");
  EXPECT_EQ(dates_of(lines), "2005 2007 ");
  lines.begin("org,a)/", "BBB");
  EXPECT_EQ(dates_of(lines), "2006 ");
  lines.begin("org,a)/", "AAA", "20070101000000");
  EXPECT_EQ(dates_of(lines), "2007 ");
  lines.begin("org,a)/", "AAA", "2007");
  EXPECT_EQ(dates_of(lines), "");
  lines.begin("org,b)/", "AAA");
  EXPECT_EQ(dates_of(lines), "");
}

TEST(VersionLines, TickWhileTheyRead) {
  tests::TempDir folder;
  std::string text = " CDX N b a m s k r M S V g\n";
  for (int i = 0; i < 5000; ++i) {
    text += "org,a)/ 20050101" + std::to_string(100000 + i) +
            " http://a.org/ text/html 200 AAA - - 1 1 f\n";
  }
  Searchables files;
  files.push_back(cdx::open_searchable(folder.write("a.cdx", text)));
  int ticks = 0;
  VersionLines lines(std::move(files), cdx::UrlKeyKind::kSurt, [&ticks] {
    if (++ticks == 3) throw IoError("a.cdx", "the time is over");
  });
  lines.begin("org,a)/", "BBB");
  EXPECT_THROW((void)dates_of(lines), IoError);
  EXPECT_EQ(ticks, 3);
}

}  // namespace
}  // namespace wax::answers
