#include "cdx/format/line_look.h"

#include <gtest/gtest.h>

#include <string>

namespace wax::cdx {
namespace {

std::string fault_of(const std::string& lines) {
  LineLook look;
  LookedAtLines looked_at(lines::lines_of(lines), look);
  for (std::string_view line; looked_at.next(line);) {
  }
  return look.fault();
}

TEST(LineLook, CapturesAndListsOfThemHaveDates) {
  for (const char* lines :
       {"", "com,example)/ 20200101000000 {\"url\": \"http://example.com/\"}\n",
        "com,example)/ 20200101000000 http://example.com/ text/html 200 A - - 1"
        " 0 a\n",
        "com,example)/ - http://example.com/ text/html 200 A - - 1 0 a\n",
        "com,example)/ DIGEST 20200101000000\n",
        "a.warc.gz 12 com,example)/ 2020\n",
        "com,example)/ 2020 2021\nsome words\n"}) {
    EXPECT_EQ(fault_of(lines), "") << lines;
  }
}

TEST(LineLook, OtherTextsHaveNone) {
  EXPECT_EQ(fault_of("# Title\n\nwords and more 2020\n2020\n"),
            "is no CDX: 3 of its 4 lines have no date");
  std::string many;
  for (int i = 0; i < 10001; ++i) many += "x\n";
  EXPECT_EQ(fault_of(many),
            "is no CDX: 10000 of its first 10000 lines have no date");
}

}  // namespace
}  // namespace wax::cdx
