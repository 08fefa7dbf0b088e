// Servers that misbehave are in tests/tools/fetch_test.py.
#include "crawl/fetch/fetch_run.h"

#include <gtest/gtest.h>

#include <string>

#include "lines/line_stream.h"
#include "tests/support/http_server.h"
#include "tests/support/temp_dir.h"

namespace wax::crawl {
namespace {

TEST(FetchRun, FetchesAListOnce) {
  tests::TempDir dir;
  tests::HttpServer server([](const std::string& head, const std::string&) {
    if (head.starts_with("GET /robots.txt ")) {
      return tests::http_answer("200 OK", "User-agent: *\nDisallow: /no");
    }
    if (head.starts_with("GET /to ")) {
      return tests::http_answer("302 Found", "", "Location: /there\r\n");
    }
    return tests::http_answer("200 OK", "a page");
  });
  const std::string base = "http://" + server.host();
  const std::string list = base + "/a\n# comment\n\n" + base + "/no/b\n" +
                           base + "/to\n" + base + "/a#x\nftp://x/\n";
  FetchOptions options;
  options.agent = "bot";
  options.politeness.delay = 0;
  options.limits.allow_private = true;
  options.archive.folder = dir.path();
  FetchCounts counts;
  fetch_urls(*lines::lines_of(list), options, counts);
  EXPECT_EQ(counts.read, 5U);
  EXPECT_EQ(counts.fetched, 4U);
  EXPECT_EQ(counts.robots, 1U);
  EXPECT_EQ(counts.redirected, 1U);
  EXPECT_EQ(counts.again, 1U);
  EXPECT_EQ(counts.skipped, (FetchCounts::ByReason{{"disallowed", 1}}));
  EXPECT_EQ(counts.failed, FetchCounts::ByReason());
  EXPECT_EQ(counts.files, 1U);

  FetchCounts second;
  fetch_urls(*lines::lines_of(list), options, second);
  EXPECT_EQ(second.fetched, 0U);
  EXPECT_EQ(second.before, 3U);
  EXPECT_EQ(second.files, 0U);
}

}  // namespace
}  // namespace wax::crawl
