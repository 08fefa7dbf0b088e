#include "rank/log_line.h"

#include <gtest/gtest.h>

#include <string>

namespace wax::rank {
namespace {

const std::string kFront = "192.0.2.7 - - [01/Mar/2021:00:00:01 +0100] ";

std::string shown(const std::string& line) {
  const char* why = nullptr;
  auto parsed = parse_log_line(line, why);
  if (!parsed) return why;
  return std::string(parsed->client) + '|' + std::to_string(parsed->seconds) +
         '|' + std::string(parsed->method) + '|' + std::string(parsed->target) +
         '|' + std::to_string(parsed->status) + '|' +
         std::string(parsed->agent);
}

TEST(LogLines, AreOfServersThatWriteTheCombinedFormat) {
  EXPECT_EQ(shown(kFront + R"("GET /a?b HTTP/1.1" 200 12 "-" "Mozilla/5.0")"),
            "192.0.2.7|1614553201|GET|/a?b|200|Mozilla/5.0");
  EXPECT_EQ(shown(kFront + R"("GET /a HTTP/1.1" 304 -)"),
            "192.0.2.7|1614553201|GET|/a|304|");
  // nginx's own fields after these; quotes in a user agent.
  EXPECT_EQ(shown(kFront + R"("GET /a HTTP/2.0" 200 1 "-" "a \"b\" c" "1.2")"),
            R"(192.0.2.7|1614553201|GET|/a|200|a \"b\" c)");
  EXPECT_EQ(shown(R"(2001:db8::1 - al b [28/Feb/2021:23:00:01 +0000] )"
                  R"("GET /a b HTTP/1.0" 200 - "" "")"),
            "2001:db8::1|1614553201|GET|/a b|200|");
  // Apache's with a virtual host.
  EXPECT_EQ(
      shown("archive.example:443 " + kFront + R"("GET / HTTP/1.1" 200 1)"),
      "192.0.2.7|1614553201|GET|/|200|");
}

TEST(LogLines, AreOfHaproxy) {
  EXPECT_EQ(
      shown("Feb  6 12:14:14 lb haproxy[14389]: 10.0.1.2:33317 "
            "[06/Feb/2009:12:14:14.655] http-in static/srv1 10/0/30/69/109 200 "
            "2750 - - ---- 1/1/1/1/0 0/0 {1wt.eu|Mozilla} {} "
            "\"GET /index.html HTTP/1.1\""),
      "10.0.1.2|1233922454|GET|/index.html|200|1wt.eu|Mozilla");
}

TEST(LogLines, SayWhatTheyDoNotHave) {
  EXPECT_EQ(shown(""), "no time in brackets");
  EXPECT_EQ(
      shown("192.0.2.7 - - [32/Mar/2021:00:00:01 +0100] \"GET / H\" 200 1"),
      "no time in brackets");
  EXPECT_EQ(
      shown("192.0.2.7 - - [30/Feb/2021:00:00:01 +0100] \"GET / H\" 200 1"),
      "no time in brackets");
  EXPECT_EQ(shown("192.0.2.7 - - [01/Mar/2021:00:00:01"),
            "no time in brackets");
  EXPECT_EQ(shown(kFront + "\"\" 400 0"), "no request in quotes");
  EXPECT_EQ(shown(kFront + R"("\x16\x03\x01" 400 0)"), "no request in quotes");
  EXPECT_EQ(shown(kFront + "\"GET /a HTTP/1.1"), "no request in quotes");
  EXPECT_EQ(shown(kFront + "\"GET /a HTTP/1.1\" OK 1"), "no status");
  EXPECT_EQ(shown(" - - [01/Mar/2021:00:00:01 +0100] \"GET / H\" 200 1"),
            "-|1614553201|GET|/ H|200|");
}

std::string target(const std::string& text) {
  std::string url;
  switch (read_target(text, url)) {
    case Target::kView:
      return url;
    case Target::kModifier:
      return "modifier";
    default:
      return "other";
  }
}

TEST(LogLines, NameClientsEvenWhenTheyAreCut) {
  for (const char* line :
       {R"(192.0.2.1 - - [01/Mar/2021:00:00:01 +0100] "GET / HTTP/1.1" 200)",
        "192.0.2.1 - -", "- 192.0.2.1:8080", "2001:db8::1 - -", "::1",
        "fe80::1%eth0 -", "client.example - - [01/Mar", "a \"GET /"}) {
    EXPECT_TRUE(may_name_client(line)) << line;
  }
  for (const char* line : {"com,example)/a b 1", "b", "", "c -1", "key\t1.5",
                           "com,example:8080)/ x", "10:30 1.2.3"}) {
    EXPECT_FALSE(may_name_client(line)) << line;
  }
}

TEST(Targets, MayHaveAnyModifierOfPywb) {
  for (const char* part : {"wkr_", "wkrf_", "esm_", "h_", "$br:1.2-x"}) {
    EXPECT_EQ(target("/web/20210301000000" + std::string(part) +
                     "/http://example.com/"),
              "modifier")
        << part;
  }
  EXPECT_EQ(target("/web/20210301000000_/http://example.com/"), "other");
}

TEST(Targets, WithoutAHostAreNoPages) {
  for (const char* url : {"http://", "about:blank", "data:text/plain,x",
                          "http:///a", "mailto:a@b"}) {
    EXPECT_EQ(target("/web/20210301000000/" + std::string(url)), "other")
        << url;
  }
}

TEST(Targets, AreReplaysOfADate) {
  const std::string url = "http://example.com/a?b=1";
  for (const char* replay :
       {"/web/20210301000000/", "/web/2021/", "/wayback/web/20210301/",
        "/20210301000000mp_/", "/coll/20210301000000if_/",
        "/2014/20210301000000/", "/view/20210301000000/",
        "http://archive.example/web/20210301000000/",
        "https://archive.example:8080/web/20210301000000mp_/"}) {
    EXPECT_EQ(target(replay + url), url) << replay;
  }
  // Slashes that a proxy joined, no scheme, an escaped scheme.
  EXPECT_EQ(target("/web/20210301000000/http:/example.com/"),
            "http://example.com/");
  EXPECT_EQ(target("/web/20210301000000/example.com/a"),
            "http://example.com/a");
  EXPECT_EQ(target("/web/2021/example.com/a"), "http://example.com/a");
  EXPECT_EQ(target("/web/20210301000000/example.com"), "example.com");
  EXPECT_EQ(target("/my.archive/2021/http://example.com"),
            "http://example.com");
  EXPECT_EQ(target("/web/2021/http%3A%2F%2Fexample.com"), "http://example.com");
  EXPECT_EQ(target("/web/2021/http%3A%2F%2Fexample.com%2Fa%2520b"),
            "http://example.com/a%20b");
  EXPECT_EQ(target("/web/2021/https%3A//example.com/a%20b"),
            "https://example.com/a b");
  EXPECT_EQ(target("/web/2021/http://[::1]:80/a"), "http://[::1]:80/a");
  EXPECT_EQ(target("/web/20210301000000/http%3A%2F%2Fexample.com/"),
            "http://example.com/");
  EXPECT_EQ(target(R"(/web/20210301000000/http://example.com/\x22\"a)"),
            "http://example.com/\"\"a");
}

TEST(Targets, MayBePartsOfPages) {
  for (const char* modifier :
       {"im_", "id_", "js_", "cs_", "oe_", "fr_", "fw_"}) {
    EXPECT_EQ(target("/web/20210301000000" + std::string(modifier) +
                     "/http://example.com/"),
              "modifier")
        << modifier;
  }
}

TEST(Targets, MayBeFilesOfASite) {
  for (const char* file :
       {"/static/2021/style.css", "/2021/report.pdf",
        "/web/example.com/2014/foo.html", "/web/example.com/2014/a.b/c",
        "/web/example.com/20140101000000/foo.html"}) {
    EXPECT_EQ(target(file), "other") << file;
  }
}

TEST(Targets, MayBeNoCaptureOfADate) {
  for (const char* other :
       {"/", "", "*", "/web/*/http://example.com/", "/web/2013*/http://a.com/*",
        "/web/20210301000000/http://example.com/*", "/web/http://example.com/",
        "/web/mp_/http://example.com/", "/cdx?url=example.com",
        "/web/20210301000000/", "/web/20210301000000",
        "/web/http://example.com/20210301000000/http://b.com/",
        "/web/202103010000001/http://example.com/", "/web/20/http://a.com/"}) {
    EXPECT_EQ(target(other), "other") << other;
  }
}

}  // namespace
}  // namespace wax::rank
