#include "index/lucenepp/lucene_shard.h"

#include <gtest/gtest.h>

#include "index/writer/index_writer.h"
#include "io/error.h"
#include "tests/support/temp_dir.h"

namespace wax::index {
namespace {

using tests::TempDir;

TEST(LuceneShardTest, AFieldBelongsToTheFirstIndexThatHasIt) {
  TempDir folder;
  for (const char* name : {"dates", "main"}) {
    IndexWriter writer(folder / name, {});
    writer.add({{"date", "20070101000000"}});
    if (name == std::string_view("main")) {
      writer.add({{"title", "heron"}, {"date", "20080101000000"}});
    } else {
      writer.add({{"date", "20090101000000"}});
    }
    writer.finish();
  }
  const auto shard = open_lucene_shard({folder / "dates", folder / "main"},
                                       {nullptr, nullptr});
  EXPECT_EQ(shard->documents, 2);
  EXPECT_EQ(shard->owners.at("date"), 0U);
  EXPECT_EQ(shard->owners.at("title"), 1U);
  EXPECT_EQ(shard->checked(1), 1U);
  EXPECT_THROW((void)shard->checked(2), FormatError);
}

using tests::TempDir;

void check(const std::string& path) {
  check_stored_fields(Lucene::newLucene<Directory>(path, nullptr));
}

TEST(StoredFieldsCheck, APlaceBeyondItsFileOrAnUnknownFieldIsDamage) {
  TempDir folder;
  IndexWriter writer(folder / "i", {});
  writer.add({{"url", "http://a.example/"}});
  writer.finish();
  EXPECT_NO_THROW(check(folder / "i"));
  const std::string values = tests::read_file(folder / "i/_0.fdt");
  std::string bad = values;
  bad[5] = '\x7F';  // the number of the field
  folder.write("i/_0.fdt", bad);
  EXPECT_THROW(check(folder / "i"), FormatError);
  folder.write("i/_0.fdt", values);
  std::string places = tests::read_file(folder / "i/_0.fdx");
  places.back() = '\x7F';
  folder.write("i/_0.fdx", places);
  EXPECT_THROW(check(folder / "i"), FormatError);
}

}  // namespace

}  // namespace wax::index
