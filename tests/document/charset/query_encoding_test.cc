#include "document/charset/query_encoding.h"

#include <gtest/gtest.h>

namespace wax::document {
namespace {

TEST(QueryEncoding, IsThatOfThePage) {
  const char* const cases[][3] = {
      {"s?q=München#ü", "iso-8859-1", "s?q=M%FCnchen#ü"},
      {"ü?q=München", "windows-1252", "ü?q=M%FCnchen"},
      {"s?q=Ж", "windows-1252", "s?q=%26%231046%3B"},
      {"s?q=Ж", "windows-1251", "s?q=%C6"},
      {"s?q=東京", "shift_jis", "s?q=%93%8C%8B%9E"},
      {"s?q=東京", "euc-jp", "s?q=%C5%EC%B5%FE"},
      {"s?q=北京", "gbk", "s?q=%B1%B1%BE%A9"},
      {"s?q=München", "utf-8", "s?q=München"},
      {"s?q=München", "utf-16le", "s?q=München"},
      {"s?q=München", "", "s?q=München"},
      {"s?q=M%FCnchen&a b", "iso-8859-1", "s?q=M%FCnchen&a b"},
      {"ü#?ü", "iso-8859-1", "ü#?ü"},
      {"", "iso-8859-1", ""}};
  for (const auto& [url, encoding, encoded] : cases) {
    EXPECT_EQ(with_encoded_query(url, encoding), encoded) << url << encoding;
  }
}

}  // namespace
}  // namespace wax::document
