#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "io/error.h"
#include "serve/api/api_routes.h"
#include "tests/cdx/case_rows.h"
#include "tests/cdx/lookup/case_files.h"
#include "tests/serve/served_site.h"
#include "tests/support/shared.h"

namespace wax::serve {
namespace {

using tests::HttpAnswer;

const std::string kCapture =
    "- 20200101000000 http://example.org/ text/html 200 AAA - - 7 9 f.warc.gz";

answers::CollectionFiles writable_folder(const std::string& folder) {
  answers::CollectionFiles files;
  files.folder = folder;
  files.writable = true;
  return files;
}

class SubmittedSite {
 public:
  explicit SubmittedSite(WriteAccess access) {
    site_.collections.add(std::make_unique<answers::Collection>(
        "c", writable_folder(folder_ / "c"), nullptr));
    answers::CollectionFiles only_cdx;
    only_cdx.cdx = {folder_.write("a.cdx", "")};
    site_.collections.add(
        std::make_unique<answers::Collection>("plain", only_cdx, nullptr));
    add_cdx_routes(site_, router_);
    add_write_routes(site_, access, router_);
    ServerOptions options;
    options.most_body = 1024;
    options.spools = [this, access](const answers::Request& request) {
      return is_write(site_, access, request);
    };
    server_ = std::make_unique<TestServer>(router_, options);
  }

  [[nodiscard]] HttpAnswer post(const std::string& target,
                                const std::string& body,
                                const std::string& headers = "") const {
    return tests::http_request(server_->port(), "POST", target, headers, body);
  }
  [[nodiscard]] HttpAnswer get(const std::string& target) const {
    return server_->get(target);
  }

