#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "io/error.h"
#include "serve/api/api_routes.h"
#include "tests/serve/served_site.h"
#include "text/json_tree.h"

namespace wax::serve {
namespace {

using nlohmann::json;
using tests::HttpAnswer;
using Lines = std::vector<std::string>;

std::string capture(const std::string& date, const std::string& digest = "AAA",
                    const std::string& status = "200") {
  return "com,example)/ " + date + "000000 http://example.com/ text/html " +
         status + ' ' + digest + " - - 10 20 a.warc.gz\n";
}

const std::string& four_captures() {
  static const std::string lines =
      capture("20010101") + capture("20020101", "BBB") +
      capture("20030101", "BBB", "404") + capture("20040101");
  return lines;
}

Lines years(const HttpAnswer& answer) {
  Lines found;
  for (const std::string& line : lines_of_body(answer.body)) {
    size_t at = line.find("01010000");
    found.push_back(at == std::string::npos ? line : line.substr(at - 4, 4));
  }
  return found;
}

TEST(CdxRoutes, GiveTheLinesOfTheFile) {
  ServedSite site(four_captures());
  HttpAnswer answer = site.get("/cdx?url=http://example.com/");
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ(answer.body, four_captures());
  EXPECT_EQ(answer.header("access-control-allow-origin"), "*");
  EXPECT_EQ(site.get("/c/cdx?url=example.com").body, four_captures());
  EXPECT_EQ(site.get("/c?url=example.com").body, four_captures());
  EXPECT_EQ(site.get("/cdx?url=example.org").body, "");
}

TEST(CdxRoutes, OrderAndLimitTheAnswer) {
  ServedSite site(four_captures());
  const struct {
    std::string query;
    Lines years;
  } kCases[] = {
      {"limit=2", {"2001", "2002"}},
      {"limit=-2", {"2003", "2004"}},
      {"limit=2&offset=1", {"2002", "2003"}},
      {"sort=reverse&limit=2", {"2004", "2003"}},
      {"reverse=true&limit=1", {"2004"}},
      {"sort=closest&closest=20030201&limit=2", {"2003", "2004"}},
      {"closest=20030201&limit=1", {"2003"}},
      {"sort=closest&closest=", {"2001", "2002", "2003", "2004"}},
      {"from=2002&to=2003", {"2002", "2003"}},
      {"filter=statuscode:200&collapse=digest", {"2001", "2002", "2004"}},
      {"filter=!status:404", {"2001", "2002", "2004"}},
      {"filter=status:4", {"2003"}},
      {"filter=status:4&dialect=outbackcdx", {}},
      {"filter=statuscode:4..&dialect=wayback&fl=timestamp", {"2003"}},
      {"collapseToLast=digest", {"2001", "2003", "2004"}},
      {"collapse=timestamp:3&limit=9", {"2001"}},
  };
  for (const auto& c : kCases) {
    EXPECT_EQ(years(site.get("/cdx?url=example.com&" + c.query)), c.years)
        << c.query;
  }
}

TEST(CdxRoutes, WriteTheFormsOfEachDialect) {
  ServedSite site(capture("20010101"));
  auto body = [&](const std::string& query) {
    return site.get("/cdx?url=example.com&" + query).body;
  };
  EXPECT_EQ(body("output=json"),
            "{\"urlkey\": \"com,example)/\", \"timestamp\": "
            "\"20010101000000\", \"url\": \"http://example.com/\", \"mime\": "
            "\"text/html\", \"status\": \"200\", \"digest\": \"AAA\", "
            "\"length\": \"10\", \"offset\": \"20\", \"filename\": "
            "\"a.warc.gz\"}\n");
  EXPECT_EQ(body("output=json&dialect=wayback"),
            "[[\"urlkey\",\"timestamp\",\"original\",\"mimetype\","
            "\"statuscode\",\"digest\",\"length\"],\n[\"com,example)/\","
            "\"20010101000000\",\"http://example.com/\",\"text/html\","
            "\"200\",\"AAA\",\"10\"]]\n");
  EXPECT_EQ(body("output=json&dialect=outbackcdx"),
            "[[\"com,example)/\",20010101000000,\"http://example.com/\","
            "\"text/html\",200,\"AAA\",\"-\",\"-\",10,20,\"a.warc.gz\"]]\n");
  EXPECT_EQ(body("dialect=wayback"),
            "com,example)/ 20010101000000 http://example.com/ text/html 200 "
            "AAA 10\n");
  EXPECT_EQ(body("output=json&fl=timestamp,mime"),
            "{\"timestamp\": \"20010101000000\", \"mime\": \"text/html\"}\n");
  EXPECT_EQ(body("output=ndjson&fl=status&dialect=outbackcdx"),
            "{\"status\": 200}\n");
  EXPECT_EQ(body("output=cdxj").substr(0, 40),
            "com,example)/ 20010101000000 {\"url\": \"ht");
  EXPECT_EQ(body("fl=status,timestamp"), "200 20010101000000\n");
  EXPECT_EQ(body("output=link"),
            "<http://localhost/raw/20010101000000id_/http://example.com/>; "
            "rel=\"first memento\"; datetime=\"Mon, 01 Jan 2001 00:00:00 "
            "GMT\",\n");
  EXPECT_EQ(
      site.get("/cdx/search/cdx?url=example.com&output=json&fl=digest").body,
      "[[\"digest\"],\n[\"AAA\"]]\n");
}

TEST(CdxRoutes, JsonIsWholeWithoutCaptures) {
  ServedSite site(four_captures());
  for (const char* dialect : {"wayback", "outbackcdx"}) {
    EXPECT_EQ(
        site.get(std::string("/cdx?url=example.org&output=json&dialect=") +
                 dialect)
            .body,
        "[]\n");
  }
}

TEST(CdxRoutes, ColumnsThatAFileLacksAreDashesUnlessTheyAreAskedFor) {
  ServedSite site(
      "com,example)/ 20010101000000 http://example.com/ text/html 200 AAA - 20 "
      "a.gz\n");
  EXPECT_EQ(site.get("/c?url=example.com&output=json").body,
            "[[\"com,example)/\",20010101000000,\"http://example.com/\","
            "\"text/html\",200,\"AAA\",\"-\",\"-\",\"-\",20,\"a.gz\"]]\n");
  HttpAnswer answer = site.get("/c?url=example.com&fl=length");
  EXPECT_EQ(answer.status, 400);
  EXPECT_NE(answer.body.find("no field 'length'"), std::string::npos);
}

// The whole answer by portions.
TEST(CdxRoutes, ResumeKeysLeadThroughTheWholeAnswer) {
  ServedSite site(four_captures());
  for (const char* fields : {"", "&fl=timestamp", "&fl=digest,timestamp"}) {
    std::string query = std::string("/cdx?url=example.com&limit=1&") +
                        "showResumeKey=true" + fields;
    Lines found;
    std::string key;
    for (int i = 0; i < 10; ++i) {
      Lines lines = lines_of_body(
          site.get(query + (key.empty() ? "" : "&resumeKey=" + key)).body);
      ASSERT_FALSE(lines.empty());
      size_t at = lines[0].find("0101000000");
      found.push_back(lines[0].substr(at - 4, 4));
      if (lines.size() == 1) break;
      ASSERT_EQ(lines.size(), 3U);
      EXPECT_EQ(lines[1], "");
      key = lines[2];
    }
    EXPECT_EQ(found, (Lines{"2001", "2002", "2003", "2004"})) << fields;
  }
  EXPECT_EQ(
      text::parse_json(site.get("/cdx?url=example.com&limit=1&output=json&"
                                "showResumeKey=true&dialect=wayback&fl=digest")
                           .body)
          .size(),
      4U);
}

TEST(CdxRoutes, TakeTheResumeKeysOfWayback) {
  ServedSite site(four_captures());
  for (const char* key : {"com%2Cexample%29%2F+20020101000000%21",
                          "com%2Cexample%29%2F+20020101000001",
                          "com%2Cexample%29%2F+2003010100000%3A"}) {
    const Lines found =
        years(site.get("/cdx?url=example.com&resumeKey=" + std::string(key)));
    EXPECT_EQ(found.back(), "2004") << key;
    EXPECT_LE(found.size(), 2U) << key;
  }
  EXPECT_EQ(years(site.get("/cdx?url=example.com&sort=closest&closest=20030101&"
                           "limit=1&showResumeKey=true")),
            Lines{"2003"});
}

TEST(CdxRoutes, NamesOfHostsAreFoundInBothTheirSpellings) {
  ServedSite site(
      "example,strasse)/ 20020101000000 http://strasse.example/ text/html 200 "
      "A - - 1 2 a.gz\n"
      "example,xn--strae-oqa)/ 20010101000000 http://xn--strae-oqa.example/ "
      "text/html 200 B - - 1 2 a.gz\n");
  const std::string query = "/cdx?url=stra%C3%9Fe.example&fl=digest";
  EXPECT_EQ(site.get(query).body, "A\nB\n");
  EXPECT_EQ(site.get(query + "&sort=closest&closest=20010101&limit=1").body,
            "B\n");
  EXPECT_EQ(site.get(query + "&sort=reverse").body, "B\nA\n");
  EXPECT_EQ(site.get("/cdx?url=strasse.example&fl=digest").body, "A\n");
  EXPECT_EQ(site.get("/timegate/http://stra%C3%9Fe.example/",
                     "Accept-Datetime: Mon, 01 Jan 2001 00:00:00 GMT\r\n")
                .header("location"),
            "http://localhost/raw/20010101000000id_/"
            "http://xn--strae-oqa.example/");
}

TEST(CdxRoutes, AnAsteriskStandsForAllCaptures) {
  ServedSite site(
      four_captures() +
      "org,a)/ 20020101000000 http://a.org/ text/html 200 CCC - - 1 2 a.gz\n");
  EXPECT_EQ(lines_of_body(site.get("/cdx?url=*").body).size(), 5U);
  EXPECT_EQ(site.get("/cdx?url=*&from=20020101&to=20020101&fl=digest").body,
            "BBB\nCCC\n");
  EXPECT_EQ(site.get("/cdx?from=2002").status, 400);
}

TEST(CdxRoutes, LinesOfFilesOfSeveralFormsHaveOneForm) {
  tests::TempDir folder;
  const std::string cdxj =
      "com,example)/ 20050101000000123 {\"url\": \"http://example.com/\", "
      "\"mime\": \"text/html\", \"status\": \"200\"}\n";
  ServedSite site({{"c",
                    {"",
                     {folder.write("a.cdx", four_captures()),
                      folder.write("b.cdxj", cdxj)}}}});
  Lines lines =
      lines_of_body(site.get("/cdx?url=example.com&output=json").body);
  ASSERT_EQ(lines.size(), 5U);
  EXPECT_EQ(text::parse_json(lines[0]).at("timestamp"), "20010101000000");
  EXPECT_EQ(text::parse_json(lines[4]).at("timestamp"), "20050101000000");
  lines = lines_of_body(site.get("/cdx?url=example.com&output=cdxj").body);
  ASSERT_EQ(lines.size(), 5U);
  EXPECT_EQ(lines[4] + '\n', cdxj);
  EXPECT_TRUE(lines[0].starts_with(
      "com,example)/ 20010101000000 {\"url\": \"http://example.com/\""))
      << lines[0];
  EXPECT_EQ(
      site.get("/cdx?url=example.com&output=cdxj&fl=status,url&limit=1").body,
      "com,example)/ 20010101000000 {\"status\": \"200\", \"url\": "
      "\"http://example.com/\"}\n");
}

TEST(CdxRoutes, CollectionsWithKeysOfTwoKindsAnswerBehindTheirNames) {
  tests::TempDir folder;
  ServedSite site(
      {{"s", {"", {folder.write("s.cdx", four_captures())}}},
       {"l",
        {"",
         {folder.write("l.cdx",
                       "example.com/ 20050101000000 http://example.com/ "
                       "text/html 200 AAA - - 10 20 a.warc.gz\n")}}}},
      [](answers::Holdings& holdings, Router& router) {
        add_raw_routes(holdings, router);
      });
  for (const char* path :
       {"/cdx?url=example.com", "/timegate/http://example.com/",
        "/timemap/link/http://example.com/",
        "/raw/2005id_/http://example.com/"}) {
    HttpAnswer answer = site.get(path);
    EXPECT_EQ(answer.status, 400) << path;
    EXPECT_NE(answer.body.find("or with /s before paths"), std::string::npos)
        << answer.body;
    for (const char* name : {"/s", "/l"}) {
      EXPECT_LT(site.get(name + std::string(path)).status, 400) << path;
    }
  }
  EXPECT_EQ(site.get("/l/timegate/http://example.com/").header("location"),
            "http://localhost/l/raw/20050101000000id_/http://example.com/");
}

TEST(CdxRoutes, NothingHasOnePageForClientsOfWayback) {
  ServedSite site(four_captures());
  const std::string query = "url=none.example&output=json&page=";
  EXPECT_EQ(site.get("/cdx/search/cdx?" + query + "0").status, 200);
  EXPECT_EQ(site.get("/cdx/search/cdx?" + query + "1").status, 400);
  EXPECT_EQ(site.get("/cdx?" + query + "1").status, 200);
}

TEST(CdxRoutes, PagesOfAFlatFileHaveEachLineOnce) {
  std::string lines;
  for (int i = 0; i < 20'000; ++i) {
    std::string number = std::to_string(100'000 + i);
    lines += "com,example)/" + number + " 20010101000000 http://example.com/" +
             number + " text/html 200 AAA - - 10 20 a.warc.gz\n";
  }
  ServedSite site(lines);
  json counts = text::parse_json(
      site.get("/cdx?url=example.com/*&showNumPages=true&pageSize=1").body);
  EXPECT_EQ(counts["pages"], 4);
  EXPECT_EQ(site.get("/cdx?url=example.com/*&showNumPages=true&pageSize=1&"
                     "dialect=wayback")
                .body,
            "4\n");
  std::string all;
  for (int page = 0; page < 4; ++page) {
    all += site.get("/cdx?url=example.com/*&pageSize=1&page=" +
                    std::to_string(page))
               .body;
  }
  EXPECT_EQ(all, lines);
  EXPECT_EQ(site.get("/cdx?url=example.com/*&pageSize=1&page=4").status, 400);
}

TEST(CdxRoutes, SeveralCollectionsAreOneAtCdx) {
  tests::TempDir folder;
  ServedSite site({
      {"a", {"", {folder.write("a", capture("20010101"))}}},
      {"b", {"", {folder.write("b", capture("20020101"))}}},
  });
  EXPECT_EQ(years(site.get("/cdx?url=example.com")), (Lines{"2001", "2002"}));
  EXPECT_EQ(years(site.get("/b/cdx?url=example.com")), Lines{"2002"});
  EXPECT_EQ(site.get("/nothing/cdx?url=example.com").status, 404);
}

TEST(CdxRoutes, RefuseBadQueriesWithASentence) {
  ServedSite site(four_captures());
  for (const char* query :
       {"", "url=", "url=http://h:99999/&matchType=prefix",
        "url=example.com&matchType=near", "url=example.com&from=May",
        "url=example.com&limit=many", "url=example.com&limit=-0",
        "url=example.com&sort=up", "url=example.com&output=xml",
        "url=example.com&dialect=other", "url=example.com&filter=bogus:1",
        "url=example.com&filter=~status:(", "url=example.com&page=7",
        "url=example.com&pageSize=0", "url=example.com&collapse=digest:x",
        "url=example.com&resumeKey=x", "url=example.com&fl=bogus",
        "url=example.com&showPagedIndex=true"}) {
    HttpAnswer answer = site.get(std::string("/cdx?") + query);
    EXPECT_EQ(answer.status, 400) << query << ": " << answer.body;
    EXPECT_EQ(answer.body.find("--"), std::string::npos) << answer.body;
    EXPECT_EQ(answer.body.find("/tmp"), std::string::npos) << answer.body;
  }
}

TEST(CdxRoutes, LookUpUrlsWithoutAKeyAsTheyAreWritten) {
  ServedSite site(four_captures());
  const HttpAnswer answer = site.get("/cdx?url=http://h:99999/");
  EXPECT_EQ(answer.status, 200) << answer.body;
  EXPECT_EQ(answer.body, "");
}

TEST(CdxRoutes, AnswerXmlQueries) {
  ServedSite site(
      capture("20020101") +
      "com,example)/?a=%3Cb%3E 20010101000000 http://example.com/?a=<b>&c "
      "text/html 200 AAA - - 10 20 a.warc.gz\n");
  HttpAnswer answer =
      site.get("/c?q=type:prefixquery+url:http%253A%252F%252Fexample.com%252F");
  EXPECT_EQ(answer.header("content-type"), "application/xml; charset=utf-8");
  EXPECT_EQ(answer.body.find("<b>"), std::string::npos);
  EXPECT_NE(
      answer.body.find(
          "<originalurl>http://example.com/?a=&lt;b&gt;&amp;c</originalurl>"),
      std::string::npos)
      << answer.body;
  answer =
      site.get("/c?q=type:urlquery+url:http%3A%2F%2Fexample.com%2F+limit:1");
  for (const char* element :
       {"<capturedate>20020101000000</capturedate>",
        "<compressedoffset>20</compressedoffset>",
        "<compressedendoffset>10</compressedendoffset>",
        "<file>a.warc.gz</file>", "<httpresponsecode>200</httpresponsecode>",
        "<resultsrequested>1</resultsrequested>"}) {
    EXPECT_NE(answer.body.find(element), std::string::npos) << element;
  }
}

TEST(CdxRoutes, ALookUpThatTakesTooLongEnds) {
  std::string lines;
  for (int i = 0; i < 5'000; ++i) {
    lines += capture("2001" + std::to_string(1000 + i));
  }
  tests::TempDir folder;
  ServerOptions options;
  options.work_time = std::chrono::milliseconds(0);
  ServedSite site({{"c", {"", {folder.write("a", lines)}}}}, nullptr, options);
  EXPECT_EQ(site.get("/cdx?url=example.com&filter=status:500").status, 503);
}

TEST(CdxRoutes, NewFilesAreServedWithoutARestart) {
  tests::TempDir folder;
  std::string path = folder.write("a", capture("20010101"));
  ServedSite site({{"c", {"", {path}}}});
  EXPECT_EQ(years(site.get("/cdx?url=example.com")), Lines{"2001"});
  std::string next = folder.write("b", four_captures());
  std::filesystem::rename(next, path);
  std::this_thread::sleep_for(std::chrono::milliseconds(1100));
  EXPECT_EQ(site.get("/cdx?url=example.com").body, four_captures());
  // Also with other columns.
  next = folder.write("b",
                      "example.com/ 20090101000000 http://example.com/ "
                      "text/html 200 A - 1 a\n");
  std::filesystem::rename(next, path);
  std::this_thread::sleep_for(std::chrono::milliseconds(1100));
  EXPECT_EQ(years(site.get("/cdx?url=example.com")), Lines{"2009"});
  EXPECT_NE(site.get("/metrics")
                .body.find("wax_collection_generation{collection=\"c\"} 3"),
            std::string::npos);
}

TEST(Memento, TimeMapsListAllCaptures) {
  ServedSite site(four_captures());
  HttpAnswer answer = site.get("/timemap/link/http://example.com/");
  EXPECT_EQ(answer.header("content-type"), "application/link-format");
  Lines lines = lines_of_body(answer.body);
  ASSERT_EQ(lines.size(), 7U);
  EXPECT_EQ(lines[0], "<http://example.com/>; rel=\"original\",");
  EXPECT_EQ(
      lines[1],
      "<http://localhost/timemap/link/http://example.com/>; rel=\"self\"; "
      "type=\"application/link-format\"; from=\"Mon, 01 Jan 2001 "
      "00:00:00 GMT\"; until=\"Thu, 01 Jan 2004 00:00:00 GMT\",");
  EXPECT_NE(lines[3].find("rel=\"first memento\""), std::string::npos);
  EXPECT_TRUE(lines[6].ends_with(
      "rel=\"last memento\"; datetime=\"Thu, 01 Jan 2004 00:00:00 GMT\""));
  json map =
      text::parse_json(site.get("/c/timemap/json/http://example.com/").body);
  EXPECT_EQ(map["mementos"]["list"].size(), 4U);
  EXPECT_EQ(map["mementos"]["last"]["datetime"], "2004-01-01T00:00:00Z");
  EXPECT_EQ(map["timegate_uri"],
            "http://localhost/c/timegate/http://example.com/");
  EXPECT_EQ(site.get("/timemap/link/http://example.org/").status, 404);
}

TEST(Memento, ATimeGateLeadsToTheClosestCapture) {
  ServedSite site(four_captures());
  HttpAnswer answer =
      site.get("/timegate/http://example.com/",
               "Accept-Datetime: Thu, 31 May 2002 20:35:00 GMT\r\n");
  EXPECT_EQ(answer.status, 302);
  EXPECT_EQ(answer.header("location"),
            "http://localhost/raw/20020101000000id_/http://example.com/");
  EXPECT_EQ(answer.header("vary"), "accept-datetime");
  std::string link = answer.header("link");
  for (const char* part :
       {"<http://example.com/>; rel=\"original\"", "rel=\"timemap\"",
        "rel=\"first memento\"; datetime=\"Mon, 01 Jan 2001 00:00:00 GMT\"",
        "rel=\"last memento\""}) {
    EXPECT_NE(link.find(part), std::string::npos) << part << " in " << link;
  }
  EXPECT_EQ(site.get("/timegate/http://example.com/").header("location"),
            "http://localhost/raw/20040101000000id_/http://example.com/");
  EXPECT_EQ(site.get("/timegate/http%3A%2F%2Fexample.com%2F").status, 302);
  EXPECT_EQ(site.get("/timegate/http:/example.com/").status, 302);
  EXPECT_EQ(site.get("/timegate/http://example.org/").status, 404);
  EXPECT_EQ(site.get("/timegate/http://example.com/",
                     "Accept-Datetime: yesterday\r\n")
                .status,
            400);
}

TEST(Memento, DatesOfHeadersAreRead) {
  EXPECT_EQ(seconds_of_http_date("Sun, 06 Nov 1994 08:49:37 GMT"), 784111777);
  for (const char* bad :
       {"Sun, 06 Nov 1994 08:49:37 CET", "Sunday, 06-Nov-94 08:49:37 GMT",
        "Sun, 32 Nov 1994 08:49:37 GMT", "Sun, 06 Nix 1994 08:49:37 GMT"}) {
    EXPECT_EQ(seconds_of_http_date(bad), std::nullopt) << bad;
  }
}

TEST(Collections, HaveNamesOfTheirOwn) {
  tests::TempDir folder;
  std::string file = folder.write("a", four_captures());
  auto make = [&](const std::string& name) {
    return std::make_unique<answers::Collection>(
        name, answers::CollectionFiles{"", {file}}, nullptr);
  };
  answers::Collections collections;
  collections.add(make("a.b-c_1"));
  for (const char* bad : {"", "a.b-c_1", "a/b", "a b", "cdx", "raw"}) {
    EXPECT_THROW(collections.add(make(bad)), UsageError) << bad;
  }
  EXPECT_EQ(answers::name_of_folder("/a/b/"), "b");
  EXPECT_EQ(answers::name_of_folder("/a/b/../c"), "c");
}

}  // namespace
}  // namespace wax::serve
