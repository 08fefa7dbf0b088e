#include "cdx/url_list.h"

#include <gtest/gtest.h>
#include <re2/re2.h>

#include <random>

#include "cdx/cdx_lines.h"
#include "tests/support/temp_dir.h"
#include "warc/io/error.h"

namespace wax::cdx {
namespace {

std::unique_ptr<UrlList> list(const std::vector<std::string>& lines) {
  auto list = std::make_unique<UrlList>(UrlKeyKind::kSurt);
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

TEST(UrlList, SaysWhereAPatternIsWrong) {
  tests::TempDir directory;
  std::string path = directory.write("list", "com,a)/\n~(\n");
  UrlList bad(UrlKeyKind::kSurt);
  try {
    bad.add_file(path);
    FAIL();
  } catch (const LineError& error) {
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
      prefixes.push_back("x" + text(4));
      keys.push_back("x" + text(4));
      patterns.push_back(text(5) + (i % 2 == 0 ? "" : "." + text(3)));
      lines.push_back(prefixes.back());
      lines.push_back("=" + keys.back());
      lines.push_back("~" + patterns.back());
    }
    auto all = list(lines);
    for (int i = 0; i < 200; ++i) {
      std::string key = "x" + text(6);
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
