#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <string>

#include "collection/segment/segment.h"
#include "collection/segment/segment_manifest.h"
#include "io/error.h"
#include "tests/collection/segment_folder.h"

namespace wax::collection {
namespace {

namespace fs = std::filesystem;

using SegmentReaderTest = SegmentFolder;

TEST_F(SegmentReaderTest, OtherFoldersAreRefused) {
  EXPECT_THROW(SegmentReader(home_ / "none"), IoError);
  fs::create_directory(home_ / "empty");
  EXPECT_THROW(SegmentReader(home_ / "empty"), IoError);
  put(home_ / "empty/manifest", "hello\n");
  EXPECT_THROW(SegmentReader(home_ / "empty"), FormatError);
}

TEST_F(SegmentReaderTest, AnotherVersionIsRefusedByName) {
  std::string path = write(1);
  put(path + "/manifest", "wax-segment 99\nend sha256:\n");
  try {
    SegmentReader reader(path);
    FAIL();
  } catch (const FormatError& error) {
    EXPECT_NE(std::string(error.what()).find("wax-segment 99"),
              std::string::npos);
  }
  EXPECT_TRUE(has_other_format(path));
  fs::remove_all(path);
  EXPECT_FALSE(has_other_format(write(2)));
  EXPECT_FALSE(has_other_format(home_ / "none"));
}

// Damages each file of a segment by `damage` and reads it all: an error that
// names a file of the segment, or the same as before.
void expect_found(const std::string& path,
                  const std::function<bool(std::string&)>& damage,
                  const std::string& what) {
  const std::string intact = read_all(path);
  for (const auto& [name, bytes] : files_of(path)) {
    std::string damaged = bytes;
    if (!damage(damaged)) continue;
    put(path + "/" + name, damaged);
    try {
      EXPECT_EQ(read_all(path), intact) << name << " " << what;
    } catch (const FormatError& error) {
      EXPECT_NE(std::string(error.what()).find(path), std::string::npos)
          << error.what();
    }
    put(path + "/" + name, bytes);
  }
}

TEST_F(SegmentReaderTest, EveryFlippedByteIsFound) {
  std::string path = write(4);
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

TEST_F(SegmentReaderTest, EveryCutIsFound) {
  std::string path = write(4);
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

TEST_F(SegmentReaderTest, BlocksSwappedBetweenSegmentsAreFound) {
  std::string path = write(40);
  std::string other = write(41, "other");
  fs::copy_file(other + "/keys", path + "/keys",
                fs::copy_options::overwrite_existing);
  EXPECT_THROW(read_all(path), FormatError);
}

}  // namespace
}  // namespace wax::collection
