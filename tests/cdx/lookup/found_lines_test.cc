#include "cdx/lookup/found_lines.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "cdx/lookup/lookup.h"
#include "io/error.h"
#include "tests/cdx/lookup/sample_captures.h"
#include "tests/lines/stream_text.h"
#include "tests/support/archives.h"

namespace wax::cdx {
namespace {

struct Found {
  explicit Found(const std::vector<std::string>& paths,
                 const LookupOptions& options,
                 std::string_view url = "example.com")
      : files(open_all(paths)),
        lines(files, RangeMerger::ascending(files, lookup_range(url, options)),
              options, problems) {}

  std::vector<std::unique_ptr<Searchable>> files;
  tests::Problems problems;
  FoundLines lines;
};

Lines found_dates(const std::vector<std::string>& paths,
                  const LookupOptions& options,
                  std::string_view url = "example.com") {
  Found found(paths, options, url);
  return dates_of(found.lines);
}

struct FoundCase {
  LookupOptions options;
  Lines dates;
  const char* url = "example.com";
};

void expect_found(const std::vector<FoundCase>& cases) {
  SampleCaptures sample;
  for (const FoundCase& c : cases) {
    EXPECT_EQ(found_dates({sample.file}, c.options, c.url), c.dates)
        << "case " << &c - cases.data();
  }
}

TEST(FoundLines, AShortDateIsAWholePeriod) {
  expect_found({
      {{.from = "2014", .to = "2014"}, {kDay1, kDay2, kDay4}},
      {{.from = "20140102", .to = "20140102"}, {kDay2}},
      {{.from = "2014010200", .to = "2014010200"}, {kDay2}},
      {{.from = "2014010201"}, {kDay4, kYear15}},
      {{.from = "2015"}, {kYear15}},
      {{.to = "2013"}, {}},
      {{.to = kDay1}, {kDay1}},
      {{.from = "2015", .to = "2014"}, {}},
  });
}

TEST(FoundLines, PassAllFilters) {
  expect_found({
      {{.filters = {"=status:200"}}, {kDay1, kYear15}},
      {{.filters = {"!status:200", "statuscode:4"}}, {kDay2}},
      {{.filters = {"~s:[34]"}}, {kDay2, kDay4}},
      {{.filters = {"=status:200", "=status:404"}}, {}},
      {{.filters = {"~.* 404 "}}, {kDay2}},
  });
  SampleCaptures sample;
  EXPECT_THROW((void)found_dates({sample.file}, {.filters = {"bogus:x"}}),
               UsageError);
}

TEST(FoundLines, AreCollapsedToTheFirstOrTheLast) {
  expect_found({
      {{.collapse = "timestamp:4"}, {kDay1, kYear15}},
      {{.collapse_last = "timestamp:4"}, {kDay4, kYear15}},
      {{.collapse_last = "urlkey"}, {kYear15, kDay1, kDay2}, "example.com*"},
      {{.collapse = "urlkey"}, {}, "none.com"},
      {{.collapse_last = "urlkey"}, {}, "none.com"},
      {{.collapse_time = 4}, {kDay1, kDay2, kDay4, kYear15}},
      {{.filters = {"status:200"}, .collapse_time = 3}, {kDay1}},
  });
}

TEST(FoundLines, CollapseDigestsByTheirNormalForm) {
  tests::TempDir folder;
  auto line = [](const char* date, const std::string& digest) {
    return "com,example)/ " + std::string(date) + " {\"digest\": \"" + digest +
           "\"}\n";
  };
  const std::string digest = kSampleDigest;
  std::string file = folder.write(
      "a.cdxj", line(kDay1, digest) + line(kDay2, "sha1:" + digest) +
                    line(kDay4, "da39a3ee5e6b4b0d3255bfef95601890afd80709") +
                    line(kYear15, "sha1:3I42AAAAAAAAAAAAAAAAAAAAAAAAAAAA"));
  auto found = [&](const LookupOptions& options) {
    return found_dates({file}, options);
  };
  EXPECT_EQ(found({.collapse = "digest"}), (Lines{kDay1, kYear15}));
  EXPECT_EQ(found({.collapse = "digest:4"}), Lines{kDay1});
  EXPECT_EQ(found({.collapse_last = "k"}), (Lines{kDay4, kYear15}));
  EXPECT_EQ(found({.collapse = "digest:5"}), (Lines{kDay1, kYear15}));
}

TEST(FoundLines, MayOmitRedirectsToItself) {
  expect_found({{{.omit_self_redirects = true}, {kDay1, kDay2, kYear15}}});
}

TEST(FoundLines, HaveTheRequestedFields) {
  SampleCaptures sample;
  auto shown = [&](std::vector<std::string> fields) {
    LookupOptions options = {.to = kDay1, .fields = std::move(fields)};
    Found found({sample.file}, options);
    return all_lines(found.lines);
  };
  EXPECT_EQ(shown({"status", "timestamp", "r"}),
            Lines{std::string("200 ") + kDay1 + " -"});
  EXPECT_EQ(shown({"b", "timestamp"}), Lines{std::string(kDay1) + ' ' + kDay1});
  EXPECT_THROW((void)shown({"bogus"}), UsageError);
}

TEST(FoundLines, KnowTheDateOfTheLastLine) {
  SampleCaptures sample;
  Found found({sample.file}, {.closest = "2014", .fields = {"status"}});
  std::string_view line;
  Lines dates;
  while (found.lines.next(line)) dates.emplace_back(found.lines.date());
  EXPECT_EQ(dates, (Lines{kDay1, kDay2, kDay4, kYear15}));
}

using Names = std::vector<std::string>;

TEST(LookupPlan, NamesTheFieldsThatTheOptionsNeed) {
  const struct {
    LookupOptions options;
    Names names;
  } kCases[] = {
      {{}, {}},
      {{.reverse = true, .limit = 3}, {}},
      {{.from = "2007"}, {"timestamp"}},
      {{.to = "2007"}, {"timestamp"}},
      {{.closest = "2007"}, {"timestamp"}},
      {{.collapse_time = 4}, {"timestamp", "status"}},
      {{.omit_self_redirects = true}, {"status", "urlkey", "redirect"}},
      {{.filters = {"mime:text", "!mime:css", "=status:200"}},
       {"mime", "status"}},
      {{.filters = {"~a.*b"}}, {}},
      {{.filters = {"=timestamp:2007"}, .from = "2007"}, {"timestamp"}},
      {{.collapse = "digest:4", .collapse_last = "digest"}, {"digest"}},
      {{.fields = {"url", "title", "url"}}, {"url", "title"}},
  };
  for (const auto& c : kCases) {
    EXPECT_EQ(LookupPlan(c.options).names, c.names) << "case " << &c - kCases;
  }
}

TEST(LookupPlan, KnowsThePartThatIsCompared) {
  constexpr size_t kAll = SIZE_MAX;
  const struct {
    const char* text;
    size_t size;
    bool is_digest;
  } kCases[] = {
      {"status", kAll, false}, {"timestamp:4", 4, false},
      {"digest", kAll, true},  {"k:7", 7, true},
      {"status:0", 0, false},
  };
  for (const auto& c : kCases) {
    for (bool last : {false, true}) {
      LookupOptions options;
      (last ? options.collapse_last : options.collapse) = c.text;
      LookupPlan plan(options);
      const LookupPlan::Part& part = last ? plan.last_of : plan.first_of;
      EXPECT_EQ(part.field, 0U) << c.text;
      EXPECT_EQ(part.size, c.size) << c.text;
      EXPECT_EQ(part.is_digest, c.is_digest) << c.text;
      const LookupPlan::Part& other = last ? plan.first_of : plan.last_of;
      EXPECT_EQ(other.field, LookupPlan::kNoField) << c.text;
    }
  }
}

TEST(LookupPlan, AFilterWithoutAFieldIsForTheWholeLine) {
  LookupPlan plan({.filters = {"~a.*b", "=status:200"}});
  ASSERT_EQ(plan.filters.size(), 2U);
  EXPECT_EQ(plan.filters[0].second, LookupPlan::kNoField);
  EXPECT_EQ(plan.filters[1].second, 0U);
}

TEST(LookupPlan, RefusesInvalidPartsAndFilters) {
  for (const char* part : {"status:x", "status:", "status:-1", "status:1.5",
                           "timestamp:99999999999999999999999"}) {
    EXPECT_THROW(LookupPlan({.collapse = part}), UsageError) << part;
    EXPECT_THROW(LookupPlan({.collapse_last = part}), UsageError) << part;
  }
  EXPECT_THROW(LookupPlan({.filters = {"~status:("}}), UsageError);
}

}  // namespace

}  // namespace wax::cdx
