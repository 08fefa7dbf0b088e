// Requests as in the examples of RFC 7089, with dates of its section 4.
#include "serve/api/memento.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "tests/serve/served_site.h"

namespace wax::serve {
namespace {

using tests::HttpAnswer;
using tests::HttpClient;

constexpr const char* kArxiv =
    "org,example,a)/ 20000620180259 http://a.example.org/ text/html 200 A - 1 "
    "a.warc\n"
    "org,example,a)/ 20010911203610 http://a.example.org/ text/html 200 B - 2 "
    "a.warc\n"
    "org,example,a)/ 20010911203730 http://a.example.org/ text/html 200 C - 3 "
    "a.warc\n"
    "org,example,a)/ 20091027204954 http://a.example.org/ text/html 200 D - 4 "
    "a.warc\n";

HttpAnswer ask(const ServedSite& site, const std::string& method,
               const std::string& path, const std::string& headers) {
  HttpClient client(site.port());
  client.send(method + ' ' + path + " HTTP/1.1\r\nHost: arxiv.example.net\r\n" +
              headers + "Connection: close\r\n\r\n");
  return client.read(method == "HEAD");
}

TEST(Memento, CapturesWithoutADateAreNone) {
  const std::string kLine =
      " http://a.example.org/ text/html 200 A - 9 a.warc\n";
  ServedSite site("org,example,a)/ -" + kLine +
                  "org,example,a)/ 00000000000000" + kLine + kArxiv);
  for (const char* path : {"link", "json"}) {
    HttpAnswer answer =
        ask(site, "GET",
            "/timemap/" + std::string(path) + "/http://a.example.org/", "");
    EXPECT_EQ(answer.body.find("raw/-id_"), std::string::npos) << answer.body;
    EXPECT_EQ(answer.body.find("1970"), std::string::npos) << answer.body;
    EXPECT_NE(answer.body.find("20000620180259"), std::string::npos);
  }
  ServedSite none("org,example,a)/ -" + kLine);
  EXPECT_EQ(ask(none, "GET", "/timegate/http://a.example.org/", "").status,
            404);
}

TEST(MementoOfTheRfc, ATimeGateAnswersHeadWithTheMementoNearestInTime) {
  ServedSite site(kArxiv);
  for (const char* method : {"HEAD", "GET"}) {
    HttpAnswer answer =
        ask(site, method, "/timegate/http://a.example.org/",
            "Accept-Datetime: Tue, 11 Sep 2001 20:35:00 GMT\r\n");
    EXPECT_EQ(answer.status, 302);
    EXPECT_EQ(answer.header("location"),
              "http://arxiv.example.net/raw/20010911203610id_/"
              "http://a.example.org/");
    EXPECT_EQ(answer.header("vary"), "accept-datetime");
    EXPECT_EQ(answer.header("memento-datetime"), "");
    for (const char* link :
         {"<http://a.example.org/>; rel=\"original\"",
          "<http://arxiv.example.net/timemap/link/http://a.example.org/>; "
          "rel=\"timemap\"; type=\"application/link-format\"",
          "<http://arxiv.example.net/raw/20000620180259id_/"
          "http://a.example.org/>; rel=\"first memento\"; datetime=\"Tue, 20 "
          "Jun 2000 18:02:59 GMT\"",
          "<http://arxiv.example.net/raw/20091027204954id_/"
          "http://a.example.org/>; rel=\"last memento\"; datetime=\"Tue, 27 "
          "Oct 2009 20:49:54 GMT\""}) {
      EXPECT_NE(answer.header("link").find(link), std::string::npos) << link;
    }
  }
}

TEST(Memento, ATimeGateLeadsToAWholeAnswer) {
  const std::string kUrl = " http://a.example.org/ text/html ";
  const std::string kAt = "org,example,a)/ ";
  // What the newest capture is, and the date of the one that is shown.
  const std::pair<const char*, const char*> kCases[] = {
      {"206 C", "20240315000000"},
      {"304 C", "20240315000000"},
      {"200 3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ", "20240315000000"},
      {"404 3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ", "20240315000001"},
      {"200 C", "20240315000001"}};
  for (const auto& [newest, shown] : kCases) {
    ServedSite site(kAt + "20240315000000" + kUrl + "200 D - 1 a.warc\n" + kAt +
                    "20240315000001" + kUrl + newest + " - 2 a.warc\n");
    for (const char* date : {"",
                             "Accept-Datetime: Fri, 15 Mar 2024 00:00:01 "
                             "GMT\r\n"}) {
      HttpAnswer answer =
          ask(site, "GET", "/timegate/http://a.example.org/", date);
      EXPECT_EQ(answer.header("location"), "http://arxiv.example.net/raw/" +
                                               std::string(shown) +
                                               "id_/http://a.example.org/")
          << newest;
    }
  }
  ServedSite partial(kAt + "20240315000001" + kUrl + "206 C - 2 a.warc\n");
  EXPECT_EQ(ask(partial, "GET", "/timegate/http://a.example.org/", "").status,
            302);
}

TEST(Memento, DatesMayHaveMilliseconds) {
  ServedSite site(
      "org,example,a)/ 20240113055603866 {\"url\":\"http://a.example.org/\","
      "\"status\":200,\"filename\":\"a.warc\",\"offset\":0}\n");
  EXPECT_EQ(
      ask(site, "GET", "/timegate/http://a.example.org/", "")
          .header("location"),
      "http://arxiv.example.net/raw/20240113055603id_/http://a.example.org/");
  const std::string map =
      ask(site, "GET", "/timemap/link/http://a.example.org/", "").body;
  EXPECT_NE(map.find("Sat, 13 Jan 2024 05:56:03 GMT"), std::string::npos);
}

TEST(MementoOfTheRfc, DatesOutOfTheRangeLeadToTheFirstAndTheLastMemento) {
  ServedSite site(kArxiv);
  const std::vector<std::pair<std::string, std::string>> kCases = {
      {"Accept-Datetime: Mon, 31 May 1999 00:00:00 GMT", "20000620180259"},
      {"accept-datetime: Tue, 11 Sep 2001 20:36:51 GMT", "20010911203730"},
      {"Accept-Datetime: Fri, 31 Dec 2100 23:59:59 GMT", "20091027204954"},
      {"Accept: text/html", "20091027204954"},
  };
  for (const auto& [header, date] : kCases) {
    HttpAnswer answer =
        ask(site, "GET", "/timegate/http://a.example.org/", header + "\r\n");
    EXPECT_EQ(answer.status, 302) << header;
    EXPECT_EQ(answer.header("location"), "http://arxiv.example.net/raw/" +
                                             date + "id_/http://a.example.org/")
        << header;
  }
}

TEST(MementoOfTheRfc, DatesOfAnotherFormAreRefused) {
  ServedSite site(kArxiv);
  for (const char* date :
       {"Tue, 11 Sep 2001 20:35:00 +0200", "2001-09-11T20:35:00Z",
        "Tuesday, 11-Sep-01 20:35:00 GMT", "Tue, 31 Feb 2001 20:35:00 GMT",
        "20010911203500"}) {
    EXPECT_EQ(ask(site, "GET", "/timegate/http://a.example.org/",
                  std::string("Accept-Datetime: ") + date + "\r\n")
                  .status,
              400)
        << date;
  }
}

TEST(MementoOfTheRfc, ATimeMapListsMementosInOrderWithTheirDates) {
  ServedSite site(kArxiv);
  HttpAnswer answer =
      ask(site, "GET", "/timemap/link/http://a.example.org/", "");
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ(answer.header("content-type"), "application/link-format");
  size_t at = 0;
  for (const char* link :
       {"<http://a.example.org/>; rel=\"original\",\n",
        "<http://arxiv.example.net/timemap/link/http://a.example.org/>; "
        "rel=\"self\"; type=\"application/link-format\"; from=\"Tue, 20 Jun "
        "2000 18:02:59 GMT\"; until=\"Tue, 27 Oct 2009 20:49:54 GMT\",\n",
        "<http://arxiv.example.net/timegate/http://a.example.org/>; "
        "rel=\"timegate\",\n",
        "rel=\"first memento\"; datetime=\"Tue, 20 Jun 2000 18:02:59 GMT\",\n",
        "rel=\"memento\"; datetime=\"Tue, 11 Sep 2001 20:36:10 GMT\",\n",
        "rel=\"memento\"; datetime=\"Tue, 11 Sep 2001 20:37:30 GMT\",\n",
        "rel=\"last memento\"; datetime=\"Tue, 27 Oct 2009 20:49:54 GMT\"\n"}) {
    size_t found = answer.body.find(link, at);
    ASSERT_NE(found, std::string::npos) << link;
    at = found + 1;
  }
  EXPECT_EQ(ask(site, "GET", "/timemap/link/http://b.example.org/", "").status,
            404);
  EXPECT_EQ(ask(site, "GET", "/timegate/http://b.example.org/", "").status,
            404);
}

}  // namespace
}  // namespace wax::serve
