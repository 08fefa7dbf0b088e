#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/support/archives.h"
#include "warc/check/header_rules.h"

namespace wax::warc {
namespace {

using Reference = FileIds::Reference;
using testing::ElementsAre;
using testing::IsEmpty;
using tests::Problems;

std::string id(int number) { return "<urn:x:" + std::to_string(number) + ">"; }

TEST(RecordIds, AUuidIsTheSameInAnySpelling) {
  RecordId uuid = record_id("<urn:uuid:c7f44597-b2c6-5e6c-8159-9800d3745ef9>");
  EXPECT_EQ(uuid.high, 0xc7f44597b2c65e6c);
  EXPECT_EQ(uuid.low, 0x81599800d3745ef9);
  EXPECT_EQ(record_id("URN:UUID:C7F44597-B2C6-5E6C-8159-9800D3745EF9 "), uuid);
  EXPECT_FALSE(record_id("<urn:uuid:c7f44597-b2c6-5e6c-8159-9800d3745ef>") ==
               uuid);
  EXPECT_FALSE(record_id(id(1)) == record_id(id(2)));
  EXPECT_FALSE(record_id("<urn:uuid:00000000-0000-0000-0000-000000000000>") ==
               RecordId{});
}

TEST(RecordIds, DuplicatesAreFoundInOneFileAndAcrossFiles) {
  RecordIds all(1 << 20);
  Problems problems;
  FileIds one;
  one.add(id(1), 10);
  one.add(id(2), 20);
  one.add(id(1), 30);
  all.add("a", one, problems);
  ASSERT_THAT(problems.ids(), ElementsAre("warc-duplicate-id"));
  EXPECT_EQ(problems.all[0].file, "a");
  EXPECT_EQ(problems.all[0].offset, 30u);
  FileIds two;
  two.add(id(3), 1);
  two.add(id(2), 2);
  all.add("b", two, problems);
  ASSERT_EQ(problems.all.size(), 2u);
  EXPECT_EQ(problems.all[1].file, "b");
  EXPECT_EQ(problems.all[1].offset, 2u);
}

TEST(RecordIds, ReferencesAreSearchedInTheirFileAndEarlierOnes) {
  RecordIds all(1 << 20);
  Problems problems;
  FileIds one;
  one.add(id(9), 0, Reference::kConcurrentTo);  // of a later file
  one.add(id(2), 0, Reference::kConcurrentTo);  // of a later record
  one.add(id(8), 5, Reference::kOriginal);
  one.add(id(7), 6, Reference::kWarcinfo);
  one.add(id(2), 10);
  all.add("a", one, problems);
  EXPECT_THAT(problems.ids(), ElementsAre("warc-dangling-concurrent-to",
                                          "warc-dangling-refers-to",
                                          "warc-dangling-warcinfo-id"));
  problems.all.clear();
  FileIds two;
  two.add(id(9), 1);
  two.add(id(2), 1, Reference::kOriginal);
  all.add("b", two, problems);
  EXPECT_THAT(problems.ids(), IsEmpty());
}

TEST(RecordIds, IdsThatDoNotFitAreOnlyCounted) {
  RecordIds all(100 * 1024);
  Problems problems;
  FileIds many;
  for (int i = 0; i < 100000; ++i) many.add(id(i), 0);
  many.add(id(99999), 0, Reference::kConcurrentTo);
  all.add("a", many, problems);
  ASSERT_THAT(problems.ids(), ElementsAre("record-ids-left-out"));
  FileIds more;
  more.add(id(5), 0);
  more.add(id(100001), 0, Reference::kConcurrentTo);
  all.add("b", more, problems);
  EXPECT_THAT(problems.ids(),
              ElementsAre("record-ids-left-out", "warc-duplicate-id"));
}

TEST(RecordIds, AFileKeepsIdsUpToItsLimit) {
  FileIds ids;
  ids.most = 2;
  for (int i = 0; i < 5; ++i) {
    ids.add(id(i), 0);
    ids.add(id(i), 0, Reference::kOriginal);
  }
  EXPECT_EQ(ids.ids.size(), 2u);
  EXPECT_EQ(ids.links.size(), 2u);
  EXPECT_EQ(ids.left_out, 6u);
}

}  // namespace
}  // namespace wax::warc
