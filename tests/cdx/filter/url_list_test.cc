#include <gtest/gtest.h>
#include <re2/re2.h>

#include <random>

#include "cdx/filter/capture_filter.h"
#include "cdx/format/cdx_lines.h"
#include "io/error.h"
#include "lines/line_stream.h"
#include "tests/support/temp_dir.h"

namespace wax::cdx {
namespace {

std::unique_ptr<UrlList> list(const std::vector<std::string>& lines,
                              UrlKeyKind kind = UrlKeyKind::kSurt) {
  auto list = std::make_unique<UrlList>(kind);
  for (const std::string& line : lines) list->add(line);
  list->finish();
  return list;
}

TEST(UrlList, HasPrefixesKeysUrlsAndPatterns) {
  auto blocked = list({"# comment", "", "com,example)/private",
                       "com,example)/private/more", "=com,example)/a",
                       "http://www.other.org/X/", R"(~ads\.gif)",
                       "~/trap/.*/trap/", "~(?i)LOGIN"});
  const std::pair<std::pair<const char*, const char*>, bool> kCases[] = {
      {{"com,example)/private", ""}, true},
      {{"com,example)/private/more/x", ""}, true},
      {{"com,example)/privat", ""}, false},
      {{"com,example)/a", ""}, true},
      {{"com,example)/a/b", ""}, false},
      {{"org,other)/x/y", ""}, true},
      {{"org,other)/xy", ""}, false},
      {{"a)/", "http://a/ads.gif?1"}, true},
      {{"a)/", "http://a/adsxgif"}, false},
      {{"a)/", "http://a/trap/x/trap/"}, true},
      {{"a)/", "http://a/trap/"}, false},
      {{"a)/", "http://a/Login"}, true},
  };
  for (const auto& [capture, expected] : kCases) {
    EXPECT_EQ(blocked->contains(capture.first, capture.second), expected)
        << capture.first << " " << capture.second;
  }
}

struct LineCase {
  const char* line;
  const char* key;
  bool contained;
};

TEST(UrlList, ReadsUrlsAsLookUpsDo) {
  const LineCase kCases[] = {
      {"*.example.com", "com,example)/a", true},
      {"*.example.com", "com,example,sub)/", true},
      {"*.example.com", "com,example-b)/", false},
      {"*.com", "com,example)/", true},
      {"http://example.com*", "com,example)/a", true},
      {"http://example.com/a*", "com,example)/ab", true},
      {"http://example.com/a*", "com,example)/b", false},
      {"=http://example.com/", "com,example)/", true},
      {"=http://example.com/", "com,example)/a", false},
      {"=www.example.com/A", "com,example)/a", true},
      {"example.com/a", "com,example)/ab", true},
      {"example.com/a", "com,example)/b", false},
      {"example.com", "com,example)/b", true},
      {"example.com:8080/", "com,example:8080)/b", true},
      {"=example.com:8080", "com,example:8080)/", true},
      {"localhost:80/a", "localhost)/ab", true},
      {"localhost/a", "localhost)/ab", true},
      {" com,example)/ ", "com,example)/b", true},
      {"\tcom,example,", "com,example,sub)/", true},
      {"com,example)/a*", "com,example)/ab", true},
      {" = com,example)/a", "com,example)/a", true},
      {"com", "com,example)/", true},
      {"192.168.", "192.168.1.1)/", true},
      {"dns:www.example.com", "dns:www.example.com", true},
      {"=dns:www.example.com", "dns:www.example.com", true},
      {"warcinfo:/a", "warcinfo:/a/b", true},
  };
  for (const LineCase& c : kCases) {
    EXPECT_EQ(list({c.line})->contains(c.key, ""), c.contained)
        << c.line << " of " << c.key;
  }
  const LineCase kLegacy[] = {
      {"example.com/a", "example.com/ab", true},
      {"www.example.com/a", "example.com/ab", true},
      {"http://www.example.com/a", "example.com/ab", true},
      {"exam", "example.com/", true},
      {"=example.com/", "example.com/", true},
      {"=example.com/", "example.com/a", false},
  };
  for (const LineCase& c : kLegacy) {
    EXPECT_EQ(list({c.line}, UrlKeyKind::kLegacy)->contains(c.key, ""),
              c.contained)
        << c.line << " of " << c.key;
  }
}

TEST(UrlList, RefusesInvalidKeys) {
  for (const char* line : {"com,example)/ 2007", "=", "*", "*.",
                           "*.example.com/a", "http://a:b/", "com, example"}) {
    EXPECT_THROW(list({line}), UsageError) << line;
  }
  for (const char* line :
       {"com,example)/", "=com,example)/", "*.example.com"}) {
    EXPECT_THROW(list({line}, UrlKeyKind::kLegacy), UsageError) << line;
  }
}

TEST(UrlList, KnowsTheKindOfItsKeys) {
  EXPECT_EQ(list({})->kind(), std::nullopt);
  EXPECT_EQ(list({"~a.com/", "com,"})->kind(), std::nullopt);
  EXPECT_EQ(list({"http://a.com"})->kind(), UrlKeyKind::kSurt);
  EXPECT_EQ(list({"dns:a.com", "=com,a)/"})->kind(), UrlKeyKind::kSurt);
  EXPECT_EQ(list({"=a.com/", "b.com/x"}, UrlKeyKind::kLegacy)->kind(),
            UrlKeyKind::kLegacy);
}

TEST(UrlList, NamesTheLineOfAnInvalidPattern) {
  tests::TempDir directory;
  std::string path = directory.write("list", "com,a)/\n~(\n");
  UrlList bad(UrlKeyKind::kSurt);
  try {
    bad.add_file(path);
    FAIL();
  } catch (const lines::LineError& error) {
    EXPECT_NE(std::string(error.what()).find("list: line 2: '('"),
              std::string::npos)
        << error.what();
  }
}

TEST(UrlList, AgreesWithTryingEachLine) {
  std::mt19937 random(11);
  auto text = [&](size_t most) {
    std::string made(1 + random() % most, ' ');
    for (char& c : made) c = "abc/"[random() % 4];
    return made;
  };
  for (int round = 0; round < 40; ++round) {
    std::vector<std::string> prefixes, keys, patterns, lines;
    for (int i = 0; i < 5; ++i) {
      prefixes.push_back("x)" + text(4));
      keys.push_back("x)" + text(4));
      patterns.push_back(text(5) + (i % 2 == 0 ? "" : "." + text(3)));
      lines.push_back(prefixes.back());
      lines.push_back("=" + keys.back());
      lines.push_back("~" + patterns.back());
    }
    auto all = list(lines);
    for (int i = 0; i < 200; ++i) {
      std::string key = "x)" + text(6);
      std::string url = text(12);
      bool expected = false;
      for (size_t n = 0; n < prefixes.size(); ++n) {
        expected |= key.starts_with(prefixes[n]) || key == keys[n] ||
                    RE2::PartialMatch(url, patterns[n]);
      }
      ASSERT_EQ(all->contains(key, url), expected) << key << " " << url;
    }
  }
}

}  // namespace
}  // namespace wax::cdx
