// Requests that no honest client sends, to all paths of a server: each gets an
// answer or a refusal, never a fault of the server, and the server lives on.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "answers/requests/escape.h"
#include "io/problem.h"
#include "serve/api/api_routes.h"
#include "serve/api/memento.h"
#include "tests/serve/small_site.h"
#include "tests/support/seed.h"

namespace wax::serve {
namespace {

using tests::HttpAnswer;
using tests::HttpClient;

// All paths of wax-serve, over hostile documents, captures and records.
class WholeSite {
 public:
  WholeSite() {
    answers::Holdings& site = small_.holdings();
    std::string hostile(kHostile);
    std::string http =
        "HTTP/1.1 200 " + hostile + "\r\nContent-Type: text/html" + hostile +
        "\r\nSet-Cookie: a=b\r\nLocation: javascript:alert(1)\r\nX-" + hostile +
        ": " + hostile + "\r\nX-Odd: a\rSet-Cookie: c=d\r\n\r\n" + hostile;
    archives_.write(
        "a.warc",
        "WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:" +
            hostile + ">\r\nWARC-Target-URI: http://raw.example/#" + hostile +
            "\r\nWARC-Date: 2007-05-31T20:35:00Z\r\nContent-Type: "
            "application/http; msgtype=response\r\nContent-Length: " +
            std::to_string(http.size()) + "\r\n\r\n" + http + "\r\n\r\n");
    std::string line =
        "example,raw)/ 20070531203500 http://raw.example/ text/html 200 " +
        std::string(32, 'A') + " - - 1 0 a.warc\n" +
        "example,raw)/b 20070531203500 http://raw.example/b\x01 warc/revisit " +
        "- " + std::string(32, 'A') + " - - 1 99999999999 a.warc\n";
    site.collections.add(std::make_unique<answers::Collection>(
        "records",
        answers::CollectionFiles{"", {archives_.write("raw.cdx", line)}},
        [](std::string_view) {}));
    NoProblems none;
    site.archives = std::make_unique<const answers::Archives>(
        std::vector<std::string>{archives_.path()}, std::vector<std::string>(),
        nullptr, none);
    files_.write("rank.csv", "0123456789");
    files_.write(".secret", "root:x:0:0");
    add_status_routes(site, metrics_, router_);
    add_cdx_routes(site, router_);
    add_memento_routes(site, router_);
    add_search_api(site, router_);
    add_export(site, router_);
    add_opensearch(site, router_);
    add_page_routes(site, router_);
    add_raw_routes(site, router_);
    add_file_routes(files_.path(), router_);
    ServerOptions options;
    options.on_failure = [this](std::string_view text) {
      std::lock_guard lock(mutex_);
      failures_ += text;
      failures_ += '\n';
    };
    server_ = std::make_unique<TestServer>(router_, options);
  }

  [[nodiscard]] const TestServer& server() const { return *server_; }
  // Faults of the server since the last call.
  [[nodiscard]] std::string failures() {
    std::lock_guard lock(mutex_);
    return std::exchange(failures_, {});
  }

