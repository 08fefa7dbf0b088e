#include "index/upkeep/index_keys.h"

#include <gmock/gmock.h>
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

using testing::ElementsAre;

TEST(DateJoinTest, ASetIsSortedAndHasNoDateTwice) {
  std::vector<std::string> dates = {"3", "1", "3", "2", "1"};
  make_set(dates);
  EXPECT_THAT(dates, ElementsAre("1", "2", "3"));
}

TEST(DateJoinTest, LinesOfAVersionBeginAlikeAndOthersDoNot) {
  std::string a;
  append_version(a, "k", "sha1:A");
  std::string b;
  append_version(b, "k", "sha1:AB");
  EXPECT_EQ(version_size(a + "rest"), a.size());
  EXPECT_FALSE(b.starts_with(a));
}

TEST(DateJoinTest, PositionsSortAsNumbers) {
  std::string last;
  for (uint64_t position : {0ULL, 9ULL, 10ULL, 255ULL, 256ULL, 4294967296ULL}) {
    std::string line;
    append_position(line, position);
    EXPECT_LT(last, line);
    EXPECT_EQ(position_of(line + " x"), position);
    last = line;
  }
}

TEST(DateJoinTest, DatesAreGivenByPosition) {
  std::string lines;
  append_positioned(lines, 2, "20070101000000");
  lines += '\n';
  append_positioned(lines, 2, "20070102000000");
  lines += '\n';
  append_positioned(lines, 7, "20070103000000");
  lines += '\n';
  DatesByPosition dates(lines::lines_of(lines));
  std::vector<std::string> taken;
  EXPECT_EQ(dates.position(), 2U);
  dates.take(taken);
  EXPECT_THAT(taken, ElementsAre("20070101000000", "20070102000000"));
  EXPECT_EQ(dates.position(), 7U);
  dates.take(taken);
  EXPECT_EQ(taken.size(), 3U);
  EXPECT_EQ(dates.position(), UINT64_MAX);
  dates.take(taken);
  EXPECT_EQ(taken.size(), 3U);
}

TEST(DateJoinTest, TheChainDependsOnKeysDigestsAndOrder) {
  auto chain =
      [](std::initializer_list<std::pair<const char*, const char*>> keys) {
        KeyChain made;
        for (auto [urlkey, digest] : keys) made.add(urlkey, digest);
        return made.finish();
      };
  EXPECT_EQ(chain({{"a", "1"}, {"b", "2"}}), chain({{"a", "1"}, {"b", "2"}}));
  EXPECT_NE(chain({{"a", "1"}, {"b", "2"}}), chain({{"b", "2"}, {"a", "1"}}));
  EXPECT_NE(chain({{"a", "1"}}), chain({{"a", "2"}}));
  EXPECT_NE(chain({{"a", "1"}}), chain({}));
}

}  // namespace

}  // namespace wax::index
