#include "cdx/lookup/lookup.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "cdx/format/legend.h"
#include "io/error.h"
#include "io/problem.h"
#include "tests/cdx/lookup/sample_captures.h"
#include "tests/lines/stream_text.h"
#include "tests/support/archives.h"
#include "tests/support/temp_dir.h"

namespace wax::cdx {
namespace {

using tests::TempDir;

// The dates of the lines that are found.
Lines looked_up(const std::string& file, const LookupOptions& options,
                std::string_view url = "http://example.com/") {
  auto files = open_all({file});
  tests::Problems problems;
  return dates_of(
      *lookup_lines(files, lookup_range(url, options), options, problems));
}

struct Sample : SampleCaptures {
  Lines found(const LookupOptions& options,
              std::string_view url = "http://example.com/") const {
    return looked_up(file, options, url);
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

// One second has many captures of a key when hosts redirect.
TEST(Lookup, ClosestGivesTheCaptureThatWasAskedFor) {
  TempDir home;
  std::string lines;
  for (const char* rest :
       {"20140101000000 http://example.com/a html 301 AAA",
        "20140101000000 http://example.com/a/ html 200 AAA",
        "20140101000000 https://example.com/a html 301 AAA",
        "20140101000000 https://www.example.com/a html 200 AAA",
        "20140103000000 http://example.com/a html 200 AAA"}) {
    lines += "com,example)/a " + std::string(rest) + "\n";
  }
  const std::string file = home.write("a.cdx", " CDX N b a m s k\n" + lines);
  auto files = open_all({file});
  for (bool is_sorted : {false, true}) {
    auto found = [&](const std::string& url, const char* date) {
      LookupOptions options;
      options.closest = date;
      options.asked_url = url;
      // Needs the lines in order, so they are sorted.
      if (is_sorted) options.collapse = "url";
      options.fields = {"timestamp", "url"};
      NoProblems none;
      auto answer =
          lookup_lines(files, lookup_range(url, options), options, none);
      std::string_view line;
      return answer->next(line) ? std::string(line) : "";
    };
    for (const char* url :
         {"http://example.com/a", "http://example.com/a/",
          "https://example.com/a", "https://www.example.com/a"}) {
      EXPECT_EQ(found(url, "20140101000000"),
                "20140101000000 " + std::string(url));
    }
    EXPECT_EQ(found("example.com/a/", "20140101000000"),
              "20140101000000 http://example.com/a/");
    // The date goes before.
    EXPECT_EQ(found("https://example.com/a", "20140103000000"),
              "20140103000000 http://example.com/a");
    // As near on both sides: the earlier one, whatever its URL.
    EXPECT_EQ(found("https://www.example.com/a", "20140102000000"),
              "20140101000000 https://www.example.com/a");
  }
}

// Two columns are enough.
TEST(Lookup, AskedUrlsAndFieldsMayBeMissing) {
  TempDir home;
  auto files = open_all(
      {home.write("a.cdx", " CDX N b V\ncom,example)/ 20140101000000 7\n")});
  LookupOptions options;
  options.closest = "2014";
  options.asked_url = "http://example.com/";
  options.allow_missing = true;
  options.fields = {"url", "offset"};
  NoProblems none;
  auto lines = lookup_lines(files, lookup_range("http://example.com/", options),
                            options, none);
  std::string_view line;
  ASSERT_TRUE(lines->next(line));
  EXPECT_EQ(line, "- 7");
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

TEST(Lookup, ShowsFieldsInEveryOrder) {
  Sample sample;
  auto files = open_all({sample.file});
  auto shown = [&](const LookupOptions& options) {
    tests::Problems problems;
    return all_lines(*lookup_lines(files, lookup_range("example.com", options),
                                   options, problems));
  };
  EXPECT_EQ(shown({.reverse = true, .limit = 1, .fields = {"timestamp"}}),
            Lines{kYear15});
  EXPECT_EQ(shown({.closest = kDay4, .limit = 1, .fields = {"s"}}),
            Lines{"301"});
}

TEST(Lookup, PagesTogetherHaveEveryCaptureOnce) {
  TempDir folder;
  std::string text;
  for (int i = 10; i < 60; ++i) {
    text += cdx_line("com,example)/", "201401010000" + std::to_string(i));
  }
  std::string zipnum = zipnum_of(folder, "z", text, 7);
  LookupOptions options;
  options.page_blocks = 3;
  Lines pages;
  for (options.page = 0; options.page < 3; ++options.page) {
    for (std::string& date : looked_up(zipnum, options)) {
      pages.push_back(std::move(date));
    }
  }
  EXPECT_EQ(pages, looked_up(zipnum, {}));
  EXPECT_THROW((void)looked_up(zipnum, options), UsageError) << "no page 3";
  EXPECT_EQ(looked_up(folder.write("a.cdx", text), {.page_blocks = 1}), pages);
}

// Reading from the end, or from a date on, gives what sorting gives. A
// resolved answer is sorted, and has three fields more.
TEST(Lookup, OrdersFilesOfAllKindsAsIfAllLinesWereSorted) {
  for (unsigned seed = 0; seed < 12; ++seed) {
    std::mt19937 random(seed);
    std::vector<Lines> parts(1 + random() % 3);
    size_t count = random() % 300;
    for (size_t i = 0; i < count; ++i) {
      std::string date = std::to_string(
          20070101000000 + random() % 30 * 1000000 + random() % 2 * 235959);
      std::string key = random() % 9 == 0 ? "com,example)/a" : "com,example)/";
      parts[random() % parts.size()].push_back(
          key + ' ' + date + " http://u/ text/html " +
          std::to_string(200 + random() % 3) + " - - - 1 " + std::to_string(i) +
          " a.gz");
    }
    TempDir folder;
    std::vector<std::unique_ptr<Searchable>> files;
    for (size_t i = 0; i < parts.size(); ++i) {
      std::sort(parts[i].begin(), parts[i].end());
      std::string text;
      for (const std::string& line : parts[i]) text += line + '\n';
      if (random() % 2 == 0) {
        std::string name =
            zipnum_of(folder, "z" + std::to_string(i), text, 1 + random() % 20);
        files.push_back(open_searchable(name + "/cluster.idx"));
      } else {
        files.push_back(
            open_searchable(folder.write("f" + std::to_string(i), text)));
      }
    }
    for (int i = 0; i < 12; ++i) {
      LookupOptions options;
      options.sort.jobs = 1;
      if (random() % 2 == 0) {
        options.reverse = true;
      } else {
        std::string date =
            std::to_string(20070101000000 + random() % 34 * 1000000);
        options.closest = date.substr(0, 4 + random() % 6 * 2);
      }
      if (random() % 2 == 0) options.filters = {"!status:200"};
      if (random() % 2 == 0) options.limit = 1 + random() % 20;
      std::string_view url = random() % 4 == 0 ? "example.com*" : "example.com";
      auto answer = [&] {
        tests::Problems problems;
        auto found =
            lookup_lines(files, lookup_range(url, options), options, problems);
        Lines lines;
        std::string_view line;
        while (found->next(line)) {
          lines.emplace_back(line.substr(0, line.find(".gz") + 3));
        }
        return lines;
      };
      Lines found = answer();
      options.resolve_revisits = true;
      ASSERT_EQ(found, answer()) << "seed " << seed << ' ' << options.closest;
    }
  }
}

struct HeaderCase {
  const char* file;
  LookupOptions options;
  const char* header;  // nullptr: refused
};

TEST(Lookup, TheHeaderNamesTheColumnsThatAreThere) {
  constexpr const char* kHeaded = " CDX N b m s k V g\na) 1 m 200 D 2 f\n";
  constexpr const char* kBare = "a) 1 u m 200 D - - 1 2 f\n";
  constexpr const char* kJson = "a) 1 {\"url\": \"x\"}\n";
  LookupOptions resolve;
  resolve.resolve_revisits = true;
  LookupOptions resolved_fields = resolve;
  resolved_fields.fields = {"timestamp", "k"};
  const HeaderCase cases[] = {
      {kHeaded, {}, " CDX N b m s k V g"},
      {kBare, {}, ""},
      {kJson, {}, ""},
      {kHeaded, {.fields = {"timestamp", "status"}}, " CDX b s"},
      {kJson, {.fields = {"timestamp", "url"}}, " CDX b a"},
      {kJson, {.fields = {"timestamp", "title"}}, nullptr},
      {kHeaded, {.fields = {"timestamp", "orig.length"}}, nullptr},
      {kHeaded, resolve, nullptr},
      {kBare, resolve, ""},
      {kJson, resolve, ""},
      {kHeaded, resolved_fields, " CDX b k"},
  };
  for (const HeaderCase& c : cases) {
    TempDir folder;
    auto files = open_all({folder.write("a", c.file)});
    if (c.header == nullptr) {
      EXPECT_THROW((void)lookup_header(files, c.options), UsageError) << c.file;
    } else {
      EXPECT_EQ(lookup_header(files, c.options), c.header) << c.file;
    }
  }
}

TEST(Lookup, KnowsTheKindOfKeysOfFilesAndZipNums) {
  TempDir folder;
  const std::string dns = "dns:a.com 20140101000000 {}\n";
  const std::string surt = dns + "org,a)/ 20140101000000 {}\n";
  const std::string legacy = "a.com/ 20140101000000 {}\n" + dns;
  struct Case {
    std::vector<std::string> texts;
    std::optional<UrlKeyKind> kind;  // none: not told
    bool mixed = false;
  };
  const Case cases[] = {
      {{""}, std::nullopt},
      {{dns}, std::nullopt},
      {{dns, ""}, std::nullopt},
      {{surt}, UrlKeyKind::kSurt},
      {{dns, surt}, UrlKeyKind::kSurt},
      {{legacy}, UrlKeyKind::kLegacy},
      {{legacy, dns}, UrlKeyKind::kLegacy},
      {{surt, legacy}, std::nullopt, true},
  };
  int made = 0;
  for (const Case& c : cases) {
    for (bool blocks : {false, true}) {
      std::vector<std::unique_ptr<Searchable>> files;
      for (const std::string& text : c.texts) {
        std::string name = "f" + std::to_string(++made);
        files.push_back(open_searchable(blocks ? zipnum_of(folder, name, text)
                                               : folder.write(name, text)));
      }
      for (UrlKeyKind kind : {UrlKeyKind::kSurt, UrlKeyKind::kLegacy}) {
        if (c.mixed || (c.kind && *c.kind != kind)) {
          EXPECT_THROW(check_keys(files, kind), UsageError);
        } else {
          EXPECT_NO_THROW(check_keys(files, kind));
        }
      }
    }
  }
}

TEST(Lookup, RefusesInvalidOptions) {
  Sample sample;
  for (const char* date : {"1", "abc", "201401010000001", "2014-01"}) {
    EXPECT_THROW((void)sample.found({.from = date}), UsageError) << date;
    EXPECT_THROW((void)sample.found({.closest = date}), UsageError) << date;
  }
  EXPECT_THROW((void)lookup_range("*.a.com", {.url_key = UrlKeyKind::kLegacy}),
               UsageError);
  EXPECT_THROW((void)lookup_range("http://h:99999/*", {}), UsageError);
}

TEST(Lookup, LeavesOutResultsAtTheFront) {
  SampleCaptures sample;
  auto files = open_all({sample.file});
  NoProblems none;
  LookupOptions options;
  options.fields = {"timestamp"};
  SearchRange range = lookup_range("example.com", options);
  options.offset = 1;
  options.limit = 2;
  EXPECT_EQ(all_lines(*lookup_lines(files, range, options, none)),
            (Lines{kDay2, kDay4}));
  options.reverse = true;
  EXPECT_EQ(all_lines(*lookup_lines(files, range, options, none)),
            (Lines{kDay4, kDay2}));
  options.offset = 9;
  EXPECT_EQ(all_lines(*lookup_lines(files, range, options, none)), Lines{});
}

TEST(Lookup, GivesTheLastResultsInTheUsualOrder) {
  SampleCaptures sample;
  auto files = open_all({sample.file});
  NoProblems none;
  LookupOptions options;
  options.fields = {"timestamp"};
  options.last = 2;
  SearchRange range = lookup_range("example.com", options);
  EXPECT_EQ(all_lines(*lookup_lines(files, range, options, none)),
            (Lines{kDay4, kYear15}));
  options.collapse = "timestamp:4";
  EXPECT_EQ(all_lines(*lookup_lines(files, range, options, none)),
            (Lines{kDay1, kYear15}));
  options.limit = 1;
  EXPECT_THROW((void)lookup_lines(files, range, options, none), UsageError);
}

TEST(Lookup, CountsTheEarlierCapturesWithTheSameDigest) {
  tests::TempDir folder;
  std::string lines;
  auto add = [&](const char* key, int year, const char* digest) {
    lines += std::string(key) + ' ' + std::to_string(year) +
             "0101000000 http://u/ text/html 200 " + digest + " - - 1 2 a.gz\n";
  };
  add("com,example)/", 2001, "A");
  add("com,example)/", 2002, "B");
  add("com,example)/", 2003, "A");
  add("com,example)/", 2004, "sha1:A");
  add("com,example)/a", 2005, "A");
  auto files = open_all({folder.write("a.cdx", lines)});
  NoProblems none;
  LookupOptions options;
  options.fields = {"timestamp"};
  options.count_duplicates = true;
  options.match = MatchType::kPrefix;
  SearchRange range = lookup_range("example.com", options);
  EXPECT_EQ(all_lines(*lookup_lines(files, range, options, none)),
            (Lines{"20010101000000 0", "20020101000000 0", "20030101000000 1",
                   "20040101000000 2", "20050101000000 0"}));
  auto json = open_all(
      {folder.write("a.cdxj",
                    "com,example)/ 20010101000000 {\"url\": \"http://u/\", "
                    "\"digest\": \"A\"}\n")});
  options.fields = {};
  EXPECT_EQ(all_lines(*lookup_lines(json, range, options, none)),
            (Lines{"com,example)/ 20010101000000 {\"url\": \"http://u/\", "
                   "\"digest\": \"A\", \"dupecount\": \"0\"}"}));
}

// The answer to a query, taken in portions of some lines.
Lines in_portions(const std::vector<std::string>& paths,
                  const SearchRange& range, LookupOptions options,
                  uint64_t portion) {
  Lines all;
  NoProblems none;
  options.resumable = true;
  options.limit = portion;
  for (int i = 0; i < 1000; ++i) {
    auto files = open_all(paths);
    auto lines = lookup_lines(files, range, options, none);
    std::string_view line;
    uint64_t count = 0;
    for (; lines->next(line); ++count) all.emplace_back(line);
    if (count < portion) return all;
    options.resume = lines->resume_key();
  }
  ADD_FAILURE() << "it does not end";
  return all;
}

TEST(Lookup, ResumedAnswersTogetherAreTheWholeAnswer) {
  tests::TempDir folder;
  std::mt19937 random(7);
  for (int round = 0; round < 20; ++round) {
    std::vector<std::string> paths;
    for (int file = 0; file < 2; ++file) {
      std::vector<std::string> lines;
      for (unsigned i = 0; i < 5 + random() % 40; ++i) {
        lines.push_back("com,example)/" + std::string(1, "ab"[random() % 2]) +
                        ' ' + std::to_string(2000 + random() % 4) +
                        "0101000000 http://u/ text/html 200 " +
                        std::string(1, "ABC"[random() % 3]) + " - - 1 2 " +
                        std::string(1, "xy"[random() % 2]) + '\n');
      }
      std::sort(lines.begin(), lines.end());
      std::string text;
      for (const std::string& line : lines) text += line;
      paths.push_back(folder.write(
          std::to_string(round) + '-' + std::to_string(file), text));
    }
    std::vector<LookupOptions> queries(6);
    queries[1].collapse = "digest";
    queries[2].collapse_last = "timestamp:4";
    queries[3].filters = {"digest:A"};
    queries[4].resolve_revisits = true;
    queries[5].count_duplicates = true;
    for (LookupOptions& query : queries) {
      query.match = MatchType::kHost;
      SearchRange range = lookup_range("example.com", query);
      auto files = open_all(paths);
      NoProblems none;
      Lines whole = all_lines(*lookup_lines(files, range, query, none));
      for (uint64_t portion : {1, 3, 7}) {
        EXPECT_EQ(in_portions(paths, range, query, portion), whole) << round;
      }
    }
  }
}

TEST(Lookup, RefusesToResumeInAnotherOrder) {
  SampleCaptures sample;
  auto files = open_all({sample.file});
  NoProblems none;
  LookupOptions options;
  SearchRange range = lookup_range("example.com", options);
  options.resume = "no key";
  EXPECT_THROW((void)lookup_lines(files, range, options, none), UsageError);
  options.resume = "com,example)/ 2014 1";
  options.reverse = true;
  EXPECT_THROW((void)lookup_lines(files, range, options, none), UsageError);
}

TEST(Lookup, EndsWithWhatItsTickThrows) {
  tests::TempDir folder;
  std::string lines;
  for (int i = 0; i < 5000; ++i) {
    lines += cdx_line("com,example)/", std::to_string(20140101000000 + i));
  }
  auto files = open_all({folder.write("a.cdx", lines)});
  NoProblems none;
  LookupOptions options;
  options.filters = {"status:500"};
  options.tick = [] { throw Error("enough"); };
  auto found =
      lookup_lines(files, lookup_range("example.com", options), options, none);
  EXPECT_THROW((void)all_lines(*found), Error);
}

}  // namespace
}  // namespace wax::cdx
