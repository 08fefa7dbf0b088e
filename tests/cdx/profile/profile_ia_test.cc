#include <gtest/gtest.h>

#include "tests/cdx/index_text.h"

namespace wax::cdx {
namespace {

using tests::arc_filedesc;
using tests::arc_record;
using tests::http_response;
using tests::warc_record;
using tests::WarcFields;

std::string told_by_ia(std::string block, WarcFields fields = {},
                       bool all = false) {
  return mime_and_status("ia", warc_record(block, fields), all);
}

std::string ia_text(std::string bytes, std::string_view letters,
                    bool all = false) {
  IndexOptions options;
  options.profile = profile("ia");
  options.selection.all = all;
  return cdx_text(std::move(bytes), options, letters);
}

TEST(IaProfile, AcceptsOnlyValidMediaTypes) {
  EXPECT_EQ(told_by_ia(http_response("x", "text/html; charset=x")),
            "text/html 200");
  EXPECT_EQ(told_by_ia(http_response("x", "text/h_tml")), "unk 200");
  EXPECT_EQ(told_by_ia(http_response("x", "text html")), "unk 200");
  EXPECT_EQ(told_by_ia(http_response("x", "no-type")), "unk 200");
  EXPECT_EQ(told_by_ia("HTTP/1.1 200 OK\r\n\r\n"), "unk 200");
  EXPECT_EQ(told_by_ia(http_response("x", "Text/HTML ;charset=x")),
            "text/html 200");
  EXPECT_EQ(told_by_ia(http_response("x", "image/gif, text/html")),
            "image/gif 200");
  EXPECT_EQ(told_by_ia(http_response("x", ",text/html")), "unk 200");
  EXPECT_EQ(told_by_ia("a", {.type = "resource", .content_type = "A/b; c=d"}),
            "a/b -");
}

TEST(IaProfile, TakesTheMediaTypeOfAnArcFromItsHeaderLine) {
  auto mime = [](std::string_view type) {
    return ia_text(arc_filedesc("a.arc") +
                       arc_record(http_response("x", "text/html"), "http://e/",
                                  "20140101000000", std::string(type)),
                   "m");
  };
  EXPECT_EQ(mime("image/gif"), "image/gif\n");
  EXPECT_EQ(mime("no-type"), "unk\n");
}

TEST(IaProfile, ReadsNoFieldsOfABlockThatIsNotHttp) {
  EXPECT_EQ(told_by_ia("ICY 200 OK\r\nContent-Type: a/b\r\n\r\n"), "unk -");
}

TEST(IaProfile, ReadsTheStatusOfHttpOnly) {
  EXPECT_EQ(told_by_ia("HTTP 200 OK\r\nA: b\r\n\r\n"), "unk 200");
  EXPECT_EQ(told_by_ia("HTTP/1.1 OK\r\nA: b\r\n\r\n"), "unk -");
  EXPECT_EQ(told_by_ia("ICY 200 OK\r\nA: b\r\n\r\n"), "unk -");
}

TEST(IaProfile, IndexesCapturesOfTheWeb) {
  EXPECT_EQ(told_by_ia("HTTP/1.1 304 Not Modified\r\nA: b\r\n\r\n"), "");
  EXPECT_EQ(told_by_ia("a", {.uri = "dns:e.org", .content_type = "text/dns"}),
            "");
  EXPECT_EQ(
      told_by_ia("", {.type = "revisit",
                      .more = "WARC-Profile: http://netpreserve.org/warc/1.0/"
                              "revisit/server-not-modified\r\n"}),
      "");
  EXPECT_EQ(told_by_ia("", {.type = "revisit"}), "warc/revisit -");
  EXPECT_EQ(told_by_ia(http_response("x"), {.type = "revisit"}),
            "warc/revisit -");
  EXPECT_EQ(told_by_ia("a", {.uri = "dns:e.org", .content_type = "a/b"}),
            "a/b -");
  EXPECT_EQ(told_by_ia("a", {.type = "resource", .content_type = "a/b"}),
            "a/b -");
  EXPECT_EQ(
      told_by_ia(
          "a", {.type = "resource", .uri = "ftp://e/x", .content_type = "a/b"}),
      "a/b 226");
  EXPECT_EQ(told_by_ia("a", {.type = "resource", .uri = "metadata://e/x"}), "");
  for (const char* type : {"metadata", "request", "conversion", "warcinfo"}) {
    EXPECT_EQ(told_by_ia("a", {.type = type, .content_type = "a/b"}), "")
        << type;
  }
}

TEST(IaProfile, WritesTheTypeOfOtherRecordsAsMime) {
  EXPECT_EQ(told_by_ia("a", {.type = "metadata"}, true), "warc/metadata -");
  EXPECT_EQ(told_by_ia("a", {.type = "request"}, true), "warc/request -");
  EXPECT_EQ(told_by_ia("a", {.type = "resource", .uri = "urn:x"}, true),
            "warc/resource -");
  EXPECT_EQ(told_by_ia("a", {.type = "odd"}, true), "warc/odd -");
  EXPECT_EQ(told_by_ia("a", {.type = "conversion"}, true), "warc/conversion -");
  EXPECT_EQ(told_by_ia("a", {.uri = "dns:e", .content_type = "text/dns"}, true),
            "text/dns -");
  EXPECT_EQ(told_by_ia("HTTP/1.1 304 No\r\nA: b\r\n\r\n", {}, true), "unk 304");
  EXPECT_TRUE(
      ia_text(warc_record("a", {.type = "warcinfo", .uri = ""}), "am", true)
          .starts_with("warcinfo:/a.warc/"));
  for (const char* uri : {"", "http://e.org/"}) {
    EXPECT_EQ(
        ia_text(warc_record("a", {.type = "warcinfo", .uri = uri}), "N", true),
        ia_text(warc_record("a", {.type = "warcinfo", .uri = uri}), "a", true));
  }
  EXPECT_EQ(ia_text(arc_filedesc("x.arc"), "m", true), "warc/filedesc\n");
}

TEST(IaProfile, LeavesOutFailuresOfTheLiveProxy) {
  std::string bytes =
      arc_filedesc("a.arc") +
      arc_record("HTTP 502 Bad Gateway\r\n\r\n", "http://e/", "20140101000000",
                 "unk", "0.0.0.0") +
      arc_record("HTTP/1.1 502 Bad Gateway\r\n\r\n", "http://f/",
                 "20140101000000", "unk", "1.2.3.4");
  EXPECT_EQ(ia_text(bytes, "as"), "http://f/ 502\n");
}

TEST(IaProfile, WritesRobotsLetters) {
  EXPECT_EQ(
      ia_text(warc_record(http_response("<meta name=robots content=noindex>")),
              "M"),
      "I\n");
}

TEST(IaProfile, KeepsStatedDigestsOfResourcesThatAreSha1) {
  auto digest = [](std::string_view uri, std::string_view stated) {
    return ia_text(warc_record("a", {.type = "resource",
                                     .uri = std::string(uri),
                                     .content_type = "a/b",
                                     .more = "WARC-Payload-Digest: " +
                                             std::string(stated) + "\r\n"}),
                   "k");
  };
  const std::string other = "sha1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
  EXPECT_EQ(digest("http://e/", other), other.substr(5) + "\n");
  EXPECT_EQ(digest("http://e/", "sha256:00"),
            "Q336IN72UWT7ZYK5DXOLT2XK5I3XMZ5Y\n");
  EXPECT_EQ(digest("ftp://e/", "sha256:00"), "sha256:00\n");
}

TEST(IaProfile, DigestsTheWholeBlockThatIsNotHttp) {
  EXPECT_EQ(ia_text(warc_record("a\r\n\r\nb"), "k"),
            "5GUHVVGCGVDENTX5SPX4N4N4QB5BWYBA\n");
  EXPECT_EQ(ia_text(warc_record("HTTP/1.1 200\r\n\r\nabc"), "k"),
            "VGMT4NSHA2AWVOR6EVYXQUGCNSONBWE5\n");
}

TEST(IaProfile, ListsScreenshotsUnderAKeyOfTheirOwn) {
  IndexOptions options;
  options.profile = profile("ia-screenshots");
  auto text = [&](std::string type) {
    return cdx_text(warc_record("a", {.type = "metadata",
                                      .uri = "http://e.org/A b",
                                      .content_type = std::move(type)}),
                    options, "Nams");
  };
  EXPECT_EQ(text("image/PNG;x"),
            "org,archive,web)/screenshot/org,e)/a%20b "
            "http://web.archive.org/screenshot/http://e.org/A%20b image/png "
            "-\n");
  EXPECT_EQ(text("text/plain"), "");
  EXPECT_EQ(told_by_ia("a", {.type = "metadata", .content_type = "image/png"}),
            "");
}

TEST(IaProfile, KeepsOddBytesOfUrls) {
  EXPECT_EQ(ia_text(arc_filedesc("a.arc") +
                        arc_record(http_response("x"), "http://e/\xe9\b\x03"),
                    "a"),
            "http://e/\xe9%08\x03\n");
}

}  // namespace
}  // namespace wax::cdx
