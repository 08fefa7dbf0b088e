#include "collection/access/filtered_cdx.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "io/error.h"
#include "tests/support/archives.h"
#include "tests/support/temp_dir.h"

namespace wax::collection {
namespace {

class WithoutB final : public LineFilter {
 public:
  bool keeps(std::string_view line) override {
    return line.find(" b") == line.npos;
  }
};

std::vector<std::string> all_of(std::unique_ptr<lines::LineStream> lines) {
  std::vector<std::string> out;
  std::string_view line;
  while (lines->next(line)) out.emplace_back(line);
  return out;
}

TEST(FilteredCdx, LeavesLinesOutInBothDirectionsAndWhenOpenedAgain) {
  tests::TempDir folder;
  auto file = filtered_cdx(
      cdx::open_searchable(folder.write("a.cdx", "k 1 a\nk 2 b\nk 3 c\n")),
      [](cdx::Searchable&) { return std::make_unique<WithoutB>(); });
  const cdx::SearchRange range = {"k ", "k!"};
  using Lines = std::vector<std::string>;
  EXPECT_EQ(all_of(file->lines(range)), (Lines{"k 1 a", "k 3 c"}));
  EXPECT_EQ(all_of(file->lines_backwards(range)), (Lines{"k 3 c", "k 1 a"}));
  EXPECT_EQ(all_of(file->again()->lines(range)), (Lines{"k 1 a", "k 3 c"}));
}

// What is not asked for by lines is that of the file, unless a range is secret.
TEST(FilteredCdx, IsTheFileButForItsLines) {
  tests::TempDir folder;
  const std::string path = folder.write("a.cdx", " CDX N b\nk 1\nk 2\n");
  const auto plain = cdx::open_searchable(path);
  const cdx::SearchRange range = {"k ", "k!"};
  for (const bool secret : {false, true}) {
    auto file = filtered_cdx(
        cdx::open_searchable(path),
        [](cdx::Searchable&) { return std::make_unique<WithoutB>(); },
        [&](const cdx::SearchRange&) { return secret; });
    EXPECT_EQ(file->name(), path);
    EXPECT_EQ(file->head(), plain->head());
    EXPECT_EQ(all_of(file->keys()), all_of(plain->keys()));
    EXPECT_FALSE(file->has_blocks());
    EXPECT_THROW((void)file->blocks(range), UsageError);
    EXPECT_EQ(file->parts(range, nullptr), 1U);
    EXPECT_EQ(file->part_start(range, 0), range.first);
    EXPECT_EQ(file->part_start(range, 1), range.end);
  }
}

TEST(FilteredCdx, ShowsBlocksOnlyWhereNoRangeIsSecret) {
  tests::TempDir folder;
  const std::string block = tests::gzip_member("k 1 a\nk 2 b\nk 3 c\n");
  folder.write("a.gz", block);
  folder.write("a.loc", "p\t" + folder.path() + "/a.gz\n");
  const std::string index = folder.write(
      "a.idx", "k 1\tp\t0\t" + std::to_string(block.size()) + "\t1\n");
  auto without_b = [](cdx::Searchable&) {
    return std::make_unique<WithoutB>();
  };
  const cdx::SearchRange range = {"k ", "k!"};
  auto file = filtered_cdx(cdx::open_searchable(index), without_b);
  EXPECT_TRUE(file->has_blocks());
  EXPECT_EQ(all_of(file->blocks(range)).size(), 1U);
  EXPECT_EQ(all_of(file->lines_of_blocks(range, 0, 1)),
            (std::vector<std::string>{"k 1 a", "k 3 c"}));
  file = filtered_cdx(cdx::open_searchable(index), without_b,
                      [](const cdx::SearchRange&) { return false; });
  EXPECT_FALSE(file->has_blocks());
}

using testing::ElementsAre;

std::shared_ptr<const AccessRules> rules_by(const std::string& text) {
  auto rules = std::make_shared<AccessRules>("20260531");
  rules->add_lines(text, "access");
  return rules;
}

// Parts of a range with rules are those of a file without what they leave out.
TEST(FilteredCdx, PartsTellNothingOfLinesThatAreLeftOut) {
  tests::TempDir folder;
  std::string all;
  std::string seen;
  for (int i = 0; i < 30'000; ++i) {
    const std::string line = "org,example)/" + std::to_string(100'000 + i) +
                             " 20050101000000 http://example.org/ text/html "
                             "200 A - - 1 1 a.warc\n";
    all += line;
    if (i % 3 == 0) seen += line;
  }
  const auto rules = rules_by(
      "block surt org,example)/\nallow surt org,example)/1000\n"
      "block surt org,other)/\n");
  std::string allowed;
  for (size_t at = 0; at < all.size(); at = all.find('\n', at) + 1) {
    std::string line = all.substr(at, all.find('\n', at) + 1 - at);
    if (line.starts_with("org,example)/1000")) allowed += line;
  }
  using Kind = cdx::UrlKeyKind;
  auto ruled =
      filtered_cdx(cdx::open_searchable(folder.write("a.cdx", all)),
                   without_unseen(rules, Kind::kSurt, Visibility::kBlocked),
                   ruled_ranges(rules, Kind::kSurt));
  auto plain = cdx::open_searchable(folder.write("b.cdx", allowed));
  const cdx::SearchRange range = {"org,", "org-"};
  EXPECT_EQ(ruled->parts(range, nullptr), plain->parts(range, nullptr));
  const cdx::SearchRange blocked = {"org,example)/12", "org,example)/13"};
  EXPECT_EQ(ruled->parts(blocked, nullptr), 0U);
  int ticks = 0;
  EXPECT_EQ(ruled->parts({"org,example)/", "org,example)0"}, [&] { ++ticks; }),
            1U);
  EXPECT_GT(ticks, 20);

  // Each line is in one part.
  const auto thirds = rules_by("allow all\n");
  auto one_third =
      filtered_cdx(cdx::open_searchable(folder.write("c.cdx", seen)),
                   without_unseen(thirds, Kind::kSurt, Visibility::kBlocked),
                   ruled_ranges(thirds, Kind::kSurt));
  const uint64_t parts = one_third->parts(range, nullptr);
  EXPECT_GT(parts, 1U);
  size_t lines = 0;
  for (uint64_t n = 0; n < parts; ++n) {
    lines += all_of(one_third->lines({one_third->part_start(range, n),
                                      one_third->part_start(range, n + 1)}))
                 .size();
  }
  EXPECT_EQ(lines, 10'000U);
}

TEST(FilteredCdx, APartBeginsWhereItsBytesAreFull) {
  constexpr size_t kLine = 512;
  constexpr size_t kLines = cdx::Searchable::kPartBytes / kLine;
  for (const size_t first : {kLine - 1, kLine}) {
    std::string text;
    for (size_t i = 0; i <= kLines; ++i) {
      const size_t size = i == 0 ? first : kLine;
      std::string line = "k " + std::to_string(10'000 + i) + ' ';
      line.resize(size - 1, 'x');
      text += line + '\n';
    }
    tests::TempDir folder;
    auto file = filtered_cdx(
        cdx::open_searchable(folder.write("a.cdx", text)),
        [](cdx::Searchable&) { return std::make_unique<WithoutB>(); },
        [](const cdx::SearchRange&) { return true; });
    EXPECT_EQ(file->parts({"k ", "k!"}, nullptr), first == kLine ? 2U : 1U);
  }
}

TEST(RuledRanges, AreThoseThatRulesMayFit) {
  auto is_ruled = [](const std::string& rules, const cdx::SearchRange& range,
                     cdx::UrlKeyKind kind = cdx::UrlKeyKind::kSurt) {
    return ruled_ranges(rules_by(rules), kind)(range);
  };
  const cdx::SearchRange page = {"org,a)/b", "org,a)/b!"};
  EXPECT_TRUE(is_ruled("block surt org,a)\n", page));
  EXPECT_TRUE(is_ruled("block surt org,a)/b\n", page));
  EXPECT_TRUE(is_ruled("block surt org,a)/b\n", {"org,", "org-"}));
  EXPECT_FALSE(is_ruled("block surt org,a)/c\n", page));
  EXPECT_FALSE(is_ruled("block host b.org\n", page));
  EXPECT_TRUE(is_ruled("block host b.org\n", page, cdx::UrlKeyKind::kLegacy));
  EXPECT_TRUE(is_ruled("block digest " + std::string(32, 'A') + '\n', page));
  EXPECT_TRUE(is_ruled("date 2007\n", page));
  EXPECT_FALSE(is_ruled("", page));
}

// The second fields of the lines that are seen, cut to the year.
std::vector<std::string> years_seen(
    const std::string& cdx, const std::string& rules,
    Visibility from = Visibility::kBlocked,
    cdx::UrlKeyKind kind = cdx::UrlKeyKind::kSurt, bool backwards = false) {
  tests::TempDir folder;
  auto file = filtered_cdx(cdx::open_searchable(folder.write("x.cdx", cdx)),
                           without_unseen(rules_by(rules), kind, from));
  cdx::SearchRange range{"", "\xff"};
  auto lines = backwards ? file->lines_backwards(range) : file->lines(range);
  std::vector<std::string> years;
  for (std::string_view line; lines->next(line);) {
    years.emplace_back(line.substr(line.find(' ') + 1, 4));
  }
  return years;
}

const std::string kFirstDigest(32, 'A');
const std::string kOtherDigest(32, 'B');

std::string five_captures() {
  return "org,a)/ 20010101000000 http://a.org/ text/html 200 " + kFirstDigest +
         " - - 1 1 f\n" +
         "org,a)/private/x 20020101000000 http://www.a.org/private/x "
         "text/html 200 " +
         kOtherDigest + " - - 1 2 f\n" +
         "org,a)/privateer 20030101000000 http://a.org/privateer "
         "text/html 200 " +
         kOtherDigest + " - - 1 3 f\n" +
         "org,a,b)/ 20040101000000 http://b.a.org/ text/html 200 " +
         kFirstDigest + " - - 1 4 f\n" +
         "org,aa)/ 20050101000000 http://aa.org/ text/html 200 " +
         kOtherDigest + " - - 1 5 f\n";
}

TEST(ShownCdx, LeavesOutWhatIsHidden) {
  auto by = [](const std::string& rule) {
    return years_seen(five_captures(), rule + '\n');
  };
  EXPECT_THAT(by("url http://a.org/private/"),
              ElementsAre("2001", "2003", "2004", "2005"));
  EXPECT_THAT(by("host a.org"), ElementsAre("2005"));
  EXPECT_THAT(by("host b.a.org"), ElementsAre("2001", "2002", "2003", "2005"));
  EXPECT_THAT(by("digest sha1:" + kFirstDigest),
              ElementsAre("2002", "2003", "2005"));
  EXPECT_THAT(by("date 2002-200312"), ElementsAre("2001", "2004", "2005"));
  EXPECT_THAT(years_seen(five_captures(), "host aa.org\n", Visibility::kBlocked,
                         cdx::UrlKeyKind::kSurt, true),
              ElementsAre("2004", "2003", "2002", "2001"));
}

TEST(ShownCdx, LeavesOutFromAVisibilityOn) {
  const std::string rules =
      "exclude-from-search surt org,a)/private/x\nblock surt org,a)/privateer\n"
      "hide host b.a.org\n";
  EXPECT_THAT(years_seen(five_captures(), rules, Visibility::kUnlisted),
              ElementsAre("2001", "2005"));
  EXPECT_THAT(years_seen(five_captures(), rules, Visibility::kBlocked),
              ElementsAre("2001", "2002", "2005"));
  EXPECT_THAT(years_seen(five_captures(), rules, Visibility::kHidden),
              ElementsAre("2001", "2002", "2003", "2005"));
}

TEST(ShownCdx, LeavesOutWhatCannotBeDecided) {
  const std::string cdx =
      "org,a)/ - http://a.org/ text/html 200 A - - 1 1 f\n"
      "org,a)/ 2007 http://a.org/ text/html 200 A - - 1 1 f\n"
      "org,a)/ 20080101000000 http://a.org/ text/html 200 A - - 1 1 f\n";
  EXPECT_THAT(years_seen(cdx, "block all captured 2007\n"),
              ElementsAre("2008"));
  EXPECT_THAT(years_seen(cdx + "org,a)/ broken\n", "block host b.org\n").size(),
              3U);
}

TEST(ShownCdx, TakesLegacyKeysForWhatTheyAre) {
  const std::string cdx =
      "a.org/x 20010101000000 http://a.org/x text/html 200 A - - 1 1 f\n"
      "aa.org/x 20020101000000 http://aa.org/x text/html 200 A - - 1 1 f\n"
      "b.a.org:80/x 20030101000000 http://b.a.org:80/x text/html 200 A - - 1 1 "
      "f\n";
  EXPECT_THAT(years_seen(cdx, "host a.org\n", Visibility::kBlocked,
                         cdx::UrlKeyKind::kLegacy),
              ElementsAre("2002"));
}

}  // namespace

}  // namespace wax::collection
