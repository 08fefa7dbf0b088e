#include "cdx/filter/capture_filter.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "io/error.h"
#include "lines/line_stream.h"
#include "tests/lines/stream_text.h"
#include "tests/support/temp_dir.h"

namespace wax::cdx {
namespace {

class CaptureFilter : public testing::Test {
 protected:
  std::vector<std::string> kept(const std::string& text,
                                FilterOptions options) {
    std::string path = directory_.write("in.cdx", text);
    FilteredLines lines({path}, std::move(options), problems_);
    std::vector<std::string> all = all_lines(lines);
    header_ = lines.header().text();
    counts_ = lines.counts();
    return all;
  }

  static FilterOptions where(const std::vector<std::string>& conditions) {
    FilterOptions options;
    for (const std::string& text : conditions) {
      options.conditions.push_back(Condition::parse(text));
    }
    return options;
  }

  tests::TempDir directory_;
  NoProblems problems_;
  std::string header_;
  FilterCounts counts_;
};

const std::string kText =
    " CDX N b m s\n"
    "a 20070101000000 text/html 200\n"
    "a 20080101000000 text/html 404\n"
    "a 20080601000000 text/css 200\n"
    "b 20090101000000 image/gif -\n"
    "b 2009\n";

TEST_F(CaptureFilter, EndsWithWhatItsTickThrows) {
  std::string text = " CDX N b m s\n";
  for (int i = 0; i < 10'000; ++i) text += "a 2007 - 200\n";
  FilterOptions options = where({"s=404"});
  options.tick = [] { throw Error("enough"); };
  EXPECT_THROW((void)kept(text, std::move(options)), Error);
}

TEST_F(CaptureFilter, KeepsCapturesThatMeetAllConditionsOrAny) {
  EXPECT_EQ(kept(kText, where({"m=text/html", "s=200"})),
            (std::vector<std::string>{"a 20070101000000 text/html 200"}));
  EXPECT_EQ(header_, " CDX N b m s");
  EXPECT_EQ(counts_.read, 5u);
  EXPECT_EQ(counts_.bad, 1u);
  EXPECT_EQ(counts_.by_condition, 3u);
  FilterOptions any = where({"m=text/html", "s=200"});
  any.any = true;
  EXPECT_EQ(kept(kText, std::move(any)).size(), 3u);
}

TEST_F(CaptureFilter, DatesIncludeTheirPeriod) {
  FilterOptions options;
  options.period = warc::Period::of("2008");
  EXPECT_EQ(kept(kText, std::move(options)).size(), 2u);
  EXPECT_EQ(counts_.by_date, 2u + 1u) << "'b 2009' has a date";
}

TEST_F(CaptureFilter, KeepsTheFirstOrLastCapturesOfAKey) {
  for (bool latest : {false, true}) {
    FilterOptions options = where({"m~text"});
    options.max_per_key = 1;
    options.latest = latest;
    EXPECT_EQ(
        kept(kText, std::move(options)),
        (std::vector<std::string>{latest ? "a 20080601000000 text/css 200"
                                         : "a 20070101000000 text/html 200"}));
    EXPECT_EQ(counts_.above_limit, 2u);
  }
  FilterOptions options;
  options.max_per_key = 1;
  EXPECT_THROW(kept("b 2 {}\na 2 {}\n", std::move(options)), lines::LineError);
}

TEST_F(CaptureFilter, LatestAgreesWithANaiveModel) {
  std::string text;
  std::map<std::string, std::vector<std::string>> model;
  for (int i = 0; i < 300; ++i) {
    std::string key = "k" + std::to_string(100 + i / 7);
    std::string line = key + " " + std::to_string(1000 + i) + " {}";
    text += line + "\n";
    model[key].push_back(line);
  }
  for (size_t most : {1, 2, 6, 7, 50}) {
    std::vector<std::string> expected;
    for (const auto& [key, lines] : model) {
      size_t skip = lines.size() > most ? lines.size() - most : 0;
      expected.insert(expected.end(), lines.begin() + static_cast<long>(skip),
                      lines.end());
    }
    FilterOptions options;
    options.max_per_key = most;
    options.latest = true;
    EXPECT_EQ(kept(text, std::move(options)), expected) << most;
  }
}

TEST_F(CaptureFilter, SamplesKeepTheCapturesOfAKeyTogether) {
  std::string text;
  for (int i = 0; i < 400; ++i) {
    text += "key-" + std::to_string(100 + i / 2) + " " +
            std::to_string(1000 + i) + " {}\n";
  }
  FilterOptions options;
  options.sample = 0.5;
  std::vector<std::string> lines = kept(text, std::move(options));
  EXPECT_EQ(counts_.not_sampled, 400 - lines.size());
  std::map<std::string, int> captures;
  for (const std::string& line : lines) ++captures[line.substr(0, 7)];
  EXPECT_GT(captures.size(), 50u);
  EXPECT_LT(captures.size(), 150u);
  for (const auto& [key, count] : captures) EXPECT_EQ(count, 2) << key;
}

TEST_F(CaptureFilter, ListsBlockAndAllow) {
  FilterOptions options;
  options.blocked = std::make_unique<UrlList>(UrlKeyKind::kSurt);
  options.blocked->add("=a");
  options.blocked->finish();
  EXPECT_EQ(kept(kText, std::move(options)).size(), 2u);
  EXPECT_EQ(counts_.blocked, 3u);
  FilterOptions only;
  only.allowed = std::make_unique<UrlList>(UrlKeyKind::kSurt);
  only.allowed->add("=a");
  only.allowed->finish();
  EXPECT_EQ(kept(kText, std::move(only)).size(), 3u);
  EXPECT_EQ(counts_.not_allowed, 2u);
}

TEST_F(CaptureFilter, ListsOfAnotherKindOfKeysAreRefused) {
  const std::string text =
      " CDX N b a\ndns:a.com 2007 -\na.com/ 2007 http://a.com/\n";
  auto blocked = [&](UrlKeyKind kind) {
    FilterOptions options;
    options.blocked = std::make_unique<UrlList>(kind);
    options.blocked->add("http://a.com/");
    options.blocked->finish();
    return kept(text, std::move(options));
  };
  EXPECT_THROW(blocked(UrlKeyKind::kSurt), UsageError);
  EXPECT_EQ(blocked(UrlKeyKind::kLegacy),
            std::vector<std::string>{"dns:a.com 2007 -"});
}

TEST_F(CaptureFilter, CdxjMetadataLinesStay) {
  EXPECT_EQ(kept("!meta 0 {}\na 2007 {\"x\": \"1\"}\nb 2007 {\"x\": 2}\n",
                 where({"x=2"})),
            (std::vector<std::string>{"!meta 0 {}", "b 2007 {\"x\": 2}"}));
}

TEST_F(CaptureFilter, SamplesByCountKeepMetadataLines) {
  std::string text = "!meta 0 {}\n";
  for (int i = 100; i < 400; ++i) {
    text += "k" + std::to_string(i) + " 2007 {\"a\": " + std::to_string(i % 2) +
            "}\n";
  }
  FilterOptions options = where({"a=1"});
  options.sample_count = 20;
  std::vector<std::string> some = kept(text, std::move(options));
  ASSERT_EQ(some.size(), 21u);
  EXPECT_EQ(some[0], "!meta 0 {}");
  EXPECT_EQ(counts_.not_sampled, 130u);
  EXPECT_EQ(counts_.by_condition, 150u);
}

std::vector<std::string> sampled_keys(double share, uint64_t seed) {
  KeySample sample(share, seed);
  std::vector<std::string> keys;
  for (int i = 1000; i < 3000; ++i) {
    std::string key = "key-" + std::to_string(i);
    if (sample.has(key)) keys.push_back(key);
  }
  return keys;
}

TEST(KeySample, HasItsShareOfTheKeys) {
  const struct {
    double share;
    size_t least;
    size_t most;
  } kCases[] = {
      {-1, 0, 0},       {0, 0, 0},       {0.1, 140, 260},
      {0.5, 920, 1080}, {1, 2000, 2000}, {7, 2000, 2000},
  };
  for (const auto& c : kCases) {
    size_t keys = sampled_keys(c.share, 0).size();
    EXPECT_GE(keys, c.least) << c.share;
    EXPECT_LE(keys, c.most) << c.share;
  }
}

TEST(KeySample, AGreaterShareHasTheKeysOfASmallerOne) {
  std::vector<std::string> smaller;
  for (double share : {0.01, 0.1, 0.5, 0.9, 1.0}) {
    std::vector<std::string> keys = sampled_keys(share, 3);
    EXPECT_TRUE(
        std::includes(keys.begin(), keys.end(), smaller.begin(), smaller.end()))
        << share;
    smaller = keys;
  }
}

TEST(KeySample, DependsOnTheSeed) {
  EXPECT_EQ(sampled_keys(0.5, 1), sampled_keys(0.5, 1));
  EXPECT_NE(sampled_keys(0.5, 1), sampled_keys(0.5, 2));
}

std::vector<std::string> numbered_lines(int count) {
  std::vector<std::string> lines;
  for (int i = 0; i < count; ++i) {
    lines.push_back("k" + std::to_string(100 + i) + " 2007 {}");
  }
  return lines;
}

std::vector<std::string> taken(LineSample& sample) {
  std::vector<std::string> lines;
  for (std::string line; sample.take(line);) lines.push_back(line);
  return lines;
}

std::vector<std::string> line_sample(const std::vector<std::string>& lines,
                                     uint64_t most, uint64_t seed) {
  LineSample sample(most, seed);
  for (const std::string& line : lines) (void)sample.add(line);
  return taken(sample);
}

TEST(LineSample, HasTheRequestedNumberOfLinesInOrder) {
  const std::vector<std::string> lines = numbered_lines(300);
  for (uint64_t most : {1, 20, 299, 300, 1000}) {
    std::vector<std::string> some = line_sample(lines, most, 1);
    EXPECT_EQ(some.size(), std::min<size_t>(most, 300));
    EXPECT_TRUE(std::is_sorted(some.begin(), some.end())) << most;
  }
  EXPECT_EQ(line_sample({}, 5, 1), std::vector<std::string>{});
}

TEST(LineSample, AGreaterSampleHasTheLinesOfASmallerOne) {
  const std::vector<std::string> lines = numbered_lines(300);
  std::vector<std::string> some = line_sample(lines, 20, 1);
  std::vector<std::string> fewer = line_sample(lines, 10, 1);
  EXPECT_TRUE(
      std::includes(some.begin(), some.end(), fewer.begin(), fewer.end()));
  EXPECT_NE(line_sample(lines, 20, 2), some) << "another seed";
}

TEST(LineSample, IsTheSameInAnyOrderOfLines) {
  std::vector<std::string> lines = numbered_lines(300);
  std::vector<std::string> some = line_sample(lines, 20, 1);
  std::reverse(lines.begin(), lines.end());
  std::vector<std::string> reversed = line_sample(lines, 20, 1);
  std::reverse(reversed.begin(), reversed.end());
  EXPECT_EQ(reversed, some);
}

TEST(LineSample, TellsWhetherALineIsDropped) {
  LineSample sample(2, 0);
  EXPECT_TRUE(sample.add("a"));
  EXPECT_TRUE(sample.add("b"));
  EXPECT_FALSE(sample.add("c"));
  EXPECT_FALSE(sample.add("d"));
  EXPECT_EQ(taken(sample).size(), 2U);
}

TEST(LineSample, KeepsMetadataLinesInTheirPlaces) {
  LineSample sample(2, 0);
  sample.add_metadata("!meta 0 {}");
  (void)sample.add("a");
  sample.add_metadata("");
  (void)sample.add("b");
  sample.add_metadata("!meta 1 {}");
  EXPECT_EQ(taken(sample), (std::vector<std::string>{"!meta 0 {}", "a", "", "b",
                                                     "!meta 1 {}"}));
}

}  // namespace

}  // namespace wax::cdx
