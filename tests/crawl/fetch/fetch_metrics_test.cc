#include "crawl/fetch/fetch_metrics.h"

#include <gtest/gtest.h>

namespace wax::crawl {
namespace {

TEST(FetchMetrics, HaveLabels) {
  FetchCounts counts;
  counts.read = 7;
  counts.statuses = {{"2xx", 4}, {"4xx", 1}};
  counts.failed = {{"no answer", 2}};
  const std::string text = fetch_metrics(counts);
  for (const char* line :
       {"# TYPE wax_fetch_urls_total counter\nwax_fetch_urls_total 7\n",
        "\nwax_fetch_answers_total{status=\"2xx\"} 4\n",
        "\nwax_fetch_failed_total{reason=\"no answer\"} 2\n"}) {
    EXPECT_NE(text.find(line), std::string::npos) << line << text;
  }
}

TEST(FetchMetrics, AreAWholeFile) {
  const tests::TempDir folder;
  FetchCounts counts;
  for (counts.read = 1; counts.read < 3; ++counts.read) {
    write_metrics_file(folder.path() + "/metrics", counts);
    EXPECT_EQ(tests::read_file(folder.path() + "/metrics"),
              fetch_metrics(counts));
  }
  EXPECT_FALSE(
      std::filesystem::exists(folder.path() + "/metrics.part-metrics"));
  EXPECT_THROW(write_metrics_file(folder.path() + "/none/metrics", counts),
               IoError);
}

TEST(FetchMetrics, ReplaceNoOtherFile) {
  const tests::TempDir folder;
  const std::string list = folder.write("feeds.list", "http://a.example/\n");
  EXPECT_THROW(check_metrics_file(list), UsageError);
  EXPECT_NO_THROW(check_metrics_file(folder.write("new", fetch_metrics({}))));
  EXPECT_NO_THROW(check_metrics_file(folder.write("empty", "")));
  EXPECT_NO_THROW(check_metrics_file(folder.path() + "/none"));
  EXPECT_NO_THROW(check_metrics_file(""));
}

TEST(FetchMetrics, ProgressNamesStatusesAndHosts) {
  FetchCounts counts;
  EXPECT_EQ(progress_words(counts), "0 answers, 0 hosts asked, 0 wait, ");
  counts.fetched = 1234;
  counts.statuses = {{"2xx", 1200}, {"4xx", 34}};
  counts.failed = {{"timeout", 3}, {"unresolved", 2}};
  counts.under_way = 64;
  counts.waiting = 1020;
  EXPECT_EQ(progress_words(counts),
            "1,234 answers (2xx 1,200, 4xx 34), 5 failed, 64 hosts asked, "
            "1,020 wait, ");
}

}  // namespace
}  // namespace wax::crawl
