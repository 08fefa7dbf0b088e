#include "collection/segment/segment_manifest.h"

#include <gtest/gtest.h>

#include <string>

#include "io/error.h"
#include "tests/support/temp_dir.h"

namespace wax::collection {
namespace {

SegmentManifest sample() {
  SegmentManifest manifest;
  manifest.kind = cdx::UrlKeyKind::kLegacy;
  manifest.identity = "key=legacy";
  manifest.documents = 3;
  manifest.dates = 2;
  manifest.document_names = "url title";
  manifest.link_names = "url";
  manifest.files = {{"documents", 12, "sha256:ab"}, {"keys", 1, "sha256:cd"}};
  return manifest;
}

TEST(SegmentManifest, IsReadAsItWasWritten) {
  tests::TempDir folder;
  const std::string path = folder.write("m", manifest_text(sample()));
  const SegmentManifest read = read_segment_manifest(path);
  EXPECT_EQ(read.kind, cdx::UrlKeyKind::kLegacy);
  EXPECT_EQ(read.identity, "key=legacy");
  EXPECT_EQ(read.documents, 3U);
  EXPECT_EQ(read.dates, 2U);
  EXPECT_EQ(read.document_names, "url title");
  EXPECT_EQ(read.image_names, "");
  ASSERT_NE(read.file("keys"), nullptr);
  EXPECT_EQ(read.file("keys")->size, 1U);
  EXPECT_EQ(read.file("keys")->digest, "sha256:cd");
  EXPECT_EQ(read.file("links"), nullptr);
  EXPECT_EQ(read.fingerprint.size(), 64U);
}

TEST(SegmentManifest, EveryFlippedByteIsFound) {
  tests::TempDir folder;
  const std::string text = manifest_text(sample());
  for (size_t i = 0; i < text.size(); ++i) {
    std::string damaged = text;
    damaged[i] = static_cast<char>(damaged[i] ^ 1);
    const std::string path = folder.write("m", damaged);
    EXPECT_THROW((void)read_segment_manifest(path), FormatError) << i;
  }
}

}  // namespace
}  // namespace wax::collection
