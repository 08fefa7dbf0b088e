#include "collection/segment/page_text.h"

#include <gtest/gtest.h>

#include <string>

namespace wax::collection {
namespace {

TEST(PageText, IsToldByTheUrl) {
  for (const char* key :
       {"urn:text:https://a.example/", "URN:Text:https://a.example/",
        "urn:textfinal:https://a.example/",
        "urn:pages.jsonl:https://a.example/"}) {
    EXPECT_TRUE(is_page_text(key)) << key;
  }
  for (const char* key : {"", "urn:text", "urn:view:https://a.example/",
                          "example,a)/urn:text:https://b.example/"}) {
    EXPECT_FALSE(is_page_text(key)) << key;
  }
  EXPECT_TRUE(is_page_line(std::string(kPageLine) + "https://a.example/"));
  EXPECT_FALSE(is_page_line("urn:text:https://a.example/"));
}

}  // namespace
}  // namespace wax::collection
