#include "cdx/url/list_look.h"

#include <gtest/gtest.h>

namespace wax::cdx {
namespace {

TEST(UrlListLook, IsJudgedByMostLines) {
  UrlListLook look;
  EXPECT_EQ(look.fault(), "");
  for (const char* url :
       {"http://a.example/", "a.example", "dns:a", "# text"}) {
    look.see(url);
  }
  EXPECT_EQ(look.fault(), "");
  for (const char* line : {"some words.", "word", "", "com,example)/"}) {
    look.see(line);
  }
  EXPECT_EQ(look.fault(),
            "is no list of URLs: 5 of its 8 lines do not look like one");
}

TEST(UrlListLook, KeysAreTakenWhereTheyMayBe) {
  UrlListLook look;
  look.see("com,example)/", /*may_be_key=*/true);
  EXPECT_EQ(look.fault(), "");
}

}  // namespace
}  // namespace wax::cdx
