#include "cdx/lookup.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "cdx/legend.h"
#include "tests/support/archives.h"
#include "tests/support/temp_dir.h"
#include "warc/io/error.h"

namespace wax::cdx {
namespace {

using tests::TempDir;
using Lines = std::vector<std::string>;

// The dates of the lines that are found.
Lines dates(const std::vector<std::string>& files, std::string_view url,
            const LookupOptions& options) {
  std::vector<std::unique_ptr<Searchable>> opened;
  for (const std::string& file : files) {
    opened.push_back(open_searchable(file));
  }
  test::Problems problems;
  auto found =
      lookup_lines(opened, lookup_range(url, options), options, problems);
  Lines dates;
  std::string_view line;
  while (found->next(line)) dates.emplace_back(field(line, 1));
  return dates;
}

std::string cdx_line(const std::string& key, const std::string& date,
                     const std::string& status = "200",
                     const std::string& redirect = "-") {
  return key + ' ' + date + " http://u/ text/html " + status + " AAA " +
         redirect + " - 1 2 a.gz\n";
}

constexpr const char* kDay1 = "20140101000000";
constexpr const char* kDay2 = "20140102000000";
constexpr const char* kDay4 = "20140104000000";
constexpr const char* kYear15 = "20150101000000";

struct Sample {
  TempDir folder;
  std::string file = folder.write(
      "a.cdx",
      cdx_line("com,example)/", kDay1) +
          cdx_line("com,example)/", kDay2, "404") +
          cdx_line("com,example)/", kDay4, "301", "http://example.com") +
          cdx_line("com,example)/", kYear15) +
          cdx_line("com,example)/a", kDay1) +
          cdx_line("com,example)/a/b", kDay2) +
          cdx_line("com,example,www2)/", kDay4) +
          cdx_line("com,example-shop)/", kDay1));

  Lines found(const LookupOptions& options,
              std::string_view url = "http://example.com/") const {
    return dates({file}, url, options);
  }
};

TEST(Lookup, MatchesAsCdxServersDo) {
  Sample sample;
  EXPECT_EQ(sample.found({}).size(), 4U);
  EXPECT_EQ(sample.found({}, "http://example.com/a").size(), 1U);
  EXPECT_EQ(sample.found({}, "http://example.com/a*").size(), 2U);
  EXPECT_EQ(sample.found({}, "http://example.com/a/*").size(), 1U);
  EXPECT_EQ(sample.found({}, "*.example.com").size(), 7U);
  EXPECT_EQ(sample.found({.match = MatchType::kHost}).size(), 6U);
  EXPECT_EQ(sample.found({.match = MatchType::kDomain}).size(), 7U);
  EXPECT_EQ(sample.found({.match = MatchType::kExact}, "example.com/a*"),
            Lines{});
}

TEST(Lookup, TakesShortDatesAsAllOfTheirUnit) {
  Sample sample;
  EXPECT_EQ(sample.found({.from = "2014", .to = "2014"}).size(), 3U);
  EXPECT_EQ(sample.found({.from = "20140102", .to = "20140102"}), Lines{kDay2});
  EXPECT_EQ(sample.found({.from = "2015"}), Lines{kYear15});
  EXPECT_EQ(sample.found({.to = "2013"}), Lines{});
  EXPECT_EQ(sample.found({.to = kDay1}), Lines{kDay1});
}

TEST(Lookup, OrdersAndLimits) {
  Sample sample;
  EXPECT_EQ(sample.found({.limit = 2}), (Lines{kDay1, kDay2}));
  EXPECT_EQ(sample.found({.reverse = true, .limit = 2}),
            (Lines{kYear15, kDay4}));
  // As near on both sides: the earlier one.
  EXPECT_EQ(sample.found({.closest = "20140103000000"}),
            (Lines{kDay2, kDay4, kDay1, kYear15}));
  EXPECT_EQ(sample.found({.closest = "2014", .limit = 1}), Lines{kYear15});
  EXPECT_EQ(sample.found({.closest = "201401", .limit = 1}), Lines{kDay4});
}

TEST(Lookup, Filters) {
  Sample sample;
  EXPECT_EQ(sample.found({.filters = {"=status:200"}}),
            (Lines{kDay1, kYear15}));
  EXPECT_EQ(sample.found({.filters = {"!status:200", "statuscode:4"}}),
            Lines{kDay2});
  EXPECT_EQ(sample.found({.filters = {"~s:[34]"}}), (Lines{kDay2, kDay4}));
  EXPECT_THROW((void)sample.found({.filters = {"bogus:x"}}), UsageError);
}

TEST(Lookup, Collapses) {
  Sample sample;
  EXPECT_EQ(sample.found({.collapse = "timestamp:4"}), (Lines{kDay1, kYear15}));
  EXPECT_EQ(sample.found({.collapse_last = "timestamp:4"}),
            (Lines{kDay4, kYear15}));
  EXPECT_EQ(sample.found({.collapse_last = "urlkey"}, "example.com*"),
            (Lines{kYear15, kDay1, kDay2}));
  EXPECT_EQ(sample.found({.collapse_time = 4}).size(), 4U);
  EXPECT_EQ(sample.found({.filters = {"status:200"}, .collapse_time = 3}),
            Lines{kDay1});
}

TEST(Lookup, OmitsRedirectsToItself) {
  Sample sample;
  EXPECT_EQ(sample.found({.omit_self_redirects = true}),
            (Lines{kDay1, kDay2, kYear15}));
}

TEST(Lookup, MergesFilesOfAllKinds) {
  Sample sample;
  std::string json = sample.folder.write(
      "b.cdxj",
      "com,example)/ 20140103000000 {\"url\": \"http://example.com/\", "
      "\"status\": \"200\"}\n");
  std::string headed = sample.folder.write(
      "c.cdx", " CDX N b s\ncom,example)/ 20140101120000 200\n");
  EXPECT_EQ(dates({sample.file, json, headed}, "example.com",
                  {.filters = {"=status:200"}}),
            (Lines{kDay1, "20140101120000", "20140103000000", kYear15}));
}

TEST(Lookup, ReportsLinesThatAreNoCaptures) {
  TempDir folder;
  std::string file = folder.write("a.cdxj",
                                  "a)/ 20140101000000 {\"status\": \"200\"}\n"
                                  "a)/ 20140102000000 {\"status\": \n");
  std::vector<std::unique_ptr<Searchable>> files;
  files.push_back(open_searchable(file));
  test::Problems problems;
  LookupOptions options;
  options.filters = {"status:200"};
  auto found = lookup_lines(files, lookup_range("http://a/", options), options,
                            problems);
  std::string_view line;
  EXPECT_TRUE(found->next(line));
  EXPECT_FALSE(found->next(line));
  EXPECT_EQ(problems.ids(), Lines{"cdx-bad-line"});
}

TEST(Lookup, RefusesWhatMakesNoSense) {
  Sample sample;
  for (const char* date : {"1", "abc", "201401010000001", "2014-01"}) {
    EXPECT_THROW((void)sample.found({.from = date}), UsageError) << date;
    EXPECT_THROW((void)sample.found({.closest = date}), UsageError) << date;
  }
  EXPECT_THROW((void)sample.found({.collapse = "status:x"}), UsageError);
  EXPECT_THROW((void)lookup_range("*.a.com", {.url_key = UrlKeyKind::kLegacy}),
               UsageError);
  EXPECT_THROW((void)lookup_range("http://h:99999/", {}), UsageError);
}

}  // namespace
}  // namespace wax::cdx
