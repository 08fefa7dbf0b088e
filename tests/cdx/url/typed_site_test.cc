#include "cdx/url/typed_site.h"

#include <gtest/gtest.h>

#include <string>

namespace wax::cdx {
namespace {

TEST(TypedSite, IsTheHostInAnySpelling) {
  const char* const cases[][2] = {
      {"valley.example", "valley.example"},
      {" Valley.Example ", "valley.example"},
      {"http://www.valley.example/", "www.valley.example"},
      {"HTTPS://valley.example", "valley.example"},
      {"//valley.example/", "valley.example"},
      {"valley.example/", "valley.example"},
      {"valley.example\\", "valley.example"},
      {"valley.example:80", "valley.example"},
      {"valley.example.", "valley.example"},
      {"http://user:word@valley.example:8080/", "valley.example"},
      {"bücher.example", "xn--bcher-kva.example"},
      {"BÜCHER.example", "xn--bcher-kva.example"},
      {"b%C3%BCcher.example", "xn--bcher-kva.example"},
      {"xn--bcher-kva.example", "xn--bcher-kva.example"},
      {"valley。example", "valley.example"},
      {"[::1]", "[::1]"},
      {"http://", ""},
      {"", ""}};
  for (const auto& [text, host] : cases) {
    const TypedSite site = typed_site(text);
    EXPECT_EQ(site.host, host) << text;
    EXPECT_FALSE(site.below_too) << text;
    EXPECT_EQ(site.rest, "") << text;
  }
}

TEST(TypedSite, KnowsSubdomainsAndWhatFollowsTheHost) {
  EXPECT_TRUE(typed_site("*.valley.example").below_too);
  EXPECT_TRUE(typed_site("http://*.valley.example/").below_too);
  EXPECT_EQ(typed_site("*.valley.example").host, "valley.example");
  EXPECT_TRUE(typed_site(".valley.example").below_too);
  EXPECT_EQ(typed_site(".valley.example").host, "valley.example");
  EXPECT_EQ(typed_site("valley.example/castles/a").rest, "castles/a");
}

}  // namespace
}  // namespace wax::cdx
