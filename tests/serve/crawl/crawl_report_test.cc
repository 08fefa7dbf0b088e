#include "serve/crawl/crawl_report.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "tests/support/temp_dir.h"

namespace wax::serve {
namespace {

using crawl::FindingKind;

// A collection of two captures, with a report.
class CrawlReportTest : public testing::Test {
 protected:
  CrawlReportTest() {
    folder_.write("site/captures.cdx",
                  " CDX N b a m s k r M S V g\n"
                  "org,example)/a 20260101000000 http://example.org/a "
                  "text/html 200 A - - 100 7 a.warc.gz\n"
                  "org,example)/b 20260101000000 http://example.org/b "
                  "text/html 200 B - - 100 7 a.warc.gz\n");
    folder_.write("site/access", "");
    for (const char* page : {"a", "b"}) {
      crawl::Finding missing;
      missing.url = std::string("http://example.org/") + page + ".png";
      missing.host = "example.org";
      missing.part = "image";
      missing.page = std::string("http://example.org/") + page;
      missing.date = "20260101000000";
      missing.count = 3;
      missing.detail = "no record";
      add(missing);
    }
    crawl::Finding cut;
    cut.kind = FindingKind::kCut;
    cut.url = "http://example.org/a";
    add(cut);
    holdings_.collections.add(std::make_unique<answers::Collection>(
        "site", answers::CollectionFiles{folder_ / "site", {}},
        [](std::string_view) {}));
    holdings_.report = [this](std::string_view text) { reports_ += text; };
  }

  void add(const crawl::Finding& finding) {
    append_json(finding, lines_);
    lines_ += '\n';
  }
  void write_report(const std::string& text) {
    folder_.write("site/crawl-check", text);
  }
  void set_rules(const std::string& text) {
    folder_.write("site/access", text);
    for (const auto& one : holdings_.collections.all()) one->look_again();
  }
  CrawlReport report(std::optional<FindingKind> kind, size_t most = 10) {
    return crawl_report(scope_of(holdings_, answers::Request()), kind, most);
  }

  tests::TempDir folder_;
  std::string lines_;
  std::string reports_;
  answers::Holdings holdings_;
};

TEST_F(CrawlReportTest, CountsAllAndHasTheFindingsOfOneKind) {
  EXPECT_FALSE(report(FindingKind::kMissing).is_there);
  write_report(lines_);
  const CrawlReport missing = report(FindingKind::kMissing);
  EXPECT_TRUE(missing.is_there);
  EXPECT_EQ(missing.counts[size_t(FindingKind::kMissing)], 2U);
  EXPECT_EQ(missing.counts[size_t(FindingKind::kCut)], 1U);
  ASSERT_EQ(missing.findings.size(), 2U);
  EXPECT_EQ(missing.findings[0].count, 3U);
  EXPECT_EQ(missing.findings[0].detail, "no record");
  EXPECT_EQ(report(FindingKind::kMissing, 1).findings.size(), 1U);
  EXPECT_EQ(report(FindingKind::kMissing, 1).counts[0], 2U);
  EXPECT_EQ(report(FindingKind::kCut).findings.size(), 1U);
}

TEST_F(CrawlReportTest, HidesWhatTellsOfCapturesThatAreNotShown) {
  write_report(lines_);
  for (const std::string kind : {"hide", "block"}) {
    const std::string rules = kind + " url http://example.org/a\n";
    set_rules(rules);
    const CrawlReport missing = report(FindingKind::kMissing);
    EXPECT_EQ(missing.counts[size_t(FindingKind::kMissing)], 1U) << rules;
    EXPECT_EQ(missing.counts[size_t(FindingKind::kCut)], 0U) << rules;
    ASSERT_EQ(missing.findings.size(), 1U) << rules;
    EXPECT_EQ(missing.findings[0].url, "http://example.org/b.png") << rules;
    EXPECT_EQ(missing.findings[0].count, 0U) << rules;
    EXPECT_EQ(missing.findings[0].detail, "") << rules;
  }
  // A rule for the missing part itself counts, too.
  set_rules("block url http://example.org/b.png\n");
  EXPECT_EQ(report(FindingKind::kMissing).findings.size(), 1U);
  set_rules("block host other.example\n");
  EXPECT_EQ(report(FindingKind::kMissing).findings.size(), 2U);
}

TEST_F(CrawlReportTest, WithoutAKindHasTheFirstThatHasFindings) {
  const std::string missing = lines_;
  lines_.clear();
  for (const auto kind : {FindingKind::kCut, FindingKind::kTrap}) {
    crawl::Finding finding;
    finding.kind = kind;
    finding.url = "http://example.org/" + std::string(crawl::name(kind));
    add(finding);
  }
  write_report(lines_);
  const CrawlReport first = report(std::nullopt);
  EXPECT_EQ(first.kind, FindingKind::kTrap);
  ASSERT_EQ(first.findings.size(), 1U);
  EXPECT_EQ(first.findings[0].url, "http://example.org/trap");
  EXPECT_EQ(report(FindingKind::kMissing).findings.size(), 0U);
  write_report(missing);
  EXPECT_EQ(report(std::nullopt).findings.size(), 2U);
  set_rules("block url http://example.org/b.png\n");
  EXPECT_EQ(report(std::nullopt).findings.size(), 1U);
  write_report("");
  EXPECT_TRUE(report(std::nullopt).is_there);
  EXPECT_EQ(report(std::nullopt).findings.size(), 0U);
}

TEST_F(CrawlReportTest, ADamagedReportIsNone) {
  write_report(lines_ + "{\n");
  EXPECT_FALSE(report(FindingKind::kMissing).is_there);
  EXPECT_NE(reports_.find("crawl-check"), std::string::npos) << reports_;
}

}  // namespace
}  // namespace wax::serve
