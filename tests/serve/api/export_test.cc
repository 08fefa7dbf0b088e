#include <gtest/gtest.h>
#include <malloc.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "serve/api/api_routes.h"
#include "tests/serve/small_site.h"

namespace wax::serve {
namespace {

std::vector<std::string> rows_of(const std::string& text) {
  std::vector<std::string> rows;
  for (size_t at = 0; at < text.size();) {
    size_t end = std::min(text.find('\n', at), text.size());
    rows.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return rows;
}

TEST(Export, GivesAllHitsInEachFormat) {
  constexpr size_t kPages = 5000;
  SmallSite small(kPages);
  TestServer server(small.router());
  std::string csv = server.get("/api/export?query=grey").body;
  EXPECT_EQ(rows_of(csv).size(), kPages + 1);
  EXPECT_EQ(rows_of(csv)[1],
            "http://www.example.org/0,Heron 0,20060101000000,text/html,200,"
            "1234,\"org,example)/0\",sha1:" +
                std::string(32, 'A') +
                ",example.org,a.warc.gz,17,2,20070301000000\r");
  std::string urls = server.get("/api/export?query=grey&format=urls").body;
  EXPECT_EQ(rows_of(urls).size(), kPages);
  EXPECT_EQ(rows_of(urls).back(), "http://www.example.org/4999");
  for (const std::string& row :
       rows_of(server.get("/api/export?query=heron&format=jsonl").body)) {
    ASSERT_TRUE(nlohmann::json::accept(row)) << row;
  }
}

TEST(Export, NoCellIsAFormula) {
  SmallSite small;
  TestServer server(small.router());
  std::string csv = server.get("/api/export?query=date:2008").body;
  EXPECT_NE(csv.find(",'=HYPERLINK(1),-,1,20080101000000\r\n"),
            std::string::npos)
      << csv;
}

TEST(Export, OfCdxHasTheCapturesOfTheFiles) {
  SmallSite small;
  TestServer server(small.router());
  std::vector<std::string> rows =
      rows_of(server.get("/api/export?query=grey&format=cdx").body);
  ASSERT_EQ(rows.size(), 4u);
  EXPECT_EQ(rows[0], " CDX N b a m s k r M S V g");
  EXPECT_TRUE(rows[3].starts_with(
      "org,example)/0 20070302000000 http://www.example.org/0 warc/revisit"));
}

// All captures of one version, whatever their number.
TEST(Export, OfOneUrlNeedsNoMoreMemoryForMoreCaptures) {
  constexpr int kCaptures = 300'000;
  tests::TempDir folder;
  index::IndexWriter writer(folder / "c/pindexes/001/main", {});
  const std::string digest = "sha1:" + std::string(32, 'A');
  writer.add({{"urlkey", "org,example)/"},
              {"digest", digest},
              {"url", "http://example.org/"},
              {"date", "20050101000000"},
              {"content", "heron"}});
  writer.about("urlkey", "surt");
  writer.finish();
  std::string lines = " CDX N b a m s k r M S V g\n";
  for (int i = 0; i < kCaptures; ++i) {
    lines += "org,example)/ 20050101" + std::to_string(100'000 + i) +
             " http://example.org/ text/html 200 " + digest.substr(5) +
             " - - 100 7 a.warc.gz\n";
  }
  folder.write("c/captures.cdx", lines);
  answers::Holdings site;
  site.collections.add(std::make_unique<answers::Collection>(
      "c", answers::CollectionFiles{folder / "c", {}}, nullptr));
  Router router;
  add_export(site, router);
  answers::Request request;
  request.method = "GET";
  request.path = "/api/export";
  request.parameters = answers::Parameters("query=heron&format=cdx");
  answers::Response response = router.answer(request);
  size_t bytes = 0;
  std::string piece;
  const size_t before = ::mallinfo2().uordblks;
  size_t most = before;
  while (response.stream->next(piece)) {
    EXPECT_LT(piece.size(), answers::BodyStream::kPiece + 1000);
    most = std::max(most, ::mallinfo2().uordblks);
    bytes += piece.size();
    piece.clear();
  }
  EXPECT_EQ(bytes, lines.size());
  EXPECT_LT(most - before, 1U << 20);

  request.deadline = std::chrono::steady_clock::now();
  EXPECT_THROW(
      {
        answers::Response late = router.answer(request);
        while (late.stream->next(piece)) piece.clear();
      },
      answers::OutOfTime);
}

TEST(Export, IsMadeInPieces) {
  constexpr size_t kPages = 3000;
  SmallSite small(kPages);
  answers::Request request;
  request.method = "GET";
  request.path = "/api/export";
  request.parameters = answers::Parameters("query=grey&format=jsonl");
  answers::Response response = small.router().answer(request);
  ASSERT_NE(response.stream, nullptr);
  std::string piece;
  size_t pieces = 0;
  while (response.stream->next(piece)) {
    EXPECT_LT(piece.size(), answers::BodyStream::kPiece + 2000);
    ++pieces;
    piece.clear();
  }
  EXPECT_GT(pieces, 5u);
}

}  // namespace
}  // namespace wax::serve
