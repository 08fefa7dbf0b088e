#include "cdx/dedup/duplicates.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <string>
#include <string_view>

#include "tests/lines/stream_text.h"

namespace wax::cdx {
namespace {

TEST(Duplicates, AreAllCapturesExceptTheFirstOfEachVersion) {
  uint64_t same_date = 0;
  auto lines = duplicate_lines(
      lines::lines_of("k d1 20070101000000\nk d1 20070101000000\n"
                      "k d1 20070102000000\nk d2 20070101000000\n"
                      "l d2 20070103000000\nl d2 20070104000000\n"),
      nullptr, &same_date);
  EXPECT_EQ(text_of(*lines), "k d1 20070102000000\nl d2 20070104000000\n");
  EXPECT_EQ(same_date, 1U);
}

TEST(Duplicates, AreAllCapturesOfVersionsThatOlderFilesHave) {
  auto lines = duplicate_lines(lines::lines_of("a d 20070101000000\n"
                                               "k d1 20070101000000\n"
                                               "k d1 20090101000000\n"
                                               "z d 20070101000000\n"),
                               lines::lines_of("b d 20060101000000\n"
                                               "k d1 20080101000000\n"));
  EXPECT_EQ(text_of(*lines), "k d1 20070101000000\nk d1 20090101000000\n");
}

std::string duplicates_with_damage(std::string_view versions,
                                   std::string_view damaged,
                                   std::string_view older = {},
                                   uint64_t* same_date = nullptr) {
  auto lines = duplicate_lines(
      lines::lines_of(versions),
      lines_without(lines::lines_of(older), lines::lines_of(damaged)),
      same_date, lines::lines_of(damaged));
  return text_of(*lines);
}

TEST(Duplicates, IncludeDamagedCapturesBeforeTheFirstIntactOne) {
  EXPECT_EQ(duplicates_with_damage("j d 20070101000000\nj d 20070102000000\n"
                                   "k d 20070101000000\nk d 20070102000000\n"
                                   "k d 20070103000000\nk d 20070104000000\n"
                                   "k d 20070105000000\nl d 20070102000000\n",
                                   "j c 20070101000000\nk d 20070101000000\n"
                                   "k d 20070102000000\nk d 20070104000000\n"),
            "j d 20070102000000\n"
            "k d 20070101000000\nk d 20070102000000\n"
            "k d 20070104000000\nk d 20070105000000\n");
}

TEST(Duplicates, AreAllButTheEarliestWhenAllAreDamaged) {
  EXPECT_EQ(duplicates_with_damage("k d 20070101000000\nk d 20070102000000\n"
                                   "l d 20070101000000\nl d 20070102000000\n",
                                   "k d 20070101000000\nk d 20070102000000\n"
                                   "l d 20070101000000\nl d 20070102000000\n"),
            "k d 20070102000000\nl d 20070102000000\n");
  EXPECT_EQ(
      duplicates_with_damage("k d 20070101000000\n", "k d 20070101000000\n"),
      "");
}

TEST(Duplicates, ADamagedAndAnIntactCaptureOfOneDateAreNoDuplicates) {
  uint64_t same_date = 0;
  EXPECT_EQ(duplicates_with_damage("k d 20070101000000\nk d 20070101000000\n"
                                   "l d 20070101000000\n",
                                   "k d 20070101000000\n", {}, &same_date),
            "");
  EXPECT_EQ(same_date, 1U);
}

TEST(Duplicates, DoNotIncludeVersionsWhoseOlderCapturesAreAllDamaged) {
  EXPECT_EQ(duplicates_with_damage("k d 20080101000000\nk d 20080102000000\n"
                                   "l d 20080101000000\n",
                                   "k d 20070101000000\nl d 20070101000000\n"
                                   "l d 20080101000000\n",
                                   "k d 20070101000000\n"
                                   "l d 20070101000000\nl d 20070102000000\n"),
            "k d 20080102000000\nl d 20080101000000\n");
}

// Every version keeps exactly one capture, a sound one if it has any.
TEST(Duplicates, DoNotIncludeTheFirstIntactCaptureOfAVersion) {
  for (unsigned seed = 1; seed <= 200; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937_64 random(seed);
    std::map<std::string, std::map<std::string, bool>> sound;  // by date
    for (size_t i = random() % 40; i > 0; --i) {
      sound["k" + std::to_string(random() % 4) + " d "]
           [std::to_string(20070101000000 + random() % 12)] = random() % 3 == 0;
    }
    std::string versions;
    std::string damaged;
    std::string expected;
    for (const auto& [version, dates] : sound) {
      auto first =
          std::find_if(dates.begin(), dates.end(),
                       [](const auto& capture) { return capture.second; });
      if (first == dates.end()) first = dates.begin();
      for (const auto& [date, is_sound] : dates) {
        versions += version + date + '\n';
        if (!is_sound) damaged += version + date + '\n';
        if (date != first->first) expected += version + date + '\n';
      }
    }
    EXPECT_EQ(duplicates_with_damage(versions, damaged), expected);
  }
}

TEST(DistinctLines, DropLinesEqualToTheLineBefore) {
  auto lines = distinct_lines(lines::lines_of("\n\na\na\nb\n"));
  EXPECT_EQ(text_of(*lines), "\na\nb\n");
}

}  // namespace
}  // namespace wax::cdx
