#include "index/store/manifest.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "io/crc32.h"
#include "io/error.h"
#include "tests/support/temp_dir.h"

namespace wax::index {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Key;
using testing::SizeIs;
using tests::TempDir;

TEST(ManifestTest, ListsFilesWithSizesAndBlocksAndTheProperties) {
  TempDir folder;
  folder.write("a", "");
  folder.write("b", std::string(Manifest::File::kBlock + 1, 'x'));
  EXPECT_FALSE(has_manifest(folder.path()));
  write_manifest(folder.path(), {{"urlkey", "surt"}, {"keys", "A B"}});
  EXPECT_TRUE(has_manifest(folder.path()));
  Manifest manifest = read_manifest(folder.path());
  EXPECT_THAT(manifest.files, ElementsAre(Key("a"), Key("b")));
  EXPECT_EQ(manifest.files["b"].size, Manifest::File::kBlock + 1);
  ASSERT_THAT(manifest.files["b"].blocks, SizeIs(2));
  EXPECT_EQ(manifest.files["b"].blocks[1], io::crc32("x"));
  EXPECT_EQ(manifest.about["keys"], "A B");
}

TEST(ManifestTest, AMissingOrResizedFileIsNamed) {
  TempDir folder;
  std::string path = folder.write("a", "four");
  write_manifest(folder.path(), {});
  folder.write("a", "five!");
  try {
    (void)read_manifest(folder.path());
    FAIL();
  } catch (const FormatError& error) {
    EXPECT_THAT(error.what(), HasSubstr(path));
  }
  std::filesystem::remove(path);
  EXPECT_THROW((void)read_manifest(folder.path()), IoError);
}

TEST(ManifestTest, DamageToAnyByteIsFound) {
  TempDir folder;
  folder.write("a", "four");
  write_manifest(folder.path(), {{"urlkey", "surt"}});
  std::string path = folder / kManifestName;
  std::string good = tests::read_file(path);
  for (size_t i = 0; i < good.size(); ++i) {
    std::string bad = good;
    bad[i] ^= 4;
    folder.write(kManifestName, bad);
    EXPECT_THROW((void)read_manifest(folder.path()), FormatError) << i;
    folder.write(kManifestName, good.substr(0, i));
    EXPECT_THROW((void)read_manifest(folder.path()), FormatError) << i;
  }
}

}  // namespace
}  // namespace wax::index
