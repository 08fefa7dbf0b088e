#include "collection/publish/remaking.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "collection/archives/known_files.h"
#include "collection/record/build_record.h"
#include "tests/support/temp_dir.h"

namespace wax::collection {
namespace {

namespace fs = std::filesystem;

class RemakingTest : public testing::Test {
 protected:
  RemakingTest() {
    fs::create_directories(folder_ / "out/batches/001/segment");
    fs::create_directories(folder_ / "out/shards/001/main");
    folder_.write("out/batches/001/segment/documents", "documents");
    folder_.write("out/batches/001/segment/texts", "texts");
    folder_.write("out/batches/001/captures.cdx", "captures");
    folder_.write("out/shards/001/main/words", "words");
    folder_.write("a.warc", "archive");
    record_.batches.push_back({"001", {folder_ / "a.warc"}});
    save_build_record(record_, folder_ / "out");
    KnownFiles(folder_ / "out").remember(record_);
  }
  // What may be removed because of that file, below OUT; "-": nothing.
  std::string unit(const std::string& name) {
    const KnownFiles known(folder_ / "out");
    Remaking remaking(folder_ / "out", known);
    remaking.know(record_);
    const std::string unit = remaking.removable_unit(folder_ / "out/" + name);
    return unit.empty() ? "-" : unit.substr((folder_ / "out/").size());
  }

  tests::TempDir folder_;
  BuildRecord record_;
};

TEST_F(RemakingTest, AShardIsMadeOfSegments) {
  EXPECT_EQ(unit("shards/001/main/words"), "shards/001");
  EXPECT_EQ(unit("pindexes/001/main/words"), "pindexes/001/main");
  fs::remove(folder_ / "out/batches/001/segment/texts");
  EXPECT_EQ(unit("shards/001/main/words"), "-");
  EXPECT_EQ(unit("pindexes/001/main/words"), "pindexes/001/main");
}

TEST_F(RemakingTest, EachFileOfASegmentNeedsASum) {
  folder_.write("out/batches/001/segment/links", "not known");
  EXPECT_EQ(unit("shards/001/main/words"), "-");
}

TEST_F(RemakingTest, WhatHasNothingToBeMadeOfStays) {
  EXPECT_EQ(unit("ranks/views"), "-");
  EXPECT_EQ(unit("batches/001/archives"), "-");
  fs::remove(folder_ / "a.warc");
  EXPECT_EQ(unit("batches/001/segment/texts"), "-");
  EXPECT_EQ(unit("batches/001/captures.cdx"), "-");
  EXPECT_EQ(unit("build.steps"), "-");
  fs::remove(folder_ / "out/build.files");
  EXPECT_EQ(unit("shards/001/main/words"), "-");
}

}  // namespace
}  // namespace wax::collection
