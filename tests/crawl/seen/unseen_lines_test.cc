#include "crawl/seen/unseen_lines.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "cdx/url/url_key.h"
#include "tests/support/temp_dir.h"

namespace wax::crawl {
namespace {

std::string unseen(const std::string& urls, SeenFolder& folder,
                   const UnseenOptions& options, UnseenCounts& counts) {
  NoProblems problems;
  auto lines = lines::lines_of(urls);
  auto given = unseen_lines(*lines, folder, options, counts, problems);
  std::string text;
  for (std::string_view line; given->next(line);) (text += line) += '\n';
  return text;
}

std::string unseen(const std::string& urls, SeenFolder& folder,
                   const UnseenOptions& options) {
  UnseenCounts counts;
  return unseen(urls, folder, options, counts);
}

TEST(UnseenLines, GivesEachUrlOnce) {
  tests::TempDir folder;
  SeenFolder seen(folder / "s", {}, SeenFolder::Use::kAdd);
  UnseenOptions options;
  options.add = true;
  options.month = Month::of("202601").value();
  EXPECT_EQ(unseen("http://a.example/ 202601 x\n# note\n\n"
                   "https://www.a.example/ 202602\nhttp://b.example/\n"
                   "http://a.example/ 202605\n",
                   seen, options),
            "http://a.example/ 202601 x\nhttp://b.example/\n"
            "http://a.example/ 202605\n");
  options.add = false;
  EXPECT_EQ(unseen("http://c.example/\nhttp://c.example/\nhttp://b.example/\n",
                   seen, options),
            "http://c.example/\nhttp://c.example/\n");
  options.are_keys = true;
  EXPECT_EQ(unseen("example,b)/\nexample,c)/\n", seen, options),
            "example,c)/\n");
}

TEST(UnseenLines, WhatWasSeenStaysInItsMonthUnlessItIsTouched) {
  tests::TempDir folder;
  for (bool touch : {false, true}) {
    SeenFolder seen(folder / (touch ? "t" : "s"), {}, SeenFolder::Use::kAdd);
    UnseenOptions options;
    options.add = true;
    options.touch = touch;
    static_cast<void>(unseen("http://a.example/ 202601\n", seen, options));
    static_cast<void>(unseen("http://a.example/ 202603\n", seen, options));
    options.add = options.touch = false;
    EXPECT_EQ(unseen("http://a.example/ 202604\n", seen, options).empty(),
              touch);
  }
}

// Against sets, with filters so small that they hold many strange keys.
TEST(UnseenLines, WithCapturesThereIsNoError) {
  std::mt19937 random(7);
  uint64_t overturned = 0;
  for (int world = 0; world < 20; ++world) {
    tests::TempDir folder;
    AskedRules rules;
    rules.capacity = 50;
    rules.rate = .4;
    SeenFolder seen(folder / "s", rules, SeenFolder::Use::kAdd);
    std::set<std::string> lines;
    std::map<std::string, std::set<Month>> captured;
    auto any_url = [&] {
      return "http://e.org/" + std::to_string(random() % 400);
    };
    auto any_month = [&] {
      return "2026" + std::string(random() % 2 ? "0" : "1") +
             std::to_string(random() % 2 + 1);
    };
    for (int i = 0; i < 150; ++i) {
      std::string url = any_url();
      std::string month = any_month();
      std::string key = cdx::url_key(cdx::UrlKeyKind::kSurt, url);
      captured[key].insert(Month::of(month).value());
      lines.insert(key + ' ' + month + "01000000 {\"url\": \"" + url + "\"}");
    }
    std::string cdx;
    for (const std::string& line : lines) cdx += line + '\n';
    UnseenOptions options;
    options.captures = {folder.write("all.cdxj", cdx)};
    options.add = world % 2 == 0;
    options.sort.memory = 1 << 20;
    SeenCaptureCounts from;
    NoProblems problems;
    add_captures(options.captures[0], seen, from, problems);
    EXPECT_EQ(from.read, lines.size());

    std::string urls;
    std::string expected;
    for (int i = 0; i < 500; ++i) {
      std::string url = any_url();
      std::string text = any_month();
      const Month month = Month::of(text).value();
      std::string line = url + '\t' + text + "15\tcolumn " + std::to_string(i);
      urls += line + '\n';
      auto& months = captured[cdx::url_key(cdx::UrlKeyKind::kSurt, url)];
      if (std::any_of(months.begin(), months.end(), [&](Month one) {
            return month.minus(2) <= one && one <= month;
          })) {
        continue;
      }
      expected += line + '\n';
      if (options.add) months.insert(month);
    }
    UnseenCounts counts;
    EXPECT_EQ(unseen(urls, seen, options, counts), expected) << world;
    overturned += counts.overturned;
    EXPECT_EQ(counts.unseen + counts.seen, 500U);
    EXPECT_EQ(counts.read, 500U);
  }
  EXPECT_GT(overturned, 0U);
}

TEST(UnseenLines, BadLinesAreNamedAndLeftOut) {
  tests::TempDir folder;
  SeenFolder seen(folder / "s", {}, SeenFolder::Use::kAdd);
  UnseenOptions options;
  options.month = *Month::of("202601");
  std::string named;
  options.bad_line = [&](std::string_view fault, std::string_view line) {
    named.append(fault).append(": ").append(line) += '\n';
  };
  auto lines = lines::lines_of(std::string_view(
      "http://a.test/ 20269999\n\tx\nhttp://b.test/ 20260101\tTitle\n"));
  UnseenCounts counts;
  NoProblems problems;
  auto unseen = unseen_lines(*lines, seen, options, counts, problems);
  std::string_view line;
  ASSERT_TRUE(unseen->next(line));
  EXPECT_EQ(line, "http://b.test/ 20260101\tTitle");
  EXPECT_FALSE(unseen->next(line));
  EXPECT_EQ(named,
            "has a bad date: http://a.test/ 20269999\nhas no URL: \tx\n");
  EXPECT_EQ(counts.bad, 2U);
  EXPECT_EQ(counts.undated, 0U);
}

}  // namespace
}  // namespace wax::crawl
