#include "warc/http/media_type.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace wax::warc {
namespace {

TEST(MediaType, TypesAndTheirParameters) {
  for (const char* text :
       {"text/html", "application/http; msgtype=response",
        "application/http;msgtype=response", "text/html ; charset=utf-8",
        "text/html;", "text/html;; charset=utf-8", "a/b;c=\"d;e \\\" f\"",
        "image/svg+xml", "multipart/mixed; boundary=\"x\"; y=z"}) {
    EXPECT_TRUE(is_media_type(text)) << text;
  }
}

TEST(MediaType, WhatIsNone) {
  for (const char* text :
       {"", "text", "text/", "/html", "no-type", "text/html; charset",
        "text/html charset=utf-8", "text/ht ml", "text/html; a=b c",
        "text/html; a=\"b", "te xt/html", "text/html, text/plain",
        "text/html; =b", "text/html; a=", "text/html; a=;b=c",
        "imag\xd1m)"}) {
    EXPECT_FALSE(is_media_type(text)) << text;
  }
}

TEST(MediaType, Tokens) {
  EXPECT_TRUE(is_token("WARC-Type"));
  EXPECT_TRUE(is_token("x"));
  for (const char* text : {"", "a b", "a:b", "a/b", "\xc3\xa4"}) {
    EXPECT_FALSE(is_token(text)) << text;
  }
}

TEST(MediaType, EndsAtParameters) {
  EXPECT_EQ(media_type(" text/html ; charset=x", ";"), "text/html");
  EXPECT_EQ(media_type("text html", "; "), "text");
  EXPECT_EQ(media_type("; x", ";"), "");
  EXPECT_EQ(media_type("  ", ";"), "");
}

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
      {"image/dicom+xml", TextKind::kNone},
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

TEST(MediaType, WhatReadersAndViewersCallADocument) {
  for (auto type :
       {"text/html", "application/xhtml+xml", "text/plain", "text/csv",
        "text/xml", "application/rss+xml", "application/pdf",
        "application/msword", "application/vnd.ms-excel.sheet.macroenabled.12",
        "application/vnd.oasis.opendocument.text", "application/epub+zip",
        "message/rfc822", "image/png", "image/svg+xml", "audio/mpeg",
        "video/mp4", "application/ogg"}) {
    EXPECT_TRUE(is_document(type)) << type;
  }
  for (auto type :
       {"text/css", "text/javascript", "application/x-javascript",
        "text/vbscript", "application/json", "application/ld+json",
        "application/manifest+json", "application/x-ndjson", "text/json",
        "font/woff2", "application/font-woff", "application/x-font-ttf",
        "application/vnd.ms-fontobject", "application/zip",
        "application/octet-stream", "text", ""}) {
    EXPECT_FALSE(is_document(type)) << type;
  }
}

TEST(MediaType, AreOfFamilies) {
  const std::pair<std::string_view, std::string_view> cases[] = {
      {"text/html", "html"},
      {"application/xhtml+xml", "html"},
      {"application/pdf", "pdf"},
      {"image/png", "image"},
      {"text/plain", "text"},
      {"application/vnd.ms-excel", "office"},
      {"application/vnd.oasis.opendocument.text", "office"},
      {"audio/ogg", "audio"},
      {"video/mp4", "video"},
      {"application/zip", ""},
      {"application/pdfx", ""},
      {"", ""},
      {"text/rtf", "office"},
      {"application/vnd.ms-fontobject", "office"},
  };
  for (const auto& [type, family] : cases) {
    EXPECT_EQ(type_family(type), family) << type;
  }
}

TEST(MediaType, ARowOfTheTableSaysAllOfAType) {
  const MediaType book = meaning_of("application/epub+zip");
  EXPECT_EQ(book.type, "application/epub+zip");
  EXPECT_EQ(book.label, "EPUB");
  EXPECT_EQ(book.extension, "epub");
  EXPECT_EQ(book.format, DocumentFormat::kPackage);
  EXPECT_EQ(meaning_of("application/epub").type, "");
  EXPECT_EQ(meaning_of("image/png").format, DocumentFormat::kNone);
}

TEST(MediaType, EachFormatHasAnExtension) {
  for (size_t format = 1; format <= static_cast<size_t>(kLastFormat);
       ++format) {
    EXPECT_TRUE(std::any_of(media_types().begin(), media_types().end(),
                            [&](const MediaType& one) {
                              return static_cast<size_t>(one.format) ==
                                         format &&
                                     !one.extension.empty();
                            }))
        << format;
  }
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

}  // namespace
}  // namespace wax::warc
