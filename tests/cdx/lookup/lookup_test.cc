#include "cdx/lookup/lookup.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include "cdx/files/zipnum_writer.h"
#include "cdx/format/legend.h"
#include "cdx/lookup/lookup_blocks.h"
#include "io/error.h"
#include "tests/lines/stream_text.h"
#include "tests/support/archives.h"
#include "tests/support/temp_dir.h"

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

TEST(Lookup, TakesAShortDateAsAWholePeriod) {
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
        std::string name = folder.path() + "/z" + std::to_string(i);
        std::filesystem::create_directory(name);
        ZipNumOptions options;
        options.block_lines = 1 + random() % 20;
        write_zipnum(*lines::lines_of(text), "", name, options);
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
        test::Problems problems;
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

TEST(Lookup, ShowsFields) {
  Sample sample;
  std::vector<std::unique_ptr<Searchable>> files;
  files.push_back(open_searchable(sample.file));
  auto shown = [&](LookupOptions options) {
    test::Problems problems;
    auto found = lookup_lines(files, lookup_range("example.com", options),
                              options, problems);
    Lines lines;
    std::string_view line;
    while (found->next(line)) lines.emplace_back(line);
    return lines;
  };
  EXPECT_EQ(shown({.limit = 1, .fields = {"status", "timestamp", "r"}}),
            Lines{std::string("200 ") + kDay1 + " -"});
  EXPECT_EQ(shown({.reverse = true, .limit = 1, .fields = {"timestamp"}}),
            Lines{kYear15});
  EXPECT_EQ(shown({.closest = kDay4, .limit = 1, .fields = {"s"}}),
            Lines{"301"});
  EXPECT_THROW((void)shown({.fields = {"bogus"}}), UsageError);
}

TEST(Lookup, PagesTogetherHaveEveryCaptureOnce) {
  Sample sample;
  std::string text;
  for (int i = 10; i < 60; ++i) {
    text += cdx_line("com,example)/", "201401010000" + std::to_string(i));
  }
  std::string name = sample.folder.path() + "/z";
  std::filesystem::create_directory(name);
  ZipNumOptions zipnum;
  zipnum.block_lines = 7;
  write_zipnum(*lines::lines_of(text), "", name, zipnum);
  std::vector<std::unique_ptr<Searchable>> files;
  files.push_back(open_searchable(name));
  SearchRange range = lookup_range("example.com", {});
  PageCounts counts = count_pages(*files[0], range, 3);
  EXPECT_EQ(counts.blocks, 8U);
  EXPECT_EQ(counts.pages, 3U);
  LookupOptions options;
  Lines pages;
  for (options.page = 0; options.page < counts.pages; ++options.page) {
    options.page_blocks = 3;
    for (std::string& date : dates({name}, "example.com", options)) {
      pages.push_back(std::move(date));
    }
  }
  EXPECT_EQ(pages, dates({name}, "example.com", {}));
  Lines blocks;
  for (options.page = 0; options.page < counts.pages; ++options.page) {
    Lines page = all_lines(*lookup_blocks(files, range, options));
    EXPECT_EQ(page.size(), options.page < 2 ? 3U : 2U);
    blocks.insert(blocks.end(), page.begin(), page.end());
  }
  EXPECT_EQ(blocks, all_lines(*lookup_blocks(files, range, {})));
  EXPECT_THROW((void)lookup_blocks(files, range, options), UsageError);
  EXPECT_THROW((void)dates({name}, "example.com", options), UsageError);
  EXPECT_EQ(count_pages(*files[0], lookup_range("a.org", {}), 3).pages, 0U);
  EXPECT_EQ(count_pages(*files[0], lookup_range("z.org", {}), 3).pages, 0U);
  EXPECT_THROW((void)dates({sample.file}, "example.com", {.page_blocks = 1}),
               UsageError);
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

TEST(Lookup, CollapsesDigestsByTheirNormalForm) {
  TempDir folder;
  auto line = [](const char* date, const std::string& digest) {
    return "com,example)/ " + std::string(date) + " {\"digest\": \"" + digest +
           "\"}\n";
  };
  const std::string digest = "3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ";
  std::string file = folder.write(
      "a.cdxj", line(kDay1, digest) + line(kDay2, "sha1:" + digest) +
                    line(kDay4, "da39a3ee5e6b4b0d3255bfef95601890afd80709") +
                    line(kYear15, "sha1:3I42AAAAAAAAAAAAAAAAAAAAAAAAAAAA"));
  auto found = [&](const LookupOptions& options) {
    return dates({file}, "example.com", options);
  };
  EXPECT_EQ(found({.collapse = "digest"}), (Lines{kDay1, kYear15}));
  EXPECT_EQ(found({.collapse = "digest:4"}), Lines{kDay1});
  EXPECT_EQ(found({.collapse_last = "k"}), (Lines{kDay4, kYear15}));
  EXPECT_EQ(found({.collapse = "digest:5"}), (Lines{kDay1, kYear15}));
}

TEST(Lookup, GivesTheColumnsOfOriginalsTheSameNamesInCdxAndCdxj) {
  TempDir folder;
  const std::string digest = "3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ";
  std::string cdx = "com,example)/ " + std::string(kDay1) +
                    " http://example.com/ text/html 200 " + digest +
                    " - - 6 20 f\ncom,example)/ " + std::string(kDay2) +
                    " http://example.com/ warc/revisit - " + digest +
                    " - - 7 30 g\n";
  auto member = [](const char* name, const std::string& value, bool last) {
    return '"' + std::string(name) + "\": \"" + value + (last ? "\"" : "\", ");
  };
  auto json = [&](const char* date, const char* mime, const char* length,
                  const char* offset, const char* file) {
    return "com,example)/ " + std::string(date) + " {" +
           member("mime", mime, false) + member("digest", digest, false) +
           member("length", length, false) + member("offset", offset, false) +
           member("filename", file, true) + "}\n";
  };
  std::string cdxj = json(kDay1, "text/html", "6", "20", "f") +
                     json(kDay2, "warc/revisit", "7", "30", "g");
  LookupOptions options;
  options.resolve_revisits = true;
  options.fields = {"offset", "orig.length", "orig.offset", "orig.filename"};
  for (const std::string& file :
       {folder.write("a.cdx", cdx),
        folder.write("b.cdx", Legend{}.header() + '\n' + cdx),
        folder.write("a.cdxj", cdxj)}) {
    std::vector<std::unique_ptr<Searchable>> files;
    files.push_back(open_searchable(file));
    test::Problems problems;
    SearchRange range = lookup_range("example.com", options);
    EXPECT_EQ(all_lines(*lookup_lines(files, range, options, problems)),
              (Lines{"20 - - -", "30 6 20 f"}))
        << file;
    LookupOptions filtered = options;
    filtered.filters = {"=orig.filename:f"};
    EXPECT_EQ(all_lines(*lookup_lines(files, range, filtered, problems)),
              Lines{"30 6 20 f"})
        << file;
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
    std::vector<std::unique_ptr<Searchable>> files;
    files.push_back(open_searchable(folder.write("a", c.file)));
    if (c.header == nullptr) {
      EXPECT_THROW((void)lookup_header(files, c.options), UsageError) << c.file;
    } else {
      EXPECT_EQ(lookup_header(files, c.options), c.header) << c.file;
    }
  }
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
        std::string name = folder / ("f" + std::to_string(++made));
        if (blocks) {
          std::filesystem::create_directory(name);
          (void)write_zipnum(*lines::lines_of(text), "", name, {});
        } else {
          folder.write("f" + std::to_string(made), text);
        }
        files.push_back(open_searchable(name));
      }
      for (UrlKeyKind kind : {UrlKeyKind::kSurt, UrlKeyKind::kLegacy}) {
        if (c.mixed || (c.kind && *c.kind != kind)) {
          EXPECT_THROW(check_key_kinds(files, kind), UsageError);
        } else {
          EXPECT_NO_THROW(check_key_kinds(files, kind));
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
  EXPECT_THROW((void)sample.found({.collapse = "status:x"}), UsageError);
  EXPECT_THROW((void)lookup_range("*.a.com", {.url_key = UrlKeyKind::kLegacy}),
               UsageError);
  EXPECT_THROW((void)lookup_range("http://h:99999/", {}), UsageError);
}

}  // namespace
}  // namespace wax::cdx
