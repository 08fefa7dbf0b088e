#include "serve/collection/shown_cdx.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/temp_dir.h"

namespace wax::serve {
namespace {

using index::hidden_rule;
using index::HiddenCaptures;
using index::HiddenRule;
using testing::ElementsAre;
using Kind = index::HiddenRule::Kind;

// The dates of the captures that are shown.
std::vector<std::string> shown_dates_of_cdx(const HiddenRule& rule,
                                            bool backwards = false) {
  tests::TempDir folder;
  std::string digest(32, 'A');
  std::string other(32, 'B');
  std::string path = folder.write(
      "x.cdx", "org,a)/ 20010101000000 http://a.org/ text/html 200 " + digest +
                   " - - 1 1 f\n" +
                   "org,a)/private/x 20020101000000 http://www.a.org/private/x "
                   "text/html 200 " +
                   other + " - - 1 2 f\n" +
                   "org,a)/privateer 20030101000000 http://a.org/privateer "
                   "text/html 200 " +
                   other + " - - 1 3 f\n" +
                   "org,a,b)/ 20040101000000 http://b.a.org/ text/html 200 " +
                   digest + " - - 1 4 f\n" +
                   "org,aa)/ 20050101000000 http://aa.org/ text/html 200 " +
                   other + " - - 1 5 f\n");
  auto hidden = std::make_shared<const HiddenCaptures>(
      std::vector<HiddenRule>{rule}, cdx::UrlKeyKind::kSurt);
  auto opened = cdx::open_searchable(path);
  auto keeps = without_hidden(hidden, cdx::UrlKeyKind::kSurt, *opened);
  auto file = filtered_cdx(std::move(opened), keeps);
  cdx::SearchRange range{"org,", "org-"};
  auto lines = backwards ? file->lines_backwards(range) : file->lines(range);
  std::vector<std::string> dates;
  for (std::string_view line; lines->next(line);) {
    dates.emplace_back(line.substr(line.find(' ') + 1, 4));
  }
  return dates;
}

TEST(ShownCdxTest, LinesOfHiddenCapturesAreLeftOut) {
  auto by = [](Kind kind, const std::string& value) {
    return shown_dates_of_cdx(hidden_rule(kind, value));
  };
  EXPECT_THAT(by(Kind::kUrl, "http://a.org/private/"),
              ElementsAre("2001", "2003", "2004", "2005"));
  EXPECT_THAT(by(Kind::kHost, "a.org"), ElementsAre("2005"));
  EXPECT_THAT(by(Kind::kHost, "b.a.org"),
              ElementsAre("2001", "2002", "2003", "2005"));
  EXPECT_THAT(by(Kind::kDigest, "sha1:" + std::string(32, 'A')),
              ElementsAre("2002", "2003", "2005"));
  EXPECT_THAT(shown_dates_of_cdx(hidden_rule(Kind::kHost, "aa.org"), true),
              ElementsAre("2004", "2003", "2002", "2001"));
}

TEST(ShownCdxTest, ADateHidesTheCapturesOfItsTime) {
  for (cdx::UrlKeyKind kind :
       {cdx::UrlKeyKind::kSurt, cdx::UrlKeyKind::kLegacy}) {
    HiddenCaptures hidden({hidden_rule(Kind::kDate, "2007-200802")}, kind);
    EXPECT_TRUE(hidden.hides("k", "u", "-", "20070101000000"));
    EXPECT_TRUE(hidden.hides("k", "u", "-", "20080229235959"));
    EXPECT_FALSE(hidden.hides("k", "u", "-", "20080301000000"));
  }
  HiddenCaptures legacy({hidden_rule(Kind::kHost, "a.org")},
                        cdx::UrlKeyKind::kLegacy);
  EXPECT_TRUE(legacy.hides("a.org/x", "u", "-", "2007"));
  EXPECT_TRUE(legacy.hides("b.a.org:80/x", "u", "-", "2007"));
  EXPECT_FALSE(legacy.hides("aa.org/x", "u", "-", "2007"));
}

}  // namespace
}  // namespace wax::serve
