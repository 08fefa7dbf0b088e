#include "cdx/url/idna2008.h"

#include <gtest/gtest.h>

#include <utility>

namespace wax::cdx {
namespace {

TEST(Idna2008, SpellsHostsAsBrowsersDo) {
  const std::pair<const char*, const char*> kCases[] = {
      {"http://straße.example/a?ß", "http://xn--strae-oqa.example/a?ß"},
      {"STRAßE.example:8080/", "xn--strae-oqa.example:8080/"},
      {"http://stra%C3%9Fe.example/", "http://xn--strae-oqa.example/"},
      {"http://u:p@faß.example", "http://u:p@xn--fa-hia.example"},
      {"https://βόλος.example/", "https://xn--nxasmm1c.example/"}};
  for (const auto& [url, spelled] : kCases) {
    EXPECT_EQ(idna2008_url(url), spelled);
  }
}

TEST(Idna2008, OtherHostsHaveOneSpelling) {
  for (const char* url : {"", "http://strasse.example/", "http://a.example/ß",
                          "http://bücher.example/", "http://ß..example/"}) {
    EXPECT_EQ(idna2008_url(url), "") << url;
  }
}

}  // namespace
}  // namespace wax::cdx
