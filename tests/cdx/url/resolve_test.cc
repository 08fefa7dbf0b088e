#include "cdx/url/resolve.h"

#include <gtest/gtest.h>

namespace wax::cdx {
namespace {

std::string resolved(std::string_view base, std::string_view reference) {
  std::string url;
  append_resolved(base, reference, url);
  return url;
}

// RFC 3986, section 5.4.
TEST(Resolve, FollowsTheExamplesOfTheStandard) {
  const std::pair<const char*, const char*> cases[] = {
      {"g:h", "g:h"},
      {"g", "http://a/b/c/g"},
      {"./g", "http://a/b/c/g"},
      {"g/", "http://a/b/c/g/"},
      {"/g", "http://a/g"},
      {"//g", "http://g"},
      {"?y", "http://a/b/c/d;p?y"},
      {"g?y", "http://a/b/c/g?y"},
      {"#s", "http://a/b/c/d;p?q#s"},
      {"g#s", "http://a/b/c/g#s"},
      {"g?y#s", "http://a/b/c/g?y#s"},
      {";x", "http://a/b/c/;x"},
      {"", "http://a/b/c/d;p?q"},
      {".", "http://a/b/c/"},
      {"./", "http://a/b/c/"},
      {"..", "http://a/b/"},
      {"../g", "http://a/b/g"},
      {"../..", "http://a/"},
      {"../../g", "http://a/g"},
      {"../../../g", "http://a/g"},
      {"/./g", "http://a/g"},
      {"/../g", "http://a/g"},
      {"g.", "http://a/b/c/g."},
      {"..g", "http://a/b/c/..g"},
      {"./../g", "http://a/b/g"},
      {"g/./h", "http://a/b/c/g/h"},
      {"g/../h", "http://a/b/c/h"},
      {"g?y/../x", "http://a/b/c/g?y/../x"},
  };
  for (const auto& [reference, expected] : cases) {
    EXPECT_EQ(resolved("http://a/b/c/d;p?q", reference), expected) << reference;
  }
}

TEST(Resolve, TakesBasesWithoutPath) {
  EXPECT_EQ(resolved("http://a", "g"), "http://a/g");
  EXPECT_EQ(resolved("http://a?q=/x/", "g"), "http://a/g");
  EXPECT_EQ(resolved("http://a", "?g"), "http://a?g");
  EXPECT_EQ(resolved("dns:a", "g"), "dns:/g");
  EXPECT_EQ(resolved("", "g"), "/g");
}

TEST(Resolve, KeepsOddBytesAndDropsSpaceAround) {
  EXPECT_EQ(resolved("http://a/", "  b c\xe9\r\n"), "http://a/b c\xe9");
  EXPECT_EQ(resolved("http://a/", "1:2"), "http://a/1:2");
}

}  // namespace
}  // namespace wax::cdx
