#include <gtest/gtest.h>

#include <filesystem>
#include <random>
#include <string>

#include "collection/segment/segment.h"
#include "io/error.h"
#include "tests/collection/segment_folder.h"

namespace wax::collection {
namespace {

namespace fs = std::filesystem;

using SegmentWriterTest = SegmentFolder;

TEST_F(SegmentWriterTest, KeepsDocumentsAndTheirOrder) {
  std::string path = write(5000);
  SegmentReader reader(path + "/");
  EXPECT_EQ(reader.path(), path);
  EXPECT_EQ(reader.kind(), cdx::UrlKeyKind::kLegacy);
  EXPECT_EQ(reader.documents(), 5000u);
  EXPECT_EQ(reader.dates(), 1u);
  EXPECT_EQ(reader.stats(), "{\"read\": 1}\n");
  document::Document document;
  DocumentKey key;
  for (uint64_t n = 0; n < 5000; ++n) {
    document::Document expected = document::sample_document(n);
    ASSERT_TRUE(reader.next_key(key));
    EXPECT_EQ(key.urlkey, expected.urlkey);
    EXPECT_EQ(key.digest, expected.digest);
    EXPECT_EQ(key.date, expected.date);
    EXPECT_EQ(key.truncated, expected.truncated);
    if (n % 7 == 0) {
      ASSERT_TRUE(reader.skip());
    } else {
      ASSERT_TRUE(reader.next(document));
      document.links = expected.links;
      document.images = expected.images;
      ASSERT_EQ(document, expected);
    }
  }
  EXPECT_FALSE(reader.next(document));
  EXPECT_FALSE(reader.next(document));
  EXPECT_FALSE(reader.next_key(key));
  EXPECT_EQ(files_of(path)["dates"], "org,example)/1 sha1:AB 20080101000000\n");
}

TEST_F(SegmentWriterTest, NothingIsReplacedButASegment) {
  const std::string archives = home_ / "archives";
  fs::create_directory(archives);
  home_.write("archives/manifest", "a.arc.gz\n");
  auto replace = [](const std::string& path) {
    SegmentWriter(path, cdx::UrlKeyKind::kLegacy, true).finish("{}");
  };
  EXPECT_THROW(replace(archives), UsageError);
  home_.write("archives/a.arc.gz", "x");
  EXPECT_THROW(replace(archives), UsageError);
  EXPECT_TRUE(fs::exists(archives + "/a.arc.gz"));

  const std::string path = write(3);
  const fs::path foreign = fs::path(path) / "a.arc.gz";
  fs::copy(archives + "/a.arc.gz", foreign);
  EXPECT_THROW(replace(path), UsageError);
  EXPECT_TRUE(fs::exists(foreign));
  fs::rename(foreign, fs::path(path) / "meta.json.part-17");
  EXPECT_NO_THROW(replace(path));
  fs::remove(path + "/dates");
  fs::create_directory(path + "/dates");
  EXPECT_THROW(replace(path), UsageError);
}

TEST_F(SegmentWriterTest, MayBeEmpty) {
  std::string path = write(0);
  SegmentReader reader(path);
  document::Document document;
  DocumentKey key;
  EXPECT_FALSE(reader.next(document));
  EXPECT_FALSE(reader.next_key(key));
}

TEST_F(SegmentWriterTest, SameDocumentsGiveSameBytes) {
  EXPECT_EQ(files_of(write(3000, "a")), files_of(write(3000, "b")));
  SegmentReader a(home_ / "a");
  SegmentReader b(home_ / "b");
  EXPECT_EQ(a.fingerprint(), b.fingerprint());
  EXPECT_NE(a.fingerprint(), SegmentReader(write(2999, "c")).fingerprint());
}

TEST_F(SegmentWriterTest, BlocksAndSingleDocumentsKeepTheirOrder) {
  std::string path = home_ / "mixed";
  SegmentWriter writer(path, cdx::UrlKeyKind::kSurt, false);
  writer.add(document::sample_document(0));
  SegmentBlock block;
  block.add(document::sample_document(1));
  block.add(document::sample_document(2));
  block.seal();
  writer.append(block);
  block.clear();
  block.seal();
  writer.append(block);
  writer.add(document::sample_document(3));
  writer.finish("{}");
  SegmentReader reader(path);
  document::Document document;
  for (uint64_t n = 0; n < 4; ++n) {
    ASSERT_TRUE(reader.next(document) && reader.next_links(document) &&
                reader.next_images(document));
    EXPECT_EQ(document, document::sample_document(n));
  }
  EXPECT_FALSE(reader.next(document));
}

TEST_F(SegmentWriterTest, DocumentsAreReadByPositionInAnyOrder) {
  std::string path = write(5000);
  SegmentReader reader(path);
  std::mt19937 random(13);
  document::Document document;
  for (int i = 0; i < 300; ++i) {
    // Near the one before, too.
    uint64_t n = i % 3 ? (random() % 5000) : (i * 10u + random() % 20) % 5000;
    reader.read(n, document);
    reader.read_links(n, document);
    reader.read_images(n, document);
    ASSERT_EQ(document, document::sample_document(n)) << n;
  }
  ASSERT_TRUE(reader.next(document));
  EXPECT_EQ(document.url, document::sample_document(0).url);
}

TEST_F(SegmentWriterTest, AppearsWithFinishOnly) {
  std::string path = home_ / "segment";
  {
    SegmentWriter writer(path, cdx::UrlKeyKind::kSurt, false);
    writer.add(document::sample_document(1));
    EXPECT_FALSE(fs::exists(path));
  }
  EXPECT_TRUE(fs::is_empty(home_.path()));
}

TEST_F(SegmentWriterTest, AnExistingOneIsReplacedWhenForced) {
  std::string path = write(2);
  EXPECT_THROW(write(3), UsageError);
  EXPECT_EQ(SegmentReader(path).documents(), 2u);
  write(3, "segment", true);
  EXPECT_EQ(SegmentReader(path).documents(), 3u);
}

TEST_F(SegmentWriterTest, AnotherDirectoryIsNeverReplaced) {
  fs::create_directory(home_ / "photos");
  put(home_ / "photos/holiday.jpg", "dear");
  EXPECT_THROW(write(1, "photos", true), UsageError);
  EXPECT_TRUE(fs::exists(home_ / "photos/holiday.jpg"));
}

}  // namespace
}  // namespace wax::collection
