#include "collection/segment/segment_meta.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "io/error.h"
#include "tests/collection/segment_folder.h"
#include "tests/support/archives.h"

namespace wax::collection {
namespace {

namespace fs = std::filesystem;

using SegmentMetaTest = SegmentFolder;

document::Document page_of(const std::string& key, const std::string& date,
                           int status, size_t links) {
  document::Document page;
  page.urlkey = key;
  page.digest = "sha1:" + date;
  page.date = date;
  page.status = status;
  page.links.resize(links);
  return page;
}

TEST_F(SegmentMetaTest, SaysWhatTheDocumentsAre) {
  {
    SegmentWriter writer(home_ / "s", cdx::UrlKeyKind::kSurt, false);
    writer.add(page_of("com,a)/", "20090101000000", 200, 3));
    writer.add(page_of("com,a)/b", "20080101000000", 200, 0));
    SegmentBlock block;
    block.add(page_of("com,c)/", "20100101000000", 404, 1));
    document::Document repeated = page_of("com,d)/", "20010101000000", 200, 1);
    repeated.date_only = true;
    block.add(repeated);
    block.seal();
    writer.append(block);
    writer.add_date("com,a)/", "sha1:20090101000000", "20110101000000");
    writer.finish("{}");
  }
  const std::string meta = tests::read_file(home_ / "s/meta.json");
  EXPECT_THAT(meta, testing::StartsWith(R"({
"format":"wax-segment 5",
"canonicaliser":"surt",
"records":3,
"captures":4,
"by_status":{"200":2,"404":1},
"hosts":2,
"first_ts":"20080101000000",
"last_ts":"20100101000000",
"links":4,
"dangling":1,
"parts":[
{"path":"documents","bytes":)"));
  EXPECT_THAT(meta,
              testing::HasSubstr("{\"path\":\"stats.json\",\"bytes\":2,"));
}

TEST_F(SegmentMetaTest, EqualsAScanAndIsMadeAnew) {
  const std::string path = write(3000);
  const std::string meta = tests::read_file(path + "/meta.json");
  EXPECT_EQ(read_segment_meta(path), meta);
  fs::remove(path + "/meta.json");
  EXPECT_NO_THROW(SegmentReader(path).check_files());
  EXPECT_EQ(read_segment_meta(path), meta);
  EXPECT_EQ(tests::read_file(path + "/meta.json"), meta);
}

TEST_F(SegmentMetaTest, OfJoinedSegmentsEqualsAScan) {
  const std::string path = home_ / "joined";
  SegmentWriter writer(path, cdx::UrlKeyKind::kLegacy, false);
  writer.add(document::sample_document(5000));
  writer.append_segment(write(3000, "a"));
  writer.append_segment(write(200, "b"));
  writer.finish("{}");
  const std::string meta = tests::read_file(path + "/meta.json");
  fs::remove(path + "/meta.json");
  EXPECT_EQ(read_segment_meta(path), meta);
}

TEST_F(SegmentMetaTest, OfNoDocuments) {
  EXPECT_THAT(tests::read_file(write(0) + "/meta.json"),
              testing::HasSubstr("\"records\":0,\n\"captures\":1,\n"
                                 "\"by_status\":{},\n\"hosts\":0,\n"
                                 "\"first_ts\":\"-\",\n\"last_ts\":\"-\",\n"));
}

TEST_F(SegmentMetaTest, IsNotMadeOfADamagedSegment) {
  const std::string path = write(100);
  fs::remove(path + "/meta.json");
  fs::resize_file(path + "/links", fs::file_size(path + "/links") - 1);
  EXPECT_THROW((void)read_segment_meta(path), FormatError);
  EXPECT_FALSE(fs::exists(path + "/meta.json"));
}

}  // namespace
}  // namespace wax::collection
