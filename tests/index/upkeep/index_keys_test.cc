#include "index/upkeep/index_keys.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "index/store/manifest.h"
#include "index/writer/index_writer.h"
#include "io/error.h"
#include "tests/support/temp_dir.h"

namespace wax::index {
namespace {

using tests::TempDir;

void write_two(const std::string& path, bool with_keys) {
  IndexWriter writer(path, {});
  for (const char* name : {"b", "a"}) {
    const std::string key = std::string("org,example)/") + name;
    const std::string url = std::string("http://example.org/") + name;
    std::vector<FieldValue> values = {{"url", url}, {"digest", "sha1:X"}};
    if (with_keys) values.insert(values.begin(), {"urlkey", key});
    writer.add(values);
  }
  writer.finish();
}

std::string first_version(const KeyFile& file) {
  KeyFile::Cursor cursor(file);
  return cursor.next() ? cursor.version() : "";
}

TEST(IndexKeysTest, UrlsGiveTheKeysThatAnIndexLacks) {
  TempDir folder;
  write_two(folder / "keys", true);
  write_two(folder / "urls", false);
  const IndexReader keys = IndexReader::open({folder / "keys"});
  const IndexReader urls = IndexReader::open({folder / "urls"});
  KeyFields fields;
  EXPECT_THROW(IndexKeys(urls, fields, {}), UsageError);
  fields.kind = cdx::UrlKeyKind::kSurt;
  const IndexKeys made(urls, fields, {});
  const IndexKeys stored(keys, {}, {});
  EXPECT_EQ(made.chain(), stored.chain());
  EXPECT_EQ(first_version(made.file()), "org,example)/a sha1:X\t");
  EXPECT_EQ(first_version(stored.file()), "org,example)/a sha1:X\t");
}

TEST(IndexKeysTest, VersionsAreThoseOfTheKeyFileOrOfTheFields) {
  TempDir folder;
  write_two(folder / "i", true);
  for (bool with_file : {true, false}) {
    if (!with_file) {
      std::filesystem::remove(folder / "i/" + std::string(kKeyFileName));
    }
    const IndexDirectory index(folder / "i", nullptr);
    VersionsByDocument versions(index, {});
    EXPECT_EQ(versions.of(0).urlkey, "org,example)/b");
    EXPECT_EQ(versions.of(1).urlkey, "org,example)/a");
    EXPECT_EQ(versions.of(1).digest, "sha1:X");
  }
}

}  // namespace
}  // namespace wax::index
