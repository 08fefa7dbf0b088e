#include "document/text/markup.h"

#include <gtest/gtest.h>

#include <string>

namespace wax::document {
namespace {

// "name=value|..." and how the tag ended.
std::string read(std::string_view tag) {
  size_t at = 0;
  Attribute attribute;
  std::string out;
  while (next_attribute(tag, at, attribute)) {
    out +=
        std::string(attribute.name) + "=" + std::string(attribute.value) + "|";
  }
  if (at == std::string_view::npos) return out + "END";
  return out + std::string(tag.substr(at));
}

TEST(Markup, Attributes) {
  const std::pair<std::string_view, std::string> cases[] = {
      {">rest", "rest"},
      {" a=1 b='2' c=\"3\">r", "a=1|b=2|c=3|r"},
      {" a = 1 b\n=\n'2'>r", "a=1|b=2|r"},
      {" a b>r", "a=|b=|r"},
      {" a/b/>r", "a=|b=|r"},
      {" a=1/>r", "a=1/|r"},
      {" href=/x/?y='z>r", "href=/x/?y='z|r"},
      {" a='>' b=\">\">r", "a=>|b=>|r"},
      {" title=it's b>r", "title=it's|b=|r"},
      {" a=''b=''>r", "a=|b=|r"},
      {" =a=b>r", "=a=b|r"},
      {" a= >r", "a=|r"},
      {" \"x\">r", "\"x\"=|r"},
      // The page ends inside.
      {" a", "END"},
      {" a=1", "END"},
      {" a='1", "END"},
      {" a='>", "END"},
      {" a='1'", "a=1|END"},
      {" a=1 b=\"", "a=1|END"},
      {"", "END"},
  };
  for (const auto& [tag, expected] : cases) {
    EXPECT_EQ(read(tag), expected) << tag;
  }
}

TEST(Markup, SkippingEndsWhereReadingEnds) {
  size_t at = 0;
  skip_attributes(" a='>' b>", at);
  EXPECT_EQ(at, 9u);
  at = 0;
  skip_attributes(" a='>", at);
  EXPECT_EQ(at, std::string_view::npos);
}

TEST(Markup, Declarations) {
  const std::pair<std::string_view, std::string_view> cases[] = {
      {"<!-- a -->r", "r"},
      {"<!---->r", "r"},
      {"<!-->r", "r"},
      {"<!--->r", "r"},
      {"<!-- a > b -->r", "r"},
      {"<!-- a --!>r", "r"},
      {"<!-- a -- > b -->r", "r"},
      {"<!----->r", "r"},
      {"<!doctype html>r", "r"},
      {"<?xml a='>'?>r", "'?>r"},
      {"<!x>r", "r"},
      {"</ p>r", "r"},
      {"<!-- a", ""},
      {"<!-- a --", ""},
      {"<!", ""},
      {"<!--", ""},
      {"<![CDATA[a]]>r", "r"},
  };
  for (const auto& [text, rest] : cases) {
    EXPECT_EQ(text.substr(end_of_declaration(text, 0)), rest) << text;
  }
}

}  // namespace
}  // namespace wax::document
