#include "index/text/media_type.h"

#include <gtest/gtest.h>

namespace wax::index {
namespace {

TEST(MediaType, BareType) {
  EXPECT_EQ(bare_type("Text/HTML; charset=x"), "text/html");
  EXPECT_EQ(bare_type(" text/plain "), "text/plain");
  EXPECT_EQ(bare_type("text/html,text/plain"), "text/html");
  EXPECT_EQ(bare_type(""), "");
}

TEST(MediaType, WhatCanBeReadAsText) {
  const std::pair<std::string_view, TextKind> cases[] = {
      {"text/html", TextKind::kHtml},
      {"application/xhtml+xml", TextKind::kHtml},
      {"text/xml", TextKind::kXml},
      {"application/rss+xml", TextKind::kXml},
      {"image/svg+xml", TextKind::kNone},
      {"text/plain", TextKind::kPlain},
      {"text/css", TextKind::kPlain},
      {"application/x-javascript", TextKind::kPlain},
      {"text/javascript", TextKind::kPlain},
      {"application/ld+json", TextKind::kPlain},
      {"image/gif", TextKind::kNone},
      {"application/pdf", TextKind::kNone},
      {"application/octet-stream", TextKind::kNone},
      {"", TextKind::kNone},
  };
  for (const auto& [type, kind] : cases) EXPECT_EQ(text_kind(type), kind);
}

TEST(MediaType, VagueTypes) {
  for (auto type :
       {"", "unk", "no-type", "*/*", "application/octet-stream", "html"}) {
    EXPECT_TRUE(is_vague(type)) << type;
  }
  for (auto type : {"text/html", "image/gif", "x/y"}) {
    EXPECT_FALSE(is_vague(type)) << type;
  }
}

TEST(MediaType, ToldByTheBytes) {
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
      {"\x89PNG\r\n", "application/octet-stream"},
      {"%PDF-1.4", "application/octet-stream"},
      {"\xFF\xFEh\0i\0"sv, "text/plain"},
  };
  for (const auto& [bytes, type] : cases) EXPECT_EQ(sniff_type(bytes), type);
}

}  // namespace
}  // namespace wax::index
