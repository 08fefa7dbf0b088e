#include "document/charset/declared_charset.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

namespace wax::document {
namespace {

TEST(DeclaredCharset, ContentTypeParameter) {
  const std::pair<std::string_view, std::string_view> cases[] = {
      {"text/html; charset=utf-8", "utf-8"},
      {"text/html;charset=\"UTF-8\"", "UTF-8"},
      {"text/html; Charset = 'latin1' ; x=y", "latin1"},
      {"text/html; charset=a;b", "a"},
      {"text/html; charset=\"a", "a"},
      {"text/html; charsets; charset=b", "b"},
      {"text/html; charset", ""},
      {"text/html; charset=", ""},
      {"text/html", ""},
      {"", ""},
  };
  for (const auto& [type, label] : cases) {
    EXPECT_EQ(charset_parameter(type), label) << type;
  }
}

TEST(DeclaredCharset, DeclaredInMarkup) {
  const std::pair<std::string, std::string_view> cases[] = {
      {"<meta charset=koi8-r>", "koi8-r"},
      {"<META CHARSET='koi8-r'/>", "koi8-r"},
      {"<meta http-equiv=Content-Type content='text/html; charset=big5'>",
       "big5"},
      {"<meta content='text/html; charset=big5' http-equiv=content-type>",
       "big5"},
      {"<meta content='text/html; charset=big5'>", ""},
      {"<meta name=x content=y><meta charset=gbk>", "gbk"},
      {"<meta charset=no-such><meta charset=gbk>", "gbk"},
      {"<!-- <meta charset=a> --><meta charset=gbk>", "gbk"},
      {"<x a='<meta charset=big5>'><meta charset=gbk>", "gbk"},
      {"<!doctype html><title>a</title><meta charset=gbk>", "gbk"},
      {"a < b <meta charset=gbk>", "gbk"},
      {"<metal charset=gbk>", ""},
      {"<meta charset=gbk", ""},
      {"<?xml version='1.0' encoding='gbk'?><a/>", "gbk"},
      {"<?xml version=\"1.0\"?><a/>", ""},
      {std::string(kPrescan, ' ') + "<meta charset=gbk>", ""},
      {"", ""},
      {"<", ""},
      {"<meta", ""},
  };
  for (const auto& [bytes, label] : cases) {
    EXPECT_EQ(declared_in_markup(bytes), label) << bytes;
  }
}

TEST(DeclaredCharset, LanguageOfTheHtmlElement) {
  EXPECT_EQ(declared_language("<!doctype html><HTML class=x lang=\"lt\">"),
            "lt");
  EXPECT_EQ(declared_language("<html xml:lang='cs-CZ'><p lang=de>"), "cs-CZ");
  EXPECT_EQ(declared_language("<html><p lang=de>"), "");
  EXPECT_EQ(declared_language(""), "");
}

}  // namespace
}  // namespace wax::document
