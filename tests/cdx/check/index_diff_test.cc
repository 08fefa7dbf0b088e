#include "cdx/check/index_diff.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <string>
#include <vector>

#include "io/error.h"
#include "tests/support/archives.h"
#include "tests/support/temp_dir.h"

namespace wax::cdx {
namespace {

IndexDiff diff(const std::string& first, const std::string& second,
               const DiffOptions& options = {}) {
  tests::TempDir folder;
  tests::Problems problems;
  return diff_indexes(folder.write("a", first), folder.write("b", second),
                      options, problems);
}

std::string line(const std::string& date, const std::string& status,
                 const std::string& offset,
                 const std::string& file = "a.warc.gz") {
  return "a)/ " + date + " http://a/ text/html " + status + " AAA - - 5 " +
         offset + ' ' + file + '\n';
}

TEST(IndexDiff, ComparesByArchiveAndOffset) {
  IndexDiff found = diff(
      line("20140101000000", "200", "7") + line("20140102000000", "200", "10"),
      line("20150101000000", "404", "10") +
          line("20140101000000", "200", "0007") +
          line("20140101000000", "200", "7", "b.warc.gz"));
  EXPECT_EQ(found.first, 2U);
  EXPECT_EQ(found.second, 3U);
  EXPECT_EQ(found.same, 1U);
  EXPECT_EQ(found.different, 1U);
  EXPECT_EQ(found.only_first.count, 0U);
  EXPECT_EQ(found.only_second.count, 1U);
  EXPECT_EQ(found.only_second.examples[0].location, "b.warc.gz 7");
  std::map<std::string, uint64_t> fields;
  for (const FieldDiff& field : found.fields) {
    fields[field.field] = field.count;
    if (field.count == 0) continue;
    EXPECT_EQ(field.examples[0].location, "a.warc.gz 10");
  }
  EXPECT_EQ(fields["status"], 1U);
  EXPECT_EQ(fields["timestamp"], 1U);
  EXPECT_EQ(fields["url"], 0U);
  EXPECT_FALSE(found.equal());
}

TEST(IndexDiff, TakesDifferentColumns) {
  std::string json =
      "a)/ 20140101000000 {\"url\": \"http://a/\", \"mime\": \"text/html\", "
      "\"status\": \"200\", \"digest\": "
      "\"sha1:B2LTWWPUOYAH7UIPQ7ZUPQ4VMBSVC36A\", \"length\": \"5\", "
      "\"offset\": 7, \"filename\": \"x/a.warc.gz\"}\n";
  std::string few =
      " CDX g V b k\na.warc.gz 7 20140101000000 "
      "B2LTWWPUOYAH7UIPQ7ZUPQ4VMBSVC36A\n";
  EXPECT_THROW((void)diff(json, few), UsageError);  // no key can be made
  std::string wget =
      " CDX a b k V g\nhttp://a/ 20140101000000 "
      "B2LTWWPUOYAH7UIPQ7ZUPQ4VMBSVC36A 7 a.warc.gz\n";
  IndexDiff found = diff(json, wget);
  EXPECT_EQ(found.same, 1U);
  EXPECT_TRUE(found.equal());
  EXPECT_FALSE(diff(json, wget, {.whole_names = true}).equal());
}

TEST(IndexDiff, PairsEqualCapturesOfALocationFirst) {
  std::string a = line("20140101000000", "200", "7");
  std::string b = line("20140101000000", "201", "7");
  IndexDiff found = diff(a + b, b);
  EXPECT_EQ(found.same, 1U);
  EXPECT_EQ(found.different, 0U);
  EXPECT_EQ(found.only_first.count, 1U);
  EXPECT_EQ(diff(a + a, a).only_first.count, 1U);
}

TEST(IndexDiff, ComparesCapturesWithoutALocationByKeyAndDate) {
  std::string a = line("20140101000000", "200", "-", "-");
  std::string b = line("20140101000000", "404", "-", "-");
  std::string c = line("20150101000000", "200", "-", "-");
  EXPECT_EQ(diff(a + c, b + c).different, 1U);
  EXPECT_EQ(diff(a, c).only_first.count, 1U);
}

TEST(IndexDiff, ComparesByKeyAndDateWhenAFileHasNoColumnsForTheLocation) {
  auto seven = [](const std::string& date, const std::string& status) {
    return "a)/ " + date + " http://a/ text/html " + status + " AAA 5\n";
  };
  std::string placed =
      line("20140101000000", "200", "7") + line("20140102000000", "200", "10");
  std::string few = seven("20140101000000", "200") +
                    seven("20140102000000", "404") +
                    seven("20140103000000", "200");
  for (bool swapped : {false, true}) {
    IndexDiff found = swapped ? diff(few, placed) : diff(placed, few);
    EXPECT_EQ(found.same, 1U);
    EXPECT_EQ(found.different, 1U);
    EXPECT_EQ(found.only_first.count, swapped ? 1U : 0U);
    EXPECT_EQ(found.only_second.count, swapped ? 0U : 1U);
    for (const FieldDiff& field : found.fields) {
      EXPECT_EQ(field.count, field.field == "status" ? 1U : 0U) << field.field;
      if (field.count == 0) continue;
      EXPECT_EQ(field.examples[0].location, "a)/ 20140102000000");
    }
  }
  EXPECT_TRUE(diff(few, few).equal());
  EXPECT_THROW((void)diff(few, placed, {.fields = {"offset"}}), UsageError);
}

TEST(IndexDiff, ComparesTheRequestedFields) {
  std::string a = line("20140101000000", "200", "7");
  std::string b = line("20140101000000", "404", "7");
  EXPECT_TRUE(diff(a, b, {.fields = {"mime", "k"}}).equal());
  EXPECT_FALSE(diff(a, b, {.fields = {"s"}}).equal());
  EXPECT_THROW((void)diff(a, b, {.fields = {"nothing"}}), UsageError);
}

TEST(IndexDiff, AgreesWithANaiveModel) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    std::mt19937 random(seed);
    std::map<std::string, std::string> sides[2];
    std::string texts[2];
    for (int side = 0; side < 2; ++side) {
      for (int i = 0; i < 200; ++i) {
        std::string offset = std::to_string(random() % 300);
        std::string status = random() % 4 == 0 ? "404" : "200";
        if (!sides[side].emplace(offset, status).second) continue;
        texts[side] += line("20140101000000", status, offset);
      }
    }
    uint64_t same = 0;
    uint64_t different = 0;
    for (const auto& [offset, status] : sides[0]) {
      auto other = sides[1].find(offset);
      if (other == sides[1].end()) continue;
      ++(other->second == status ? same : different);
    }
    IndexDiff found = diff(texts[0], texts[1]);
    EXPECT_EQ(found.same, same) << seed;
    EXPECT_EQ(found.different, different) << seed;
    EXPECT_EQ(found.only_first.count, sides[0].size() - same - different);
    EXPECT_EQ(found.only_second.count, sides[1].size() - same - different);
  }
}

}  // namespace
}  // namespace wax::cdx
