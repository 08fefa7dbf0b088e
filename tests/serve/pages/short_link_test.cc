#include "serve/pages/short_link.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "io/lost_files.h"
#include "tests/serve/page_tree.h"
#include "tests/serve/small_site.h"

namespace wax::serve {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::StartsWith;

const std::string kCapture =
    "/url/capture?url=http%3A%2F%2Fwww.example.org%2F0&date=20070301";

TEST(ShortLink, LeadsToTheCaptureThatHasIt) {
  SmallSite small;
  TestServer server(small.router());
  const PageTree page(server.get(kCapture).body);
  std::string path;
  for (const std::string& text : page.texts("span.citation")) {
    const size_t at = text.find("/c/");
    if (at != text.npos) path = text.substr(at);
  }
  ASSERT_THAT(path, StartsWith("/c/20070301000000-AAAAAAAA-"));
  const auto led = server.get(path);
  EXPECT_EQ(led.status, 302);
  EXPECT_EQ(led.header("location"),
            "/url?url=http%3A%2F%2Fwww.example.org%2F0#at-20070301000000");
  // Another page of the same digest, another date, and no such form.
  path.back() = path.back() == '0' ? '1' : '0';
  EXPECT_EQ(server.get(path).status, 404);
  for (const char* other :
       {"/c/20070302000000-AAAAAAAA-0000", "/c/", "/c/20070301000000",
        "/c/20070301000000-AAAA*AAA-0000", "/c/2007030100000x-AAAAAAAA-0000"}) {
    EXPECT_EQ(server.get(other).status, 404) << other;
  }
}

TEST(ShortLink, MayBeThereWhenNoIndexCanBeRead) {
  io::outlive_lost_files();
  SmallSite small;
  small.cut_index("001");
  TestServer server(small.router());
  const auto led = server.get("/c/20070301000000-AAAAAAAA-0000");
  EXPECT_EQ(led.status, 503);
  EXPECT_THAT(led.body, HasSubstr("try this short link again later"));
  const auto search = server.get("/search?query=heron");
  EXPECT_EQ(search.status, 503);
  EXPECT_THAT(search.body, HasSubstr("No part of the full text can be read"));
}

TEST(ShortLink, ACaptureIsCitedInEachForm) {
  SmallSite small;
  TestServer server(small.router());
  const PageTree page(server.get(kCapture).body);
  EXPECT_THAT(page.texts("span.citation"),
              Contains(HasSubstr(":2007-03-01T00:00:00Z:page:"
                                 "http://www.example.org/0")));
  EXPECT_THAT(page.texts("dt"), Contains("DIN ISO 690"));
  const auto file = server.get(
      "/url/cite?format=bibtex&date=20070301&url="
      "http%3A%2F%2Fwww.example.org%2F0");
  EXPECT_EQ(file.status, 200);
  EXPECT_EQ(file.header("content-disposition"),
            "attachment; filename=\"20070301000000.bib\"");
  EXPECT_THAT(file.body, HasSubstr("title = {{Heron 0}}"));
  EXPECT_EQ(server.get("/url/cite?format=x&url=http%3A%2F%2Fa.org%2F").status,
            400);
  EXPECT_EQ(server.get("/url/cite?format=ris&url=http%3A%2F%2Fa.org%2F").status,
            404);
}

}  // namespace
}  // namespace wax::serve
