#include "cdx/dedup/duplicates.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "cdx/dedup/versions.h"
#include "tests/lines/stream_text.h"
#include "tests/support/temp_dir.h"

namespace wax::cdx {
namespace {

struct RankedCapture {
  std::string version;  // "urlkey digest"
  CaptureRank rank = CaptureRank::kIntact;
  uint32_t batch = 0;
  int day = 1;
};

std::string date_of(int day) { return std::to_string(20070100000000 + day); }

// What duplicate_lines() gives, without the original; with originals, the batch
// of the duplicate is put before the line.
std::string duplicates_of(const std::vector<RankedCapture>& captures,
                          const DuplicateOptions& options = {},
                          DuplicateCounts* counts = nullptr) {
  std::vector<std::string> ranked;
  for (const RankedCapture& c : captures) {
    ranked.push_back(c.version + ' ' + static_cast<char>(c.rank) +
                     batch_digits(c.batch) + date_of(c.day) + '\n');
  }
  std::sort(ranked.begin(), ranked.end());
  std::string text;
  for (const std::string& line : ranked) text += line;
  DuplicateCounts unused;
  auto lines = duplicate_lines(lines::lines_of(text), options,
                               counts != nullptr ? *counts : unused);
  std::string result;
  std::string_view line;
  while (lines->next(line)) {
    if (!options.with_originals) {
      result.append(line.substr(0, line.find(" original="))) += '\n';
      continue;
    }
    size_t version = line.find(' ', line.find(' ') + 1) + 1;
    std::string_view rest = line.substr(version);
    if (rest.size() == kBatchSize + 14) continue;
    rest.remove_prefix(kBatchSize + 14 + 1);
    result.append(rest.substr(0, kBatchSize)).append(" ");
    result.append(line.substr(0, version)).append(rest.substr(kBatchSize));
    result += '\n';
  }
  return result;
}

TEST(Duplicates, AreAllCapturesExceptTheFirstOfEachVersion) {
  std::string text =
      "k d1 300000020070101000000\nk d1 300000020070101000000\n"
      "k d1 300000020070102000000\nk d2 300000020070101000000\n"
      "l d2 300000020070103000000\nl d2 300000020070104000000\n";
  DuplicateCounts counts;
  auto lines = duplicate_lines(lines::lines_of(text), {}, counts);
  EXPECT_EQ(text_of(*lines),
            "k d1 20070102000000 original=20070101000000\n"
            "l d2 20070104000000 original=20070103000000\n");
  EXPECT_EQ(counts.unique, 3U);
  EXPECT_EQ(counts.same_date, 1U);
  EXPECT_EQ(counts.duplicates, 2U);
}

TEST(Duplicates, AreAllCapturesOfVersionsThatAnEarlierBatchHas) {
  DuplicateOptions options;
  options.from_batch = 1;
  DuplicateCounts counts;
  EXPECT_EQ(duplicates_of({{"k d", CaptureRank::kIntact, 1, 1},
                           {"k d", CaptureRank::kIntact, 0, 2},
                           {"k d", CaptureRank::kIntact, 0, 4},
                           {"k d", CaptureRank::kIntact, 1, 3},
                           {"l d", CaptureRank::kIntact, 1, 5}},
                          options, &counts),
            "k d 20070100000001\nk d 20070100000003\n");
  EXPECT_EQ(counts.unique, 1U);
}

TEST(Duplicates, IncludeDamagedCapturesBeforeTheFirstIntactOne) {
  EXPECT_EQ(duplicates_of({{"k d", CaptureRank::kDamaged, 0, 1},
                           {"k d", CaptureRank::kDamaged, 0, 2},
                           {"k d", CaptureRank::kIntact, 0, 3},
                           {"k d", CaptureRank::kDamaged, 0, 4},
                           {"k d", CaptureRank::kIntact, 0, 5}}),
            "k d 20070100000001\nk d 20070100000002\n"
            "k d 20070100000004\nk d 20070100000005\n");
}

TEST(Duplicates, AreAllExceptTheEarliestWhenAllAreDamaged) {
  EXPECT_EQ(duplicates_of({{"k d", CaptureRank::kDamaged, 0, 1},
                           {"k d", CaptureRank::kDamaged, 0, 2}}),
            "k d 20070100000002\n");
  EXPECT_EQ(duplicates_of({{"k d", CaptureRank::kDamaged, 0, 1}}), "");
}

TEST(Duplicates, MayHaveTheOriginalOfEachVersion) {
  std::string text =
      "k d 000000120070101000000\nk d 400000220070102000000\n"
      "k d 400000320070103000000\nl d 400000320070103000000\n";
  DuplicateOptions options;
  options.with_originals = true;
  DuplicateCounts counts;
  auto lines = duplicate_lines(lines::lines_of(text), options, counts);
  EXPECT_EQ(text_of(*lines),
            "k d 00000220070102000000 00000120070101000000\n"
            "k d 00000220070102000000\n"
            "k d 00000220070102000000 00000320070103000000\n"
            "l d 00000320070103000000\n");
}

TEST(Duplicates, IncludeDamagedCapturesOfEarlierBatches) {
  DuplicateOptions options;
  options.with_originals = true;
  EXPECT_EQ(duplicates_of({{"k d", CaptureRank::kDamaged, 1, 1},
                           {"k d", CaptureRank::kIntact, 2, 1},
                           {"k d", CaptureRank::kDamaged, 3, 1}},
                          options),
            "000001 k d 20070100000001\n000003 k d 20070100000001\n");
}

TEST(Duplicates, ADamagedAndAnIntactCaptureOfOneDateAndBatchAreNone) {
  DuplicateCounts counts;
  EXPECT_EQ(duplicates_of({{"k d", CaptureRank::kDamaged, 0, 1},
                           {"k d", CaptureRank::kIntact, 0, 1}},
                          {}, &counts),
            "");
  EXPECT_EQ(counts.same_date, 1U);
  EXPECT_EQ(counts.unique, 1U);
}

TEST(Duplicates, ACaptureThatIsNotCertainNeverExcludesOneThatIs) {
  EXPECT_EQ(duplicates_of({{"k d", CaptureRank::kUncertain, 1, 1},
                           {"k d", CaptureRank::kIntact, 2, 2}}),
            "k d 20070100000001\n");
}

TEST(Duplicates, MoreCapturesOfAVersionThanFitAreSortedOnDisk) {
  tests::TempDir folder;
  DuplicateOptions options;
  options.sort.memory = 16 * 1024;
  options.sort.tmpdir = folder.path();
  std::vector<RankedCapture> captures;
  std::string expected;
  for (int i = 1; i <= 20'000; ++i) {
    auto rank = i % 3 == 0   ? CaptureRank::kDamaged
                : i % 3 == 1 ? CaptureRank::kUncertain
                             : CaptureRank::kDamagedUncertain;
    captures.push_back({"k d", i == 9999 ? CaptureRank::kIntact : rank, 0, i});
    if (i != 9999) expected += "k d " + date_of(i) + '\n';
  }
  captures.push_back({"l d", CaptureRank::kIntact, 0, 1});
  captures.push_back({"l d", CaptureRank::kIntact, 0, 2});
  EXPECT_EQ(duplicates_of(captures, options),
            expected + "l d 20070100000002\n");
}

// Of every version one capture stays, which is of the best rank that any batch
// has, whatever the batches are.
TEST(Duplicates, AgreeWithAModelOfRanksAndBatches) {
  for (unsigned seed = 1; seed <= 300; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937_64 random(seed);
    std::vector<RankedCapture> captures;
    for (size_t i = random() % 60; i > 0; --i) {
      captures.push_back({"k" + std::to_string(random() % 4) + " d",
                          static_cast<CaptureRank>('0' + random() % 4),
                          static_cast<uint32_t>(random() % 4),
                          static_cast<int>(random() % 9)});
    }
    using Place = std::pair<uint32_t, int>;
    std::map<std::string, std::tuple<int, uint32_t, int>> best;
    std::map<std::string, std::set<Place>> all;
    for (const RankedCapture& c : captures) {
      std::tuple<int, uint32_t, int> key(-static_cast<int>(c.rank), c.batch,
                                         c.day);
      auto [entry, added] = best.try_emplace(c.version, key);
      entry->second = std::min(entry->second, key);
      all[c.version].insert({c.batch, c.day});
    }
    std::string expected;
    for (const auto& [version, places] : all) {
      const auto& [rank, batch, day] = best[version];
      for (const Place& place : places) {
        if (place == Place{batch, day}) continue;
        expected += batch_digits(place.first) + ' ' + version + ' ' +
                    date_of(place.second) + '\n';
      }
    }
    DuplicateOptions options;
    options.with_originals = true;
    EXPECT_EQ(duplicates_of(captures, options), expected);
  }
}

TEST(DistinctLines, DropLinesEqualToTheLineBefore) {
  auto lines = distinct_lines(lines::lines_of("\n\na\na\nb\n"));
  EXPECT_EQ(text_of(*lines), "\na\nb\n");
}

TEST(PlacedLinesTest, ALineHasTheFirstPlaceOfItsVersionAndDate) {
  auto lines = placed_lines(
      lines::lines_of("a x 20070102000000 original=20070101000000\n"
                      "a x 20070103000000\nb y 20070101000000\n"
                      "c z 20070101000000\n"),
      lines::lines_of("a x 20070101000000 kind=capture offset=1 file=f\n"
                      "a x 20070102000000 kind=capture offset=2 file=f\n"
                      "a x 20070102000000 kind=capture offset=3 file=f\n"
                      "b y 20070101000000\n"
                      "b y 20070102000000 kind=capture offset=4 file=f\n"));
  std::vector<std::string> found;
  for (std::string_view line; lines->next(line);) found.emplace_back(line);
  EXPECT_THAT(found,
              testing::ElementsAre("a x 20070102000000 original=20070101000000 "
                                   "kind=capture offset=2 file=f",
                                   "a x 20070103000000", "b y 20070101000000",
                                   "c z 20070101000000"));
}

}  // namespace

}  // namespace wax::cdx