 private:
  tests::TempDir folder_;
  answers::Holdings site_;
  Router router_;
  std::unique_ptr<TestServer> server_;
};

TEST(WriteRoutes, AddAndDeleteAsOutbackCdx) {
  SubmittedSite site({"", true});
  EXPECT_EQ(site.get("/c?url=example.org").body, "");
  HttpAnswer added = site.post(
      "/c", " CDX N b a m s k r M S V g\n" + kCapture + '\n' + kCapture);
  EXPECT_EQ(added.status, 200);
  EXPECT_EQ(added.body, "Added 2 records\n");
  EXPECT_EQ(site.get("/c?url=example.org").body,
            "org,example)/" + kCapture.substr(1) + '\n');
  HttpAnswer deleted = site.post("/c/delete", kCapture + '\n');
  EXPECT_EQ(deleted.body, "Deleted 1 records\n");
  EXPECT_EQ(site.get("/c?url=example.org").body, "");
}

TEST(WriteRoutes, AreSeenByAllDialects) {
  SubmittedSite site({"", true});
  (void)site.post("/c", kCapture);
  for (const char* target :
       {"/cdx?url=example.org", "/c/cdx?url=example.org&output=json",
        "/cdx/search/cdx?url=example.org&output=json",
        "/c?url=example.org&output=json", "/c?url=example.org&output=cdxj",
        "/c?q=type:urlquery%20url:http%253A%252F%252Fexample.org%252F"}) {
    HttpAnswer answer = site.get(target);
    EXPECT_EQ(answer.status, 200) << target;
    EXPECT_NE(answer.body.find("20200101000000"), std::string::npos) << target;
  }
}

TEST(WriteRoutes, TakeBodiesThatAreLargerThanOthersMayBe) {
  SubmittedSite site({"", true});
  std::string body;
  for (int i = 0; i < 5000; ++i) {
    body += "- 20200101000000 http://example.org/" + std::to_string(i) +
            " text/html 200 AAA - - 7 9 f.warc.gz\n";
  }
  EXPECT_EQ(site.post("/c", body).body, "Added 5000 records\n");
  EXPECT_EQ(
      lines_of_body(site.get("/c?url=example.org&matchType=host").body).size(),
      5000U);
  EXPECT_EQ(site.post("/plain", body).status, 403);
}

TEST(WriteRoutes, RefuseRequestsWithoutTheToken) {
  SubmittedSite site({"secret", false});
  for (const char* headers :
       {"", "Authorization: Bearer wrong\r\n", "Authorization: secret\r\n",
        "Authorization: Bearer secrets\r\n"}) {
    HttpAnswer answer = site.post("/c", kCapture, headers);
    EXPECT_EQ(answer.status, 401) << headers;
    EXPECT_EQ(answer.header("www-authenticate"), "Bearer");
    EXPECT_EQ(site.post("/c/delete", kCapture, headers).status, 401);
  }
  EXPECT_EQ(site.get("/c?url=example.org").body, "");
  EXPECT_EQ(
      site.post("/c", kCapture, "Authorization: Bearer secret\r\n").status,
      200);
}

TEST(WriteRoutes, RefuseAllWhenNobodyMayWrite) {
  SubmittedSite site({"", false});
  HttpAnswer answer = site.post("/c", kCapture);
  EXPECT_EQ(answer.status, 403);
  EXPECT_NE(answer.body.find("takes no captures"), std::string::npos);
}

TEST(WriteRoutes, RefuseProxiesAndPagesWhereOnlyThisMachineMayWrite) {
  SubmittedSite site({"", true});
  for (const char* header :
       {"X-Forwarded-For: 10.0.0.1", "x-forwarded-proto: https", "Forwarded: x",
        "Via: 1.1 x", "X-Real-IP: 10.0.0.1", "CF-Connecting-IP: 10.0.0.1",
        "Origin: http://evil.org", "Sec-Fetch-Site: cross-site"}) {
    EXPECT_EQ(site.post("/c", kCapture, std::string(header) + "\r\n").status,
              403)
        << header;
  }
  const WriteAccess from_loopback{"", true};
  answers::Request request;
  request.headers = {{"Host", "localhost:8080"}};
  request.client = "10.0.0.1";
  EXPECT_FALSE(from_loopback.refusal(request).empty());
  request.client = "::1";
  EXPECT_TRUE(from_loopback.refusal(request).empty());
  request.is_http_1_0 = true;  // as nginx does
  EXPECT_FALSE(from_loopback.refusal(request).empty());
  request.is_http_1_0 = false;
  // A proxy on this machine names another host.
  for (const char* host :
       {"LOCALHOST", "127.0.0.1", "127.0.0.1:8080", "[::1]", "[::1]:80"}) {
    request.headers = {{"Host", host}};
    EXPECT_TRUE(from_loopback.refusal(request).empty()) << host;
  }
  for (const char* host : {"archive.example", "127.example", "127.0.0.1.nip.io",
                           "localhost.example", "10.0.0.1:8080", "[::2]", ""}) {
    request.headers = {{"Host", host}};
    EXPECT_FALSE(from_loopback.refusal(request).empty()) << host;
  }
}

TEST(WriteRoutes, RefuseACollectionWithoutFolder) {
  SubmittedSite site({"", true});
  EXPECT_EQ(site.post("/plain", kCapture).status, 403);
  EXPECT_EQ(site.post("/nothing", kCapture).status, 404);
}

TEST(WriteRoutes, SayWhichLineIsBad) {
  SubmittedSite site({"", true});
  HttpAnswer answer = site.post("/c", kCapture + "\nbad\n");
  EXPECT_EQ(answer.status, 400);
  EXPECT_EQ(answer.body.find("Line 2 is no capture"), 0U) << answer.body;
  EXPECT_EQ(site.post("/c?badLines=skip", kCapture + "\nbad\n").body,
            "Added 1 records\n");
}

TEST(WriteRoutes, SayThatThereAreNoAliases) {
  SubmittedSite site({"", true});
  const std::string alias = "@alias http://a.org/ http://b.org/\n";
  HttpAnswer answer = site.post("/c", alias);
  EXPECT_EQ(answer.status, 400);
  EXPECT_NE(answer.body.find("aliases"), std::string::npos) << answer.body;
  EXPECT_EQ(site.post("/c?badLines=skip", alias + kCapture).body,
            "Added 1 records\n");
  EXPECT_EQ(site.get("/c/ap/public?url=a.org").status, 400);
  EXPECT_NE(site.get("/c/ap/public/check?url=a.org").body.find("access points"),
            std::string::npos);
}

TEST(WriteRoutes, ReadTheTokenOfAFile) {
  tests::TempDir folder;
  EXPECT_EQ(read_token(folder.write("t", "abc\nmore\n")), "abc");
  EXPECT_THROW((void)read_token(folder.write("t", "\n")), UsageError);
  EXPECT_THROW((void)read_token(folder.write("t", "a b\n")), UsageError);
  EXPECT_THROW((void)read_token(folder / "none"), IoError);
}

TEST(WriteRoutes, TakeAndRefuseTheLinesOfOutbackCdxsTests) {
  auto cases = tests::shared_file("cases/cdxserver_outbackcdx_api.jsonl");
  if (!cases) GTEST_SKIP() << tests::kNoShared;
  size_t tried = 0;
  for (const cdx::CaseRow& row : cdx::read_rows(*cases)) {
    if (row.get_child_optional("cdx") == boost::none) continue;
    SubmittedSite site({"", true});
    std::string body;
    for (const std::string& line : cdx::texts(row.get_child("cdx"))) {
      body += line + '\n';
    }
    std::string bad = row.get<std::string>("params.badLines", "");
    HttpAnswer answer =
        site.post(bad.empty() ? "/c" : "/c?badLines=" + bad, body);
    EXPECT_EQ(answer.status, row.get<int>("expected.http_status", 200))
        << row.get<std::string>("id");
    ++tried;
    if (row.get<std::string>("kind") != "query") continue;
    std::string query;
    for (const auto& [name, value] : row.get_child("query")) {
      query += parameter(name, value.data());
    }
    EXPECT_EQ(lines_of_body(site.get("/c?fl=timestamp" + query).body),
              cdx::texts(row.get_child("expected_timestamps")))
        << row.get<std::string>("id");
  }
  EXPECT_EQ(tried, 4U);
}

}  // namespace
}  // namespace wax::serve
