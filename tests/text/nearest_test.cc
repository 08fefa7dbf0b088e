#include "text/nearest.h"

#include <gtest/gtest.h>

namespace wax::text {
namespace {

TEST(NearestName, IsNearByFewLettersOrAsAPart) {
  const std::vector<std::string> names = {
      "cdx-sort", "cdx-merge", "urlkey",          "import",
      "index",    "to",        "resolve-revisits"};
  const std::pair<const char*, const char*> cases[] = {
      {"cdx-srot", "cdx-sort"},
      {"sort", "cdx-sort"},
      {"urlkeys", "urlkey"},
      {"indx", "index"},
      {"inedx", "index"},
      {"index", "index"},
      {"too", "to"},
      {"reslve-revisit", "resolve-revisits"},
      {"rsolv-revist", "resolve-revisits"},
      {"frobnicate", ""},
      {"x", ""},
      {"so", "to"},
      {"", ""}};
  for (const auto& [wrong, name] : cases) {
    EXPECT_EQ(nearest_name(wrong, names), name) << wrong;
  }
  EXPECT_EQ(nearest_name("x", {}), "");
}

TEST(NearestName, BecomesAQuestion) {
  EXPECT_EQ(did_you_mean("titel", {"url", "site", "title"}),
            "; did you mean 'title'?");
  EXPECT_EQ(did_you_mean("frobnicate", {"url", "title"}), "");
}

}  // namespace
}  // namespace wax::text
