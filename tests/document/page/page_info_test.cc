#include "document/page/page_info.h"

#include <gtest/gtest.h>

namespace wax::document {
namespace {

TEST(PageInfo, HasWhatABrowserAskedFor) {
  const PageInfo info = read_page_info(
      R"({"pageid":"1","url":"http://a.example/","urls":{
          "http://a.example/":{"status":200,"type":"document"},
          "http://a.example/x":{"status":0,"error":"net::ERR_FAILED"},
          "odd":7,"far":{"status":99999},"less":{"status":-1}}})");
  EXPECT_EQ(info.url, "http://a.example/");
  ASSERT_EQ(info.asked.size(), 4U);
  EXPECT_EQ(info.asked[0].url, "far");
  EXPECT_EQ(info.asked[0].status, 0);
  EXPECT_EQ(info.asked[1].status, 200);
  EXPECT_EQ(info.asked[1].type, "document");
  EXPECT_EQ(info.asked[2].error, "net::ERR_FAILED");
}

TEST(PageInfo, OfOtherBlocksIsEmpty) {
  for (const char* bad : {"", "{", "[]", "7", R"({"urls":[]})", R"({"url":7})",
                          R"({"urls":{"http://a":1}})"}) {
    const PageInfo info = read_page_info(bad);
    EXPECT_TRUE(info.asked.empty()) << bad;
    EXPECT_EQ(info.url, "") << bad;
  }
}

}  // namespace
}  // namespace wax::document
