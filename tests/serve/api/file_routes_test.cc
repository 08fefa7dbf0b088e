#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <string>
#include <vector>

#include "serve/api/api_routes.h"
#include "serve/http/answer.h"
#include "tests/serve/test_server.h"
#include "tests/support/temp_dir.h"

namespace wax::serve {
namespace {

using tests::HttpAnswer;
using tests::HttpClient;

// Of "0123456789".
constexpr const char* kTag =
    "\"84d89877f0d4041efb6bf91a16f0248f2fd573e6af05c19f96bedb9f882f7882\"";

class FileRoutes : public testing::Test {
 protected:
  void SetUp() override {
    folder_.write("rank.csv", "0123456789");
    Router router;
    add_file_routes(folder_.path(), router);
    server_ = std::make_unique<TestServer>(router);
    struct stat status {};
    ASSERT_EQ(::stat((folder_ / "rank.csv").c_str(), &status), 0);
    modified_ = http_date(status.st_mtim.tv_sec);
  }
  [[nodiscard]] HttpAnswer get(const std::string& headers) const {
    return server_->get("/files/rank.csv", headers);
  }

  tests::TempDir folder_;
  std::unique_ptr<TestServer> server_;
  std::string modified_;
};

TEST_F(FileRoutes, GiveAFileWithItsTagAndDate) {
  HttpAnswer answer = get("Accept-Encoding: gzip\r\n");
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ(answer.body, "0123456789");
  EXPECT_EQ(answer.header("etag"), kTag);
  EXPECT_EQ(answer.header("last-modified"), modified_);
  EXPECT_EQ(answer.header("content-type"), "text/csv; charset=utf-8");
  EXPECT_EQ(answer.header("content-length"), "10");
  EXPECT_EQ(answer.header("access-control-allow-origin"), "*");
  HttpAnswer head =
      tests::http_request(server_->port(), "HEAD", "/files/rank.csv");
  EXPECT_EQ(head.header("content-length"), "10");
  EXPECT_EQ(head.body, "");
}

TEST_F(FileRoutes, AnswerConditions) {
  const std::string tag = kTag;
  const std::string old = "Sun, 06 Nov 1994 08:49:37 GMT";
  const std::vector<std::pair<std::string, int>> kCases = {
      {"If-None-Match: " + tag, 304},
      {"If-None-Match: W/" + tag, 304},
      {"If-None-Match: \"x\", " + tag, 304},
      {"If-None-Match: *", 304},
      {"If-None-Match: \"x\"", 200},
      {"If-None-Match: \"x\"\r\nIf-Modified-Since: " + modified_, 200},
      {"If-Modified-Since: " + modified_, 304},
      {"If-Modified-Since: " + old, 200},
      {"If-Modified-Since: never", 200},
      {"If-Match: " + tag, 200},
      {"If-Match: *", 200},
      {"If-Match: \"x\"", 412},
      {"If-Match: W/" + tag, 412},
  };
  for (const auto& [header, status] : kCases) {
    HttpAnswer answer = get(header + "\r\n");
    EXPECT_EQ(answer.status, status) << header;
    EXPECT_EQ(answer.header("etag"), kTag) << header;
    EXPECT_EQ(answer.body.empty(), status == 304) << header;
  }
}

TEST_F(FileRoutes, GiveRanges) {
  const std::string tag = kTag;
  const struct {
    std::string header;
    int status;
    std::string body;
    std::string range;
  } kCases[] = {
      {"Range: bytes=2-4", 206, "234", "bytes 2-4/10"},
      {"Range: bytes=7-", 206, "789", "bytes 7-9/10"},
      {"Range: bytes=7-99", 206, "789", "bytes 7-9/10"},
      {"Range: bytes=-3", 206, "789", "bytes 7-9/10"},
      {"Range: bytes=-30", 206, "0123456789", "bytes 0-9/10"},
      {"Range: bytes=10-", 416, "The file has 10 bytes.\n", "bytes */10"},
      {"Range: bytes=-0", 416, "The file has 10 bytes.\n", "bytes */10"},
      {"Range: bytes=4-2", 200, "0123456789", ""},
      {"Range: bytes=0-1,4-5", 200, "0123456789", ""},
      {"Range: lines=0-1", 200, "0123456789", ""},
      {"Range: bytes=x-", 200, "0123456789", ""},
      {"Range: bytes=0-1\r\nIf-Range: " + tag, 206, "01", "bytes 0-1/10"},
      {"Range: bytes=0-1\r\nIf-Range: " + modified_, 206, "01", "bytes 0-1/10"},
      {"Range: bytes=0-1\r\nIf-Range: \"x\"", 200, "0123456789", ""},
      {"Range: bytes=0-1\r\nIf-None-Match: " + tag, 304, "", ""},
  };
  for (const auto& c : kCases) {
    HttpAnswer answer = get(c.header + "\r\n");
    EXPECT_EQ(answer.status, c.status) << c.header;
    EXPECT_EQ(answer.body, c.body) << c.header;
    EXPECT_EQ(answer.header("content-range"), c.range) << c.header;
  }
}

TEST_F(FileRoutes, TellWhatOtherOriginsMayDo) {
  HttpAnswer answer =
      tests::http_request(server_->port(), "OPTIONS", "/files/rank.csv");
  EXPECT_EQ(answer.status, 204);
  EXPECT_EQ(answer.header("allow"), "GET, HEAD, OPTIONS");
  EXPECT_EQ(answer.header("access-control-allow-headers"),
            "ETag, If-Match, If-None-Match, If-Modified-Since, If-Range, "
            "Range");
  EXPECT_EQ(answer.header("access-control-max-age"), "86400");
  answer = tests::http_request(server_->port(), "PUT", "/files/rank.csv");
  EXPECT_EQ(answer.status, 405);
  EXPECT_EQ(answer.header("allow"), "GET, HEAD, OPTIONS");
}

TEST_F(FileRoutes, LinksDoNotLeadOutOfTheFolder) {
  tests::TempDir other;
  other.write("secret", "x");
  std::filesystem::create_symlink(other / "secret", folder_ / "link.txt");
  std::filesystem::create_symlink("rank.csv", folder_ / "latest.csv");
  EXPECT_EQ(server_->get("/files/link.txt").status, 404);
  EXPECT_EQ(server_->get("/files/latest.csv").body, "0123456789");
  EXPECT_EQ(server_->get("/files/").body, "latest.csv\nrank.csv\n");
}

TEST_F(FileRoutes, OnlyFilesOfTheFolderAreThere) {
  folder_.write(".hidden", "x");
  folder_.write("new.csv.part-12", "x");
  std::filesystem::create_directory(folder_ / "folder");
  folder_.write("folder/inside", "x");
  for (const char* path :
       {"nothing", ".hidden", "new.csv.part-12", "folder", "folder/inside",
        "../rank.csv", "..%2frank.csv", "%2e%2e/%2e%2e/etc/passwd",
        "/etc/passwd", "rank.csv/", "rank.csv%00"}) {
    EXPECT_EQ(server_->get(std::string("/files/") + path).status, 404) << path;
  }
  EXPECT_EQ(server_->get("/files/").body, "rank.csv\n");
}

TEST_F(FileRoutes, ADownloadGoesOnWithTheFileThatItBeganWith) {
  folder_.write("big", std::string(20'000'000, 'a'));
  HttpClient client(server_->port());
  client.send("GET /files/big HTTP/1.1\r\nHost: a\r\n\r\n");
  std::string head = server_->get("/files/big", "Range: bytes=0-0\r\n").body;
  EXPECT_EQ(head, "a");
  std::string next = folder_.write("next", std::string(20'000'000, 'b'));
  std::filesystem::rename(next, folder_ / "big");
  HttpAnswer answer = client.read();
  EXPECT_TRUE(answer.whole);
  EXPECT_EQ(answer.body.find('b'), std::string::npos);
  EXPECT_EQ(server_->get("/files/big", "Range: bytes=0-0\r\n").body, "b");
}

// Until its SHA-256 is known, nothing can say that a part fits to another one.
TEST_F(FileRoutes, ALargeFileBeginsAtOnceWithAWeakTag) {
  std::filesystem::resize_file(folder_.write("big", "0123456789"),
                               uint64_t{1} << 40);  // sparse
  auto big = [&](const std::string& headers, const char* method = "HEAD") {
    return tests::http_request(server_->port(), method, "/files/big",
                               headers + "Connection: close\r\n");
  };
  HttpAnswer head = big("");
  const std::string weak = head.header("etag");
  EXPECT_TRUE(weak.starts_with("W/\"")) << weak;
  EXPECT_EQ(head.header("content-length"), "1099511627776");
  const std::string range = "Range: bytes=0-3\r\n";
  HttpAnswer part = big(range, "GET");
  EXPECT_EQ(part.status, 206);
  EXPECT_EQ(part.body, "0123");
  const std::string since = head.header("last-modified");
  const std::vector<std::pair<std::string, int>> kCases = {
      {range + "If-Range: " + weak, 200},
      {range + "If-Range: " + weak.substr(2), 200},
      {range + "If-Range: \"x\"", 200},
      {range + "If-Range: " + since, 206},
      {"If-Match: " + weak, 412},
      {"If-Match: " + weak.substr(2), 412},
      {"If-Match: *", 200},
      {"If-None-Match: " + weak, 304},
      {"If-None-Match: " + weak.substr(2), 304},
      {"If-None-Match: \"x\"", 200},
  };
  for (const auto& [header, status] : kCases) {
    EXPECT_EQ(big(header + "\r\n").status, status) << header;
  }
}

}  // namespace
}  // namespace wax::serve