 private:
  SmallSite small_;
  tests::TempDir archives_;
  tests::TempDir files_;
  Metrics metrics_;
  Router router_;
  std::mutex mutex_;  // guards failures_
  std::string failures_;
  std::unique_ptr<TestServer> server_;
};

// What all answers have, whatever the request was.
void expect_harmless(const HttpAnswer& answer, const std::string& request) {
  EXPECT_TRUE(answer.status >= 200 && answer.status <= 505 &&
              answer.status != 500)
      << answer.status << ' ' << answer.body << '\n'
      << request;
  EXPECT_EQ(answer.header("set-cookie"), "") << request;
  EXPECT_EQ(answer.header("x-content-type-options"), "nosniff") << request;
  std::string policy = answer.header("content-security-policy");
  bool sandboxed = policy.starts_with("sandbox; default-src 'none'; ");
  EXPECT_TRUE(sandboxed || policy.starts_with("default-src 'none'; script-src "
                                              "'self'; style-src 'self'; "))
      << request;
  EXPECT_EQ(answer.body.find("root:x:0"), std::string::npos) << request;
  if (!sandboxed && answer.header("content-encoding").empty() &&
      answer.header("content-type").starts_with("text/html")) {
    EXPECT_EQ(answer.body.find("<script>"), std::string::npos) << request;
    EXPECT_EQ(answer.body.find("<img src=x"), std::string::npos) << request;
  }
}

// A refusal says why: a page, or a sentence with its full stop.
void expect_reason(const HttpAnswer& answer, const std::string& request) {
  if (answer.status < 400) return;
  if (answer.header("content-type").starts_with("text/html")) return;
  EXPECT_EQ(answer.header("content-type"), "text/plain; charset=utf-8")
      << request;
  EXPECT_TRUE(answer.body.ends_with(".\n") && answer.body.size() > 10)
      << request << '\n'
      << answer.body;
}

std::string repeated(std::string_view text, size_t count) {
  std::string out;
  for (size_t i = 0; i < count; ++i) out += text;
  return out;
}

// Answers to one request, until the server has closed the connection.
std::vector<HttpAnswer> answers_to(const TestServer& server,
                                   const std::string& bytes) {
  HttpClient client(server.port());
  client.send(bytes);
  client.end();
  std::vector<HttpAnswer> answers;
  while (true) {
    HttpAnswer answer = client.read(bytes.starts_with("HEAD "));
    if (answer.status == 0) return answers;
    if (answer.status != 100) answers.push_back(std::move(answer));
  }
}

TEST(Abuse, PathsLeaveNoFolder) {
  WholeSite site;
  for (const char* path : {"/files/../",
                           "/files/%2e%2e/",
                           "/files/..%2f",
                           "/files/%2e%2e%2fa",
                           "/files/.secret",
                           "/files/%2esecret",
                           "/files//.secret",
                           "/files/./.secret",
                           "/files/rank.csv%00",
                           "/files/%00",
                           "/files/a/b",
                           "/files/rank.csv/",
                           "/files/rank.csv/..",
                           "//etc/passwd",
                           "/%2fetc",
                           "/..%5c..%5cetc",
                           "/static/../../etc/passwd",
                           "/small/../..",
                           "/raw/20070531203500id_/../../etc/passwd",
                           "/files/%252e%252e/",
                           "/files/\xc0\xae\xc0\xae/",
                           "/raw/20070531203500id_/file:///etc/passwd",
                           "/timegate/file:///etc/passwd",
                           "/.",
                           "/%"}) {
    HttpAnswer answer = site.server().get(path);
    EXPECT_TRUE(answer.status == 404 || answer.status == 400)
        << path << ' ' << answer.status;
    expect_harmless(answer, path);
    expect_reason(answer, path);
  }
  EXPECT_EQ(site.failures(), "");
}

TEST(Abuse, LongAndHugeParametersAreAnsweredSoon) {
  WholeSite site;
  std::string url = "/cdx?url=http%3A%2F%2Fwww.example.org%2F0";
  std::string most = "18446744073709551615";
  const std::vector<std::string> targets = {
      "/search?query=" + repeated("(", 30'000),
      "/search?query=" + repeated("%22", 9'999),
      "/search?query=" + repeated("a+OR+", 6'000) + "a",
      "/search?query=" + repeated("-", 30'000) + "heron",
      "/search?query=" + repeated("h*+", 9'000),
      "/search?query=" + repeated("heron~2+", 3'500),
      "/search?query=%2F" + repeated("(a*)*", 5'000) + "%2F",
      "/search?query=heron&start=" + most,
      "/search?query=heron&count=" + most,
      "/search?" + repeated("site=a&", 4'000) + "query=heron",
      "/search?query=heron&sort=" + repeated("date,", 5'000),
      "/search?query=heron&collapse=" + repeated("site,", 5'000),
      "/api/search?query=heron" + repeated("&facet=site", 2'500),
      "/api/search?query=heron&facet=site&facet-values=" + most,
      "/api/export?query=heron&format=" + repeated("csv", 9'000),
      "/opensearch?query=heron&hitsPerSite=" + most + "&start=" + most,
      "/opensearch?query=heron&hitsPerPage=1000&hitsPerSite=1000&start=9",
      "/api/captures?url=a&limit=" + most,
      "/url?url=http%3A%2F%2Fwww.example.org%2F0&start=" + most,
      url + repeated("&filter=~url:(a*)*b", 1'500),
      url + "&filter=~url:" + repeated("(a|", 9'000),
      url + "&filter=~url:" + repeated("a%7B1000%7D", 2'500),
      url + repeated("&filter=!status:200", 1'500),
      url + "&fl=" + repeated("url,", 8'000),
      url + "&limit=" + most + "&offset=" + most,
      url + "&limit=-" + most,
      url + "&limit=" + most + "&showResumeKey=true",
      url + "&page=" + most + "&pageSize=" + most,
      url + "&page=" + most,
      url + "&showNumPages=true&pageSize=" + most,
      url + "&collapse=timestamp:" + most,
      url + "&collapse=urlkey:" + most,
      url + "&collapseTime=" + most,
      url + "&from=" + repeated("9", 30'000),
      url + "&closest=" + repeated("9", 30'000),
      url + "&resumeKey=" + repeated("z", 30'000),
      url + "&method=POST&requestBody=" + repeated("%7B%22a%22:", 2'900),
      url + "&method=" + repeated("P", 30'000),
      "/cdx?url=http%3A%2F%2F" + repeated("a.", 15'000),
      "/cdx?url=" + repeated("http%3A%2F%2F", 2'000),
      "/cdx?url=*&matchType=domain",
      "/cdx?url=http%3A%2F%2Fwww.example.org%2F" + repeated("%25", 10'000),
      "/cdx?url=http%3A%2F%2Fa%2F" + repeated("..%2F", 6'000),
      "/small?q=type:urlquery+url:" + repeated("a%2520", 5'000),
      "/small?q=" + repeated("a:b+", 8'000),
      "/timemap/link/" + repeated("http:/", 5'000),
      "/timegate/http://" + repeated("a", 32'000),
      "/raw/20070531203500id_/" + repeated("/", 32'000),
      "/files/" + repeated("a", 32'000),
      "/" + repeated("%2e%2e%2f", 3'500),
  };
  for (const std::string& target : targets) {
    HttpAnswer answer = site.server().get(target);
    std::string shown = target.substr(0, 200);
    expect_harmless(answer, shown);
    expect_reason(answer, shown);
    EXPECT_NE(answer.status, 503) << shown;
    EXPECT_LT(answer.body.size(), 4'000'000U) << shown;
  }
  EXPECT_EQ(site.failures(), "");
}

TEST(Abuse, ArchivedHeadersAreNoHeadersOfTheServer) {
  WholeSite site;
  HttpAnswer body =
      site.server().get("/raw/20070531203500id_/http://raw.example/");
  EXPECT_EQ(body.status, 200);
  EXPECT_EQ(body.header("location"), "");
  EXPECT_EQ(body.header("x-archive-orig-location"), "javascript:alert(1)");
  expect_harmless(body, "id_");
  HttpAnswer head =
      site.server().get("/raw/20070531203500hd_/http://raw.example/");
  EXPECT_EQ(head.header("content-type"), "text/plain; charset=utf-8");
  expect_harmless(head, "hd_");
  expect_harmless(
      site.server().get("/raw/20070531203500rec_/http://raw.example/"), "rec_");
  EXPECT_EQ(site.failures(), "");
}

// Requests that the fuzzed ones begin with.
class FuzzedRequests {
 public:
  explicit FuzzedRequests(uint32_t seed) : random_(seed) {}

  std::string next() {
    std::string bytes = request();
    if (below(3) == 0) bytes += request();  // pipelined
    if (below(2) == 0) mutate(bytes);
    return bytes;
  }

 private:
  size_t below(size_t limit) { return random_() % limit; }
  template <typename T, size_t N>
  const T& one_of(const T (&list)[N]) {
    return list[below(N)];
  }

  std::string value() {
    static const std::string kValues[] = {
        "http://www.example.org/0",
        "http://raw.example/",
        "http://raw.example/b",
        "*.example.org",
        "www.example.org/*",
        "example.org",
        "heron",
        "\"grey heron\"~3",
        "title:heron OR (site:example.org -b*)",
        "date:2006-2007",
        "20070531203500",
        "2007",
        "0",
        "1",
        "-1",
        "5",
        "18446744073709551615",
        "9223372036854775808",
        "true",
        "json",
        "csv",
        "cdx",
        "cdxj",
        "link",
        "reverse",
        "closest",
        "site",
        "urlkey",
        "digest",
        "timestamp:4",
        "=status:200",
        "!~mimetype:.*html.*",
        "~url:[",
        "urlkey,timestamp,original,filename,offset,length",
        "type:urlquery url:http%3A%2F%2Fwww.example.org%2F0 limit:3",
        "type:prefixquery url:example.org offset:1",
        "newest",
        "similar",
        "small",
        "outbackcdx",
        "wayback",
        "domain",
        "prefix",
        "org,example)/0 20070301000000",
        "POST",
        "a=b&c={\"d\":[1,2]}",
        "\r\nSet-Cookie: a=b\r\n\r\n<script>",
        std::string("\0\xff\xfe%zz", 7),
        std::string(kHostile),
        "",
    };
    std::string text = one_of(kValues);
    if (below(8) == 0) text += one_of(kValues);
    if (below(8) == 0 && !text.empty()) {
      text[below(text.size())] = static_cast<char>(random_());
    }
    return below(16) == 0 ? text : answers::url_part(text);
  }

  std::string target() {
    static const std::string kPaths[] = {"/",
                                         "/search",
                                         "/url",
                                         "/url/changes",
                                         "/collection",
                                         "/api",
                                         "/api/search",
                                         "/api/captures",
                                         "/api/export",
                                         "/opensearch",
                                         "/opensearch/description.xml",
                                         "/cdx",
                                         "/cdx",
                                         "/cdx/search/cdx",
                                         "/small",
                                         "/records/cdx",
                                         "/small/cdx",
                                         "/timemap/link/",
                                         "/small/timemap/json/",
                                         "/timegate/",
                                         "/raw/20070531203500id_/",
                                         "/raw/2007hd_/",
                                         "/raw/20070531203500rec_/",
                                         "/files/",
                                         "/files/rank.csv",
                                         "/metrics",
                                         "*"};
    static const std::string kNames[] = {"url",
                                         "url",
                                         "query",
                                         "query",
                                         "q",
                                         "start",
                                         "count",
                                         "from",
                                         "to",
                                         "sort",
                                         "collapse",
                                         "site",
                                         "type",
                                         "urlkey",
                                         "in",
                                         "facet",
                                         "facet-values",
                                         "format",
                                         "hitsPerPage",
                                         "hitsPerSite",
                                         "hitsPerDup",
                                         "dedupField",
                                         "reverse",
                                         "matchType",
                                         "filter",
                                         "collapseToFirst",
                                         "collapseToLast",
                                         "collapseTime",
                                         "limit",
                                         "offset",
                                         "closest",
                                         "fl",
                                         "output",
                                         "gzip",
                                         "page",
                                         "pageSize",
                                         "showNumPages",
                                         "showPagedIndex",
                                         "showResumeKey",
                                         "resumeKey",
                                         "showDupeCount",
                                         "resolveRevisits",
                                         "omitSelfRedirects",
                                         "method",
                                         "requestBody",
                                         "dialect"};
    std::string text = one_of(kPaths);
    if (text.ends_with('/')) text += value();
    size_t count = below(6);
    for (size_t i = 0; i < count; ++i) {
      text += i == 0 ? '?' : '&';
      text += one_of(kNames) + '=' + value();
    }
    return text;
  }

  std::string request() {
    static const std::string kMethods[] = {"GET", "GET", "GET",     "GET",
                                           "GET", "GET", "OPTIONS", "POST",
                                           "PUT", "X"};
    static const std::string kHeaders[] = {
        "Accept-Encoding: gzip;q=0.5, *;q=0",
        "Accept-Datetime: Thu, 31 May 2007 20:35:00 GMT",
        "Accept-Datetime: Thu, 99 May 2007 99:35:00 GMT",
        "Range: bytes=2-5",
        "Range: bytes=18446744073709551615-18446744073709551615",
        "If-None-Match: \"x\", *",
        "If-Range: \"x\"",
        "If-Modified-Since: Sun, 06 Nov 1994 08:49:37 GMT",
        "X-Forwarded-Proto: https",
        "Connection: close",
        "Connection: upgrade",
        "Expect: 100-continue",
        "Content-Length: 7",
        "Transfer-Encoding: chunked",
        "Host: \"><script>alert(1)</script>",
        "User-Agent: \x01\xff"};
    static const std::string kBodies[] = {
        "", "", "abcdefg", "5\r\nabcde\r\n0\r\n\r\n",
        "org,example)/9 20070301000000 http://www.example.org/9 text/html 200 "
        "AAAA - - 1 1 a.warc\n"};
    std::string text = one_of(kMethods) + ' ' + target() + " HTTP/1." +
                       (below(5) == 0 ? "0" : "1") + "\r\nHost: a\r\n";
    size_t count = below(4);
    for (size_t i = 0; i < count; ++i) text += one_of(kHeaders) + "\r\n";
    return text + "\r\n" + one_of(kBodies);
  }

  void mutate(std::string& bytes) {
    size_t changes = 1 + below(4);
    for (size_t i = 0; i < changes && !bytes.empty(); ++i) {
      size_t at = below(bytes.size());
      switch (below(6)) {
        case 0:
          bytes.resize(at);
          break;
        case 1:
          bytes.erase(at, below(32));
          break;
        case 2:
          bytes.insert(at, bytes.substr(below(bytes.size()), below(64)));
          break;
        case 3:
          bytes.insert(at, "\r\n");
          break;
        default:
          bytes[at] = static_cast<char>(random_());
      }
    }
  }

  std::mt19937 random_;
};

// WAX_FUZZED_REQUESTS=10000 sends more than these; WAX_SEED chooses others.
TEST(Abuse, FuzzedRequestsGetAnAnswerOrASentence) {
  const char* count = std::getenv("WAX_FUZZED_REQUESTS");
  const unsigned seed = tests::seed_of_test();
  FuzzedRequests requests(seed);
  WholeSite site;
  size_t rest = count != nullptr ? static_cast<size_t>(std::atoi(count)) : 500;
  int by_status[6] = {};
  while (rest > 0 && !HasFailure()) {
    std::string request = requests.next();
    for (const HttpAnswer& answer : answers_to(site.server(), request)) {
      expect_harmless(answer, request);
      if (!request.starts_with("HEAD ")) expect_reason(answer, request);
      ++by_status[std::min(answer.status / 100, 5)];
    }
    if (--rest % 50 == 0) {
      EXPECT_EQ(site.server().get("/healthz").body, "ok\n") << request;
    }
    EXPECT_EQ(site.failures(), "") << request;
  }
  EXPECT_GT(by_status[2], 0);
  EXPECT_GT(by_status[4], 0);
  for (int status = 2; status < 6; ++status) {
    RecordProperty(std::to_string(status) + "xx", by_status[status]);
  }
}

}  // namespace
}  // namespace wax::serve
