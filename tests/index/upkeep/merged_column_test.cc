#include "index/upkeep/merged_column.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "index/writer/index_writer.h"
#include "tests/support/temp_dir.h"

namespace wax::index {
namespace {

using testing::ElementsAre;
using testing::Pair;
using tests::TempDir;

void write_dated(const std::string& shard,
                 const std::vector<std::string>& dates) {
  for (const char* name : {"main", "dates"}) {
    IndexWriter writer(shard + '/' + name, {});
    for (const std::string& date : dates) writer.add({{"date", date}});
    writer.finish();
  }
}

TEST(MergedColumn, ADocumentHasTheDatesOfAllThatItStandsFor) {
  TempDir folder;
  write_dated(folder / "a", {"20080101000000", "20090101000000"});
  write_dated(folder / "b", {"20070101000000"});
  std::vector<InputShard> shards;
  shards.push_back(open_input(folder / "a", {}));
  shards.push_back(open_input(folder / "b", {}));
  std::vector<MergeSource> sources(2);
  sources[0].index = shards[0].main.get();
  sources[0].numbers = {0, 1};
  sources[0].kept = {true, true};
  sources[1].index = shards[1].main.get();
  sources[1].numbers = {0};
  sources[1].kept = {false};
  const std::vector<JoinedDocument> joined = {{0, 1, 0}};
  write_merged_column("dates", folder / "merged", {shards, sources, joined},
                      {{"keys", "x"}}, {});
  const IndexReader merged = IndexReader::open({folder / "merged"});
  ASSERT_EQ(merged.documents(), 2U);
  EXPECT_EQ(merged.about("keys"), "x");
  StoredDocument values;
  merged.document(0, {}, values);
  EXPECT_THAT(values, ElementsAre(Pair("date", "20070101000000"),
                                  Pair("date", "20080101000000")));
  merged.document(1, {}, values);
  EXPECT_THAT(values, ElementsAre(Pair("date", "20090101000000")));
}

TEST(MergedColumn, DocumentsHaveTheOrderOfTheirNewNumbers) {
  TempDir folder;
  write_dated(folder / "a", {"20080101000000", "20090101000000"});
  write_dated(folder / "b", {"20070101000000", "20060101000000"});
  std::vector<InputShard> shards;
  shards.push_back(open_input(folder / "a", {}));
  shards.push_back(open_input(folder / "b", {}));
  const std::vector<MergeSource> sources = {
      {shards[0].main.get(), {2, 0}, {true, true}},
      {shards[1].main.get(), {0, 1}, {false, true}}};
  const std::vector<JoinedDocument> joined = {{0, 1, 0}};
  write_merged_column("dates", folder / "merged", {shards, sources, joined}, {},
                      {});
  const IndexReader merged = IndexReader::open({folder / "merged"});
  std::string dates;
  for (uint64_t n = 0; n < merged.documents(); ++n) {
    StoredDocument values;
    merged.document(n, {}, values);
    for (const auto& [field, value] : values) dates += value.substr(0, 4) + ' ';
    dates += "| ";
  }
  EXPECT_EQ(dates, "2007 2009 | 2006 | 2008 | ");
}

}  // namespace
}  // namespace wax::index
