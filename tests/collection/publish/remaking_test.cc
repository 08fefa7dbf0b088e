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
  // `removed`: what was before.
  std::string unit(const std::string& name, const std::string& removed = {}) {
    const KnownFiles known(folder_ / "out");
    Remaking remaking(folder_ / "out", known);
    remaking.know(record_);
    if (!removed.empty()) remaking.note_removed(folder_ / "out/" + removed);
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

TEST_F(RemakingTest, AShardIsMadeOfListsToo) {
  fs::create_directories(folder_ / "out/versions");
  folder_.write("out/versions/001-010", "merged");
  folder_.write("out/batches/001/versions", "versions");
  KnownFiles(folder_ / "out").remember(record_);
  EXPECT_EQ(unit("shards/001/main/words"), "shards/001");
  for (const char* list : {"out/versions/001-010", "out/batches/001/versions",
                           "out/batches/001/captures.cdx"}) {
    const std::string bytes = tests::read_file(folder_ / list);
    const auto time = fs::last_write_time(folder_ / list);
    folder_.write(list, "other");
    EXPECT_EQ(unit("shards/001/main/words"), "-") << list;
    // What can be made first is waited for.
    const std::string path = std::string(list).substr(4);
    EXPECT_EQ(unit("shards/001/main/words", path), "shards/001") << list;
    folder_.write(list, bytes);
    fs::last_write_time(folder_ / list, time);
  }
  // A merged list needs those of batches, and no other merged one.
  folder_.write("out/versions/001-010", "other");
  EXPECT_EQ(unit("versions/001-010"), "versions/001-010");
  folder_.write("out/batches/001/versions", "other");
  EXPECT_EQ(unit("versions/001-010"), "-");
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
