#include "cdx/stats/version_counter.h"

#include <gtest/gtest.h>

#include <memory>
#include <utility>
#include <vector>

namespace wax::cdx {
namespace {

class GivenRows final : public OrderedRows {
 public:
  explicit GivenRows(std::vector<CountedRow> rows) : rows_(std::move(rows)) {}
  bool next(CountedRow& row) override {
    if (at_ == rows_.size()) return false;
    row = rows_[at_++];
    return true;
  }
  bool by_digest() const override { return false; }

 private:
  std::vector<CountedRow> rows_;
  size_t at_ = 0;
};

CountedRow counted(std::string_view key, std::string_view date,
                   std::string_view digest, bool revisit = false) {
  return {key, date, digest, revisit, {1, 100}};
}

TEST(VersionCounter, CountsUrlsHostsVersionsAndDuplicates) {
  CaptureStats stats;
  VersionCounter counter(
      std::make_unique<GivenRows>(std::vector<CountedRow>{
          counted("com,a)/", "20200101000000", "sha1:A"),
          counted("com,a)/", "20200201000000", "sha1:A"),
          counted("com,a)/", "20200301000000", "sha1:B"),
          counted("com,a)/x", "20200101000000", "sha1:A", true),
          counted("org,b)/", "20200101000000", "")}),
      1 << 20, 1, stats);
  ASSERT_TRUE(counter.count());
  EXPECT_EQ(stats.urls, 3U);
  EXPECT_EQ(stats.hosts, 2U);
  EXPECT_EQ(stats.versions, 2U);
  EXPECT_EQ(stats.duplicates.captures, 1U);
  EXPECT_EQ(stats.without_digest, 1U);
  ASSERT_EQ(stats.top_hosts.size(), 1U);
  EXPECT_EQ(stats.top_hosts[0].first, "a.com");
}

TEST(VersionCounter, RecordsThatAreNoPagesAreOfNoHost) {
  CountedRow dns = counted("dns:a.com", "20200101000000", "sha1:A");
  CountedRow log = counted("com,a)/log", "20200101000000", "sha1:B");
  dns.other_record = log.other_record = true;
  CaptureStats stats;
  VersionCounter counter(
      std::make_unique<GivenRows>(std::vector<CountedRow>{
          counted("com,a)/", "20200101000000", "sha1:C"), log, dns}),
      1 << 20, 9, stats);
  ASSERT_TRUE(counter.count());
  EXPECT_EQ(stats.urls, 3U);
  EXPECT_EQ(stats.hosts, 1U);
  ASSERT_EQ(stats.top_hosts.size(), 1U);
  EXPECT_EQ(stats.top_hosts[0].second.captures, 1U);
  EXPECT_EQ(stats.other_records.captures, 2U);
}

TEST(VersionCounter, RefusesMoreDigestsOfAKeyThanMemoryAllows) {
  CaptureStats stats;
  VersionCounter counter(std::make_unique<GivenRows>(std::vector<CountedRow>{
                             counted("com,a)/", "20200101000000", "sha1:A"),
                             counted("com,a)/", "20200102000000", "sha1:B"),
                             counted("com,a)/", "20200103000000", "sha1:C")}),
                         2 * 4 * 128, 1, stats);
  EXPECT_THROW((void)counter.count(), RowsOutOfOrder);
}

}  // namespace
}  // namespace wax::cdx
