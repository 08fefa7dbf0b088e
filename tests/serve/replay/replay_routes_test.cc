#include "serve/replay/replay_routes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/serve/replay/replay_site.h"

namespace wax::serve {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(ReplayRoutes, ThePageHasTheElementWithItsPackage) {
  ReplaySite site;
  const auto page = site.serve().get("/page" + ReplaySite::kAsked);
  EXPECT_EQ(page.status, 200);
  EXPECT_THAT(page.body, HasSubstr("<script src=\"ui.js\"></script>"));
  EXPECT_THAT(page.body,
              HasSubstr("source=\"page.wacz?url=http%3A%2F%2Fexample"
                        ".com%2F&amp;date=20070531203500&amp;state="));
  EXPECT_THAT(page.body, HasSubstr("url=\"http://example.com/\" "
                                   "ts=\"20070531203500\""));
}

TEST(ReplayRoutes, ThePageAsksNoOtherServer) {
  ReplaySite site;
  const ServedSite& served = site.serve();
  const auto page = served.get("/page" + ReplaySite::kAsked);
  const std::string policy(page.header("content-security-policy"));
  EXPECT_THAT(policy, HasSubstr("default-src 'none'"));
  EXPECT_THAT(policy, HasSubstr("connect-src 'self';"));
  EXPECT_THAT(policy, HasSubstr("frame-src 'self';"));
  EXPECT_THAT(policy, HasSubstr("sandbox allow-scripts allow-same-origin"));
  EXPECT_THAT(policy, HasSubstr("frame-ancestors http://localhost:8080"));
  EXPECT_THAT(policy, Not(HasSubstr("*")));
  const auto worker = served.get("/replay/sw.js");
  EXPECT_THAT(worker.body, HasSubstr("importScripts('../sw.js')"));
  for (const char* part :
       {"default-src 'self'", "form-action 'self'", "object-src 'none'",
        "sandbox allow-scripts allow-same-origin allow-forms\"",
        "'Reporting-Endpoints'", "Cross-Origin-Opener-Policy"}) {
    EXPECT_THAT(worker.body, HasSubstr(part));
  }
  EXPECT_EQ(page.header("cross-origin-opener-policy"), "same-origin");
  const std::string path = "/page" + ReplaySite::kAsked;
  EXPECT_EQ(served.get(path, "Sec-Fetch-Dest: document\r\n").status, 404);
  EXPECT_EQ(served.get(path, "Sec-Fetch-Dest: iframe\r\n").status, 200);
  EXPECT_THAT(std::string(worker.header("content-security-policy")),
              HasSubstr("connect-src 'self'"));
}

TEST(ReplayRoutes, PackagesAreSentInRanges) {
  ReplaySite site;
  const ServedSite& served = site.serve();
  const std::string path = ReplaySite::package_path(served);
  EXPECT_EQ(served.get("/page.wacz" + ReplaySite::kAsked).status, 404);
  EXPECT_EQ(served.get("/page.wacz" + ReplaySite::kAsked + "&state=1").status,
            404);
  const auto whole = served.get(path);
  EXPECT_EQ(whole.status, 200);
  EXPECT_EQ(whole.header("content-type"), "application/wacz");
  EXPECT_EQ(whole.header("content-length"), std::to_string(whole.body.size()));
  EXPECT_EQ(whole.header("access-control-allow-origin"), "");
  EXPECT_EQ(whole.header("cache-control"), "no-store");
  EXPECT_TRUE(whole.body.starts_with("PK"));
  const std::string size = std::to_string(whole.body.size());
  const auto part = served.get(path, "Range: bytes=2-9\r\n");
  EXPECT_EQ(part.status, 206);
  EXPECT_EQ(part.header("content-range"), "bytes 2-9/" + size);
  EXPECT_EQ(part.body, whole.body.substr(2, 8));
  const auto end = served.get(path, "Range: bytes=-5\r\n");
  EXPECT_EQ(end.body, whole.body.substr(whole.body.size() - 5));
  EXPECT_EQ(served.get(path, "Range: bytes=" + size + "-\r\n").status, 416);
  EXPECT_EQ(served.get(path, "Range: bytes=2-9\r\nIf-Range: \"x\"\r\n").status,
            200);
  EXPECT_EQ(served
                .get(path, "Range: bytes=2-9\r\nIf-Range: " +
                               std::string(whole.header("etag")) + "\r\n")
                .status,
            206);
}

TEST(ReplayRoutes, WhatRulesHideHasNoPage) {
  ReplaySite site;
  site.set_rules("block page http://example.com/\n");
  const ServedSite& blocked = site.serve();
  for (const char* path : {"/page", "/page.wacz"}) {
    const auto answer = blocked.get(path + ReplaySite::kAsked);
    EXPECT_EQ(answer.status, 451) << path;
    EXPECT_THAT(answer.body, Not(HasSubstr("App")));
  }
  ReplaySite other;
  other.set_rules("hide page http://example.com/\n");
  const ServedSite& hidden = other.serve();
  const auto view = hidden.get("/view/20070531203500sc_/http://example.com/");
  for (const char* path : {"/page", "/page.wacz"}) {
    const auto answer = hidden.get(path + ReplaySite::kAsked);
    EXPECT_EQ(answer.status, 404) << path;
    EXPECT_EQ(answer.body, view.body);
  }
}

TEST(ReplayRoutes, TheScriptsAloneAreServed) {
  ReplaySite site;
  const ServedSite& served = site.serve();
  EXPECT_EQ(served.get("/ui.js").body, "the ui");
  EXPECT_EQ(served.get("/replay/ui.js").body, "the ui");
  EXPECT_EQ(served.get("/sw.js").body, "the worker");
  EXPECT_THAT(served.get("/replay.css").header("content-type"),
              HasSubstr("text/css"));
  EXPECT_EQ(served.get("/sw.js").header("content-type"),
            "text/javascript; charset=utf-8");
  for (const char* path : {"/sw.js", "/ui.js", "/replay/ui.js"}) {
    EXPECT_EQ(served.get(path, "Service-Worker: script\r\n").status, 404);
  }
  EXPECT_EQ(served.get("/replay/sw.js", "Service-Worker: script\r\n").status,
            200);
  for (const char* path :
       {"/../a.warc", "/%2e%2e/a.warc", "/replay/../a.warc", "/replay/..%2fa",
        "/a.warc", "//etc/passwd", "/replay/", "/ui.js/../a.warc"}) {
    EXPECT_EQ(served.get(path).status, 404) << path;
  }
}

TEST(ReplayRoutes, AFrameAsksAgainUntilTheWorkerRuns) {
  ReplaySite site;
  const ServedSite& served = site.serve();
  const std::string path =
      "/replay/w/abc/20070531203500mp_/http://example.com/";
  const auto frame = served.get(path, "Sec-Fetch-Dest: iframe\r\n");
  EXPECT_EQ(frame.status, 200);
  EXPECT_THAT(frame.body, HasSubstr("refresh"));
  EXPECT_THAT(frame.body, Not(HasSubstr("App")));
  EXPECT_EQ(served.get(path, "Sec-Fetch-Dest: image\r\n").status, 404);
}

TEST(ReplayRoutes, AUrlIsText) {
  ReplaySite site;
  site.add("?a=\"><b>", "text/html", "<script>1</script>");
  const auto page = site.serve().get(
      "/page?url=http%3A%2F%2Fexample.com%2F%3Fa%3D%22%3E%3Cb%3E&date=2007");
  EXPECT_EQ(page.status, 200);
  EXPECT_THAT(page.body, Not(HasSubstr("<b>")));
  EXPECT_EQ(site.serve().get("/page?url=http%3A%2F%2Fexample.com%2F").status,
            400);
}

TEST(ReplayRoutes, TheBarFramesThePageOfTheOtherServer) {
  ReplaySite site;
  const ServedSite& served = site.serve();
  const std::string path = "/view/20070531203500/http://example.com/";
  const auto without = served.get(path);
  EXPECT_THAT(without.body,
              HasSubstr("<a href=\"/view/20070531203500sc_/"
                        "http://example.com/\">with scripts</a>"));
  EXPECT_THAT(std::string(without.header("content-security-policy")),
              HasSubstr("frame-src 'self'"));
  const auto with = served.get("/view/20070531203500sc_/http://example.com/");
  EXPECT_THAT(with.body,
              HasSubstr("src=\"http://localhost:8081/page?url=http%3A%2F%2F"
                        "example.com%2F&amp;date=20070531203500\" "
                        "sandbox=\"allow-scripts allow-same-origin"));
  EXPECT_THAT(with.body, HasSubstr("href=\"" + path + "\">without scripts"));
  EXPECT_EQ(with.header("cross-origin-opener-policy"), "same-origin");
  EXPECT_THAT(with.body, Not(HasSubstr("may look empty")));
  EXPECT_THAT(std::string(with.header("content-security-policy")),
              HasSubstr("frame-src http://localhost:8081;"));
  EXPECT_THAT(served.get("/view/20070531203500/http://example.com/other").body,
              Not(HasSubstr("with scripts")));
  EXPECT_EQ(served.get("/view/2007sc_/http://example.com/").header("location"),
            "/view/20070531203500sc_/http://example.com/");
}

TEST(ReplayRoutes, APageThatIsCutHasNoPackage) {
  ReplaySite site;
  site.add("cut", "text/html", "<p>first</p><script>1</script><p>second</p>");
  site.cut(12);
  const auto page =
      site.serve().get("/view/20070531203500/http://example.com/cut");
  EXPECT_THAT(page.body, HasSubstr("this page was archived only in part"));
  EXPECT_THAT(page.body, Not(HasSubstr("with scripts")));
}

TEST(ReplayRoutes, ReadsTheScriptsOfAFolder) {
  tests::TempDir folder;
  EXPECT_THROW((void)read_replay_scripts(folder.path()), IoError);
  folder.write("ui.js", "1");
  folder.write("sw.js", "2");
  const ReplayScripts scripts = read_replay_scripts(folder.path());
  EXPECT_EQ(scripts.ui + scripts.worker, "12");
}

}  // namespace
}  // namespace wax::serve
