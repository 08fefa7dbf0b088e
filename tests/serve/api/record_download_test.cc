#include "serve/api/record_download.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/serve/archived_site.h"
#include "tests/serve/small_site.h"
#include "tests/support/archives.h"
#include "warc/check/data_package.h"

namespace wax::serve {
namespace {

TEST(RecordDownload, IsAWaczThatHoldsWhatItStates) {
  ArchivedSite site;
  site.add("20050101000000", "",
           "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\na");
  auto answer =
      site.serve().get("/api/export?format=wacz&website=example.com&date=2007");
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ(answer.header("content-type"), "application/wacz");
  EXPECT_EQ(answer.header("content-disposition"),
            "attachment; filename=\"c.wacz\"");
  tests::TempDir home;
  tests::Problems problems;
  warc::check_data_package(home.write("c.wacz", answer.body), {}, problems);
  EXPECT_THAT(problems.ids(), testing::IsEmpty());
}

TEST(RecordDownload, NeedsArchives) {
  SmallSite small;
  TestServer server(small.router());
  EXPECT_EQ(server.get("/api/export?query=heron&format=warc").status, 404);
}

TEST(RecordDownload, RefusesDatesThatAreNone) {
  ArchivedSite site;
  site.add("20050101000000", "", "HTTP/1.1 200 OK\r\n\r\na");
  const std::string export_path = "/api/export?format=warc";
  for (const char* wrong :
       {"&website=example.com&date=soon", "&website=example.com&to=soon",
        "&website=example.com&from=207", "&url=http://example.com/&to=soon",
        "&website=example.com&start=x", "&to=soon"}) {
    EXPECT_EQ(site.serve().get(export_path + wrong).status, 400) << wrong;
  }
}

}  // namespace
}  // namespace wax::serve
