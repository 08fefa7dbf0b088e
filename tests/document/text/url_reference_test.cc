#include "document/text/url_reference.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace wax::document {
namespace {

std::string resolve(std::string_view base, std::string_view reference) {
  std::string out = "kept:";
  if (!append_resolved(base, reference, out)) {
    EXPECT_EQ(out, "kept:");
    return "";
  }
  return out.substr(5);
}

// RFC 3986, section 5.4, but for fragments, which are dropped.
TEST(UrlReference, Rfc3986Examples) {
  const std::pair<std::string, std::string> cases[] = {
      {"g:h", ""},
      {"g", "http://a/b/c/g"},
      {"./g", "http://a/b/c/g"},
      {"g/", "http://a/b/c/g/"},
      {"/g", "http://a/g"},
      {"//g", "http://g/"},
      {"?y", "http://a/b/c/d;p?y"},
      {"g?y", "http://a/b/c/g?y"},
      {"#s", "http://a/b/c/d;p?q"},
      {"g#s", "http://a/b/c/g"},
      {"g?y#s", "http://a/b/c/g?y"},
      {";x", "http://a/b/c/;x"},
      {"g;x", "http://a/b/c/g;x"},
      {"", "http://a/b/c/d;p?q"},
      {".", "http://a/b/c/"},
      {"./", "http://a/b/c/"},
      {"..", "http://a/b/"},
      {"../", "http://a/b/"},
      {"../g", "http://a/b/g"},
      {"../..", "http://a/"},
      {"../../", "http://a/"},
      {"../../g", "http://a/g"},
      {"../../../g", "http://a/g"},
      {"../../../../g", "http://a/g"},
      {"/./g", "http://a/g"},
      {"/../g", "http://a/g"},
      {"g.", "http://a/b/c/g."},
      {".g", "http://a/b/c/.g"},
      {"g..", "http://a/b/c/g.."},
      {"..g", "http://a/b/c/..g"},
      {"./../g", "http://a/b/g"},
      {"./g/.", "http://a/b/c/g/"},
      {"g/./h", "http://a/b/c/g/h"},
      {"g/../h", "http://a/b/c/h"},
      {"g;x=1/./y", "http://a/b/c/g;x=1/y"},
      {"g;x=1/../y", "http://a/b/c/y"},
      {"g?y/./x", "http://a/b/c/g?y/./x"},
      {"g?y/../x", "http://a/b/c/g?y/../x"},
      {"g#s/../x", "http://a/b/c/g"},
      {"http:g", "http://a/b/c/g"},
  };
  for (const auto& [reference, expected] : cases) {
    EXPECT_EQ(resolve("http://a/b/c/d;p?q", reference), expected) << reference;
  }
}

TEST(UrlReference, AsPagesWriteThem) {
  const std::pair<std::string, std::string> cases[] = {
      {" page.html ", "http://example.org/page.html"},
      {"a b.html", "http://example.org/a%20b.html"},
      {"pa\r\n  ge.html", "http://example.org/pa%20%20ge.html"},
      {"img\\x.png?a\\b", "http://example.org/img/x.png?a\\b"},
      {"HTTP://Example.COM", "http://Example.COM/"},
      {"https://x.example?q", "https://x.example/?q"},
      {"ftp://x.example/f", "ftp://x.example/f"},
      {"a//b", "http://example.org/a//b"},
      {"a:b", ""},
      {"./a:b", "http://example.org/a:b"},
      {"1:2", "http://example.org/1:2"},
      {"javascript:void(0)", ""},
      {"mailto:a@example.org", ""},
      {"data:text/html,x", ""},
      {"http://", ""},
      {"https:x", ""},
      {std::string(5000, 'a'), ""},
  };
  for (const auto& [reference, expected] : cases) {
    EXPECT_EQ(resolve("http://example.org", reference), expected) << reference;
  }
}

TEST(UrlReference, ABaseThatIsNotAUrlGivesNothing) {
  EXPECT_EQ(resolve("dns:example.org", "a"), "");
  EXPECT_EQ(resolve("", "a"), "");
  EXPECT_EQ(resolve("example.org/x", "a"), "");
  EXPECT_EQ(resolve("", "http://a/b"), "http://a/b");
}

TEST(UrlReference, AnyBytesGiveABoundedAnswer) {
  std::mt19937 random(3986);
  const std::string_view alphabet = "a/.?#:\\ \t%;=&\xC3http";
  for (int i = 0; i < 50000; ++i) {
    std::string reference;
    for (size_t n = random() % 24; n > 0; --n) {
      reference += alphabet[random() % alphabet.size()];
    }
    std::string url = resolve("http://example.org/a/b?c", reference);
    EXPECT_LE(url.size(), kLongestUrl);
    EXPECT_EQ(url.find("/../"), url.find("/../", url.find('?'))) << reference;
    EXPECT_EQ(url.find('#'), std::string::npos) << reference;
  }
}

}  // namespace
}  // namespace wax::document
