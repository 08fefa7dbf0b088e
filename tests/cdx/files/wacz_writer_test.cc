#include "cdx/files/wacz_writer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cdx/files/zipnum.h"
#include "io/inputs/input_files.h"
#include "tests/support/archives.h"
#include "tests/support/temp_dir.h"
#include "warc/check/data_package.h"

namespace wax::cdx {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::string entry(const std::string& path, const std::string& name) {
  return io::read_all(*io::open_input(path + "!/" + name), UINT64_MAX);
}

struct WaczWriterTest : testing::Test {
  std::string write() {
    auto output = io::open_output(home / "a.wacz", true);
    WaczOptions options;
    options.title = "A";
    options.software = "Test";
    options.created = "2024-01-01T00:00:00Z";
    options.sorting.tmpdir = home.path();
    options.sorting.jobs = 1;
    WaczWriter wacz(*output, options);
    wacz.archive().write(record);
    for (const io::PackedFile& file : required) wacz.require(file);
    for (const char* url : {"http://b.example/", "http://a.example/\xC3\xA4"}) {
      Capture capture;
      capture.urlkey = url[7] == 'a' ? "example,a)/%c3%a4" : "example,b)/";
      capture.date = "20240101000000";
      capture.url = url;
      capture.mime = "text/html";
      capture.status = "200";
      capture.digest = "3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ";
      capture.length = record.size();
      wacz.add(capture);
      wacz.add(WaczPage{url, capture.date, "T"});
    }
    wacz.finish();
    output->finish();
    return home / "a.wacz";
  }
  tests::TempDir home;
  std::vector<io::PackedFile> required;
  std::string record =
      tests::gzip_member(tests::warc_record(tests::http_response("x")));
};

TEST_F(WaczWriterTest, StatesSizesAndDigestsThatHold) {
  const std::string path = write();
  tests::Problems problems;
  warc::check_data_package(path, {}, problems);
  EXPECT_THAT(problems.ids(), IsEmpty());
  EXPECT_EQ(entry(path, "archive/data.warc.gz"), record);
  EXPECT_THAT(io::expand_inputs({path}, problems),
              ElementsAre(path + "!/archive/data.warc.gz"));
}

TEST_F(WaczWriterTest, HasASortedIndexInBlocks) {
  const std::string path = write();
  home.write("index.cdx.gz", entry(path, "indexes/index.cdx.gz"));
  auto index =
      open_zipnum(home.write("index.idx", entry(path, "indexes/index.idx")));
  auto lines = index->all();
  std::vector<std::string> all;
  for (std::string_view line; lines->next(line);) all.emplace_back(line);
  EXPECT_THAT(
      all,
      ElementsAre(
          HasSubstr("{\"url\":\"http://a.example/\\u00e4\",\"mime\":\"text/html"
                    "\",\"status\":200,\"digest\":\"sha1:3I42H3S6NNFQ2MSVX7XZKY"
                    "AYSCX5QBYJ\",\"length\":" +
                    std::to_string(record.size()) +
                    ",\"offset\":0,\"filename\":\"data.warc.gz\"}"),
          testing::StartsWith("example,b)/ 20240101000000 {")));
}

TEST_F(WaczWriterTest, ListsPages) {
  const std::string pages = entry(write(), "pages/pages.jsonl");
  EXPECT_THAT(pages, testing::StartsWith("{\"format\":\"json-pages-1.0\""));
  EXPECT_THAT(pages,
              HasSubstr("\"url\":\"http://b.example/\",\"ts\":\"2024-01-01T00:"
                        "00:00Z\",\"title\":\"T\"}\n"));
}

TEST_F(WaczWriterTest, RequiresFilesOnce) {
  const std::string bare = entry(write(), "datapackage.json");
  EXPECT_THAT(bare, testing::Not(HasSubstr("relation")));
  required = {
      {"b 1.wacz", {}, ""}, {"a.wacz", 7, "sha256:00"}, {"b 1.wacz", 9, "11"}};
  const auto package = warc::read_data_package(write());
  ASSERT_TRUE(package);
  ASSERT_EQ(package->required.size(), 2);
  EXPECT_EQ(package->required[0].path, "b 1.wacz");
  EXPECT_EQ(package->required[0].size, 9);
  EXPECT_EQ(package->required[0].digest, "11");
  EXPECT_EQ(package->required[1].path, "a.wacz");
  EXPECT_EQ(package->required[1].digest, "sha256:00");
}

}  // namespace
}  // namespace wax::cdx
