#include "document/charset/media_type.h"

#include <gtest/gtest.h>

#include <string>

namespace wax::document {
namespace {

TEST(MediaType, IsDetectedFromTheBytes) {
  using namespace std::string_view_literals;
  const std::pair<std::string_view, std::string_view> cases[] = {
      {"<!DOCTYPE HTML>x", "text/html"},
      {"\xEF\xBB\xBF \n<html lang=de>", "text/html"},
      {"<!-- x -->", "text/html"},
      {"<?xml version='1.0'?><rss/>", "text/xml"},
      {"<htmlx>", "text/plain"},
      {"words \x1B[1m", "text/plain"},
      {"", "text/plain"},
      {"a\0b"sv, "application/octet-stream"},
      {"<p>heron\0\0\0"sv, "text/html"},
      {"<p>he\0ron"sv, "application/octet-stream"},
      {"PK\3\4", "application/octet-stream"},
      {"\x89PNG\r\n", "image/png"},
      {"%PDF-1.4", "application/pdf"},
      {"RIFF\4\0\0\0WAVE"sv, "audio/wav"},
      {"\0\0\0\x18"
       "ftypisom\0\0"sv,
       "video/mp4"},
      {"BMW and other words", "text/plain"},
      {"\xFF\xFEh\0i\0"sv, "text/plain"},
  };
  for (const auto& [bytes, type] : cases) EXPECT_EQ(sniff_type(bytes), type);
}

TEST(MediaType, XhtmlIsStated) {
  EXPECT_TRUE(is_xhtml("Application/XHTML+xml; charset=utf-8"));
  EXPECT_TRUE(is_xhtml("application/vnd.wap.xhtml+xml"));
  EXPECT_FALSE(is_xhtml("text/html; profile=xhtml+xml"));
}

TEST(MediaType, FewControlsAndUtf16AreText) {
  using namespace std::string_literals;
  using namespace std::string_view_literals;
  const std::string page = "<title>a</title>" + std::string(100, 'x');
  EXPECT_FALSE(looks_binary("\0\0\v"s + page));
  EXPECT_FALSE(looks_binary(std::string(500, '\0') + page));
  EXPECT_FALSE(looks_binary("<\0p\0>\0t\0e\0x\0t\0"sv));
  EXPECT_FALSE(looks_binary("\0<\0p\0>\0t\0e\0x\0t"sv));
  EXPECT_FALSE(looks_binary(page + std::string(500, '\0')));
  // Fields of fixed length are no UTF-16.
  EXPECT_TRUE(looks_binary("name\0\0\0\0value\0\0\0name\0\0\0\0value\0\0\0"sv));
  EXPECT_FALSE(looks_binary("<\0p\0>\0t\0e\0x\0t\0\0\0\0\0\0\0\0\0"sv));
  EXPECT_FALSE(looks_binary("\n<p>heron" + std::string(40, '\0') + "<p>lake"));
  EXPECT_FALSE(looks_binary("heron" + std::string(40, '\0')));
  EXPECT_TRUE(looks_binary("heron" + std::string(40, '\0') + "lake"));
  EXPECT_TRUE(looks_binary("<p>a\1\2\3b"));
  EXPECT_TRUE(looks_binary("a\1\2\3b"));
  EXPECT_TRUE(looks_binary("\x89PNG\r\n"));
}

}  // namespace
}  // namespace wax::document
