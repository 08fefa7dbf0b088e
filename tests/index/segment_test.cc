#include "index/segment.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "tests/index/sample_document.h"
#include "tests/support/temp_dir.h"
#include "warc/io/error.h"

namespace wax::index {
namespace {

namespace fs = std::filesystem;

std::map<std::string, std::string> files_of(const std::string& directory) {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::directory_iterator(directory)) {
    std::ifstream file(entry.path(), std::ios::binary);
    files[entry.path().filename().string()] = {
        std::istreambuf_iterator<char>(file), {}};
  }
  return files;
}

void put(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

class SegmentTest : public testing::Test {
 protected:
  std::string write(uint64_t count, const std::string& name = "segment",
                    bool force = false) {
    std::string path = home_ / name;
    SegmentWriter writer(path, cdx::UrlKeyKind::kLegacy, force);
    for (uint64_t n = 0; n < count; ++n) writer.add(sample_document(n));
    writer.add_date("org,example)/1", "sha1:AB", "20080101000000");
    writer.finish("{\"read\": 1}\n");
    return path;
  }

  tests::TempDir home_;
};

// Everything a reader can say of a segment.
std::string read_all(const std::string& path) {
  SegmentReader reader(path);
  std::string out(cdx::name(reader.kind()));
  DocumentKey key;
  while (reader.next_key(key)) {
    out += std::string(key.urlkey) + ' ' + std::string(key.digest) + ' ' +
           std::string(key.date) + '\n';
  }
  Document document;
  while (reader.next(document)) append_document(document, out);
  std::ifstream dates(reader.dates_path());
  out.append(std::istreambuf_iterator<char>(dates), {});
  return out + reader.stats();
}

TEST_F(SegmentTest, KeepsDocumentsAndTheirOrder) {
  std::string path = write(5000);
  SegmentReader reader(path + "/");
  EXPECT_EQ(reader.path(), path);
  EXPECT_EQ(reader.kind(), cdx::UrlKeyKind::kLegacy);
  EXPECT_EQ(reader.documents(), 5000u);
  EXPECT_EQ(reader.dates(), 1u);
  EXPECT_EQ(reader.stats(), "{\"read\": 1}\n");
  Document document;
  DocumentKey key;
  for (uint64_t n = 0; n < 5000; ++n) {
    Document expected = sample_document(n);
    ASSERT_TRUE(reader.next_key(key));
    EXPECT_EQ(key.urlkey, expected.urlkey);
    EXPECT_EQ(key.digest, expected.digest);
    EXPECT_EQ(key.date, expected.date);
    EXPECT_EQ(key.truncated, expected.truncated);
    if (n % 7 == 0) {
      ASSERT_TRUE(reader.skip());
    } else {
      ASSERT_TRUE(reader.next(document));
      ASSERT_EQ(document, expected);
    }
  }
  EXPECT_FALSE(reader.next(document));
  EXPECT_FALSE(reader.next(document));
  EXPECT_FALSE(reader.next_key(key));
  EXPECT_EQ(files_of(path)["dates"], "org,example)/1 sha1:AB 20080101000000\n");
}

TEST_F(SegmentTest, MayBeEmpty) {
  std::string path = write(0);
  SegmentReader reader(path);
  Document document;
  DocumentKey key;
  EXPECT_FALSE(reader.next(document));
  EXPECT_FALSE(reader.next_key(key));
}

TEST_F(SegmentTest, SameDocumentsGiveSameBytes) {
  EXPECT_EQ(files_of(write(3000, "a")), files_of(write(3000, "b")));
  SegmentReader a(home_ / "a");
  SegmentReader b(home_ / "b");
  EXPECT_EQ(a.fingerprint(), b.fingerprint());
  EXPECT_NE(a.fingerprint(), SegmentReader(write(2999, "c")).fingerprint());
}

TEST_F(SegmentTest, BlocksAndSingleDocumentsKeepTheirOrder) {
  std::string path = home_ / "mixed";
  SegmentWriter writer(path, cdx::UrlKeyKind::kSurt, false);
  writer.add(sample_document(0));
  SegmentBlock block;
  block.add(sample_document(1));
  block.add(sample_document(2));
  block.seal();
  writer.append(block);
  block.clear();
  block.seal();
  writer.append(block);
  writer.add(sample_document(3));
  writer.finish("{}");
  SegmentReader reader(path);
  Document document;
  for (uint64_t n = 0; n < 4; ++n) {
    ASSERT_TRUE(reader.next(document));
    EXPECT_EQ(document, sample_document(n));
  }
  EXPECT_FALSE(reader.next(document));
}

TEST_F(SegmentTest, AppearsWithFinishOnly) {
  std::string path = home_ / "segment";
  {
    SegmentWriter writer(path, cdx::UrlKeyKind::kSurt, false);
    writer.add(sample_document(1));
    EXPECT_FALSE(fs::exists(path));
  }
  EXPECT_TRUE(fs::is_empty(home_.path()));
}

TEST_F(SegmentTest, AnExistingOneIsReplacedWhenForced) {
  std::string path = write(2);
  EXPECT_THROW(write(3), UsageError);
  EXPECT_EQ(SegmentReader(path).documents(), 2u);
  write(3, "segment", true);
  EXPECT_EQ(SegmentReader(path).documents(), 3u);
}

TEST_F(SegmentTest, AnotherDirectoryIsNeverReplaced) {
  fs::create_directory(home_ / "photos");
  put(home_ / "photos/holiday.jpg", "dear");
  EXPECT_THROW(write(1, "photos", true), UsageError);
  EXPECT_TRUE(fs::exists(home_ / "photos/holiday.jpg"));
}

TEST_F(SegmentTest, WhatIsNoSegmentIsRefused) {
  EXPECT_THROW(SegmentReader(home_ / "none"), IoError);
  fs::create_directory(home_ / "empty");
  EXPECT_THROW(SegmentReader(home_ / "empty"), IoError);
  put(home_ / "empty/manifest", "hello\n");
  EXPECT_THROW(SegmentReader(home_ / "empty"), FormatError);
}

TEST_F(SegmentTest, AnotherVersionIsRefusedByName) {
  std::string path = write(1);
  put(path + "/manifest", "wax-segment 99\nend sha256:\n");
  try {
    SegmentReader reader(path);
    FAIL();
  } catch (const FormatError& error) {
    EXPECT_NE(std::string(error.what()).find("wax-segment 99"),
              std::string::npos);
  }
}

// Damages each file of a segment by `damage` and reads it all: an error that
// names a file of the segment, or the same as before.
void expect_found(const std::string& path,
                  const std::function<bool(std::string&)>& damage,
                  const std::string& what) {
  const std::string sound = read_all(path);
  for (const auto& [name, bytes] : files_of(path)) {
    std::string damaged = bytes;
    if (!damage(damaged)) continue;
    put(path + "/" + name, damaged);
    try {
      EXPECT_EQ(read_all(path), sound) << name << " " << what;
    } catch (const FormatError& error) {
      EXPECT_NE(std::string(error.what()).find(path), std::string::npos)
          << error.what();
    }
    put(path + "/" + name, bytes);
  }
}

TEST_F(SegmentTest, EveryFlippedByteIsFound) {
  std::string path = write(8);
  size_t longest = 0;
  for (const auto& [name, bytes] : files_of(path)) {
    longest = std::max(longest, bytes.size());
  }
  for (size_t i = 0; i < longest; ++i) {
    expect_found(
        path,
        [&](std::string& bytes) {
          if (i >= bytes.size()) return false;
          bytes[i] = static_cast<char>(bytes[i] ^ (1 << i % 8));
          return true;
        },
        "byte " + std::to_string(i));
  }
}

TEST_F(SegmentTest, EveryCutIsFound) {
  std::string path = write(8);
  for (size_t n = 0; n < 3000; n += 7) {
    expect_found(
        path,
        [&](std::string& bytes) {
          if (n >= bytes.size()) return false;
          bytes.resize(n);
          return true;
        },
        "cut at " + std::to_string(n));
  }
}

TEST_F(SegmentTest, BlocksSwappedBetweenSegmentsAreFound) {
  std::string path = write(40);
  std::string other = write(41, "other");
  fs::copy_file(other + "/keys", path + "/keys",
                fs::copy_options::overwrite_existing);
  EXPECT_THROW(read_all(path), FormatError);
}

}  // namespace
}  // namespace wax::index
