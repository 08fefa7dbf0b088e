#include "index/match/matcher.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "index/match/document_sets.h"
#include "index/match/joined_matchers.h"
#include "index/match/term_matcher.h"
#include "index/schema/ranking.h"
#include "index/store/index_directory.h"
#include "index/store/manifest.h"
#include "index/writer/index_writer.h"
#include "tests/support/temp_dir.h"

namespace wax::index {
namespace {

using tests::TempDir;

uint32_t drawn_below(std::mt19937& random, uint32_t n) {
  return static_cast<uint32_t>(random() % n);
}

// What a matcher must say: the score of each document; less than 0: it does not
// match.
using Scores = std::vector<double>;

struct MatcherWithScores {
  std::unique_ptr<Matcher> matcher;
  Scores scores;
};

class MatcherModel {
 public:
  static constexpr uint32_t kDocuments = 7000;
  static constexpr uint32_t kTerms = 12;

  // The n-th word is in about one of 2^n documents.
  MatcherModel(const std::string& path, std::mt19937& random)
      : random_(&random), frequencies_(kTerms) {
    IndexWriter writer(path, {});
    for (uint32_t i = 0; i < kDocuments; ++i) {
      std::string content;
      for (uint32_t word = 0; word < kTerms; ++word) {
        uint32_t times = below(1U << word) == 0 ? 1 + below(4) : 0;
        frequencies_[word].push_back(times);
        for (; times > 0; --times) content += "w" + std::to_string(word) + ' ';
      }
      writer.add({{"content", content}});
    }
    writer.finish();
    index_ = std::make_unique<IndexDirectory>(
        path, std::make_shared<Manifest>(read_manifest(path)));
  }

  [[nodiscard]] std::mt19937& random() { return *random_; }

  MatcherWithScores make(int depth) {
    switch (below(depth > 0 ? 6 : 2)) {
      case 0:
        return bits();
      case 2:
        return no(make(depth - 1));
      case 3:
        return all_of(several(depth - 1, 2 + below(2)));
      case 4:
        return any_of(several(depth - 1, 2 + below(10)));
      case 5:
        return word(make(depth - 1));
      default:
        return term(below(4) == 0 ? 0 : 1 + static_cast<float>(below(3)));
    }
  }

 private:
  uint32_t below(uint32_t n) { return drawn_below(*random_, n); }

  std::vector<MatcherWithScores> several(int depth, uint32_t count) {
    std::vector<MatcherWithScores> made;
    for (; count > 0; --count) made.push_back(make(depth));
    return made;
  }

  MatcherWithScores term(float weight) {
    uint32_t word = below(kTerms);
    std::vector<TermSource> sources;
    index_->find("content", "w" + std::to_string(word), sources);
    const LuceneSegment& segment = *sources.front().segment;
    NormReader norms = segment.norms(sources.front().field);
    Scores scores;
    for (uint32_t i = 0; i < kDocuments; ++i) {
      uint32_t times = frequencies_[word][i];
      double score =
          double{weight} * times * double{factors_of("content")[norms.at(i)]};
      scores.push_back(times == 0 ? -1 : score);
    }
    return {std::make_unique<TermMatcher>(std::move(sources), weight),
            std::move(scores)};
  }

  MatcherWithScores bits() {
    std::vector<uint64_t> words((kDocuments + kWindow - 1) / kWindow * kWindow /
                                64);
    Scores scores(kDocuments, -1);
    auto score = static_cast<float>(below(3));
    for (uint32_t n = below(100), step = 1 + below(300); n < kDocuments;
         n += 1 + below(step)) {
      words[n / 64] |= uint64_t{1} << n % 64;
      scores[n] = double{score};
    }
    return {std::make_unique<BitsMatcher>(std::move(words), score),
            std::move(scores)};
  }

  static MatcherWithScores no(MatcherWithScores part) {
    for (double& score : part.scores) score = score < 0 ? 0 : -1;
    return {std::make_unique<NotMatcher>(kDocuments, std::move(part.matcher)),
            std::move(part.scores)};
  }

  static MatcherWithScores all_of(std::vector<MatcherWithScores> parts) {
    Scores scores(kDocuments, 0);
    std::vector<std::unique_ptr<Matcher>> matchers;
    for (MatcherWithScores& part : parts) {
      for (uint32_t i = 0; i < kDocuments; ++i) {
        bool matches = scores[i] >= 0 && part.scores[i] >= 0;
        scores[i] = matches ? scores[i] + part.scores[i] : -1;
      }
      matchers.push_back(std::move(part.matcher));
    }
    return {std::make_unique<AndMatcher>(kDocuments, std::move(matchers)),
            std::move(scores)};
  }

  static MatcherWithScores any_of(std::vector<MatcherWithScores> parts) {
    Scores scores(kDocuments, -1);
    std::vector<std::unique_ptr<Matcher>> matchers;
    for (MatcherWithScores& part : parts) {
      for (uint32_t i = 0; i < kDocuments; ++i) {
        if (part.scores[i] < 0) continue;
        scores[i] = std::max(scores[i], 0.0) + part.scores[i];
      }
      matchers.push_back(std::move(part.matcher));
    }
    return {std::make_unique<OrMatcher>(kDocuments, std::move(matchers)),
            std::move(scores)};
  }

  MatcherWithScores word(MatcherWithScores fields) {
    constexpr float kRarity = 2.5F;
    MatcherWithScores exact;
    if (below(2) == 0) exact = term(0.25F);
    for (uint32_t i = 0; i < kDocuments; ++i) {
      double& score = fields.scores[i];
      if (score < 0) continue;
      score = double{saturated(static_cast<float>(score), kRarity)};
      if (exact.matcher && exact.scores[i] > 0) score += exact.scores[i];
    }
    return {std::make_unique<WordMatcher>(std::move(fields.matcher), kRarity,
                                          std::move(exact.matcher)),
            std::move(fields.scores)};
  }

  std::mt19937* random_;
  std::vector<std::vector<uint32_t>> frequencies_;  // by word and document
  std::unique_ptr<IndexDirectory> index_;
};

WindowMask matches_in(const Scores& scores, uint32_t base) {
  WindowMask mask = {};
  for (uint32_t i = base; i < scores.size() && i < base + kWindow; ++i) {
    if (scores[i] >= 0) mask[(i - base) / 64] |= uint64_t{1} << i % 64;
  }
  return mask;
}

class MatcherTest : public testing::Test {
 protected:
  // Calls check(matcher, scores, base) for windows of many matchers, in order;
  // some windows are left out.
  template <typename Check>
  void each_window(Check&& check) {
    for (unsigned seed = 1; seed <= 4; ++seed) {
      std::mt19937 random(seed);
      TempDir folder;
      MatcherModel model(folder / "i", random);
      for (int i = 0; i < 60; ++i) {
        SCOPED_TRACE("seed " + std::to_string(seed) + ", matcher " +
                     std::to_string(i));
        auto [matcher, scores] = model.make(i % 4);
        for (uint32_t base = 0; base < scores.size(); base += kWindow) {
          if (random() % 5 == 0) continue;
          check(*matcher, scores, base, random);
          if (HasFatalFailure()) return;
        }
      }
    }
  }
};

TEST_F(MatcherTest, MatchesAndScoresAreThoseOfAModel) {
  each_window(
      [](Matcher& matcher, const Scores& scores, uint32_t base, std::mt19937&) {
        WindowMask expected = matches_in(scores, base);
        uint32_t next = matcher.at_or_after(base);
        auto first = std::find_if(scores.begin() + base, scores.end(),
                                  [](double score) { return score >= 0; });
        // It may be one that does not match, but none behind the first that
        // does.
        if (first == scores.end()) {
          next = std::min<uint32_t>(next, MatcherModel::kDocuments);
        }
        ASSERT_LE(next, first - scores.begin());
        if (next >= base + kWindow) return;
        WindowMask mask = {};
        matcher.fill(base, nullptr, mask);
        ASSERT_EQ(mask, expected);
        float bound = matcher.bound(base);
        each_bit(mask, [&](uint32_t n) {
          float score = matcher.score(n);
          ASSERT_NEAR(score, scores[base + n], 1e-5 * (1 + scores[base + n]));
          ASSERT_LE(score, bound);
        });
      });
}

TEST_F(MatcherTest, OnlyThoseThatMatchAreKept) {
  each_window([](Matcher& matcher, const Scores& scores, uint32_t base,
                 std::mt19937& random) {
    WindowMask wanted = {};
    for (uint32_t n = 0, step = drawn_below(random, 100); n < kWindow;
         n += drawn_below(random, 1 + step) + 1) {
      if (base + n < scores.size()) wanted[n / 64] |= uint64_t{1} << n % 64;
    }
    WindowMask mask = wanted;
    matcher.keep(base, mask);
    WindowMask expected = matches_in(scores, base);
    for (size_t i = 0; i < mask.size(); ++i) expected[i] &= wanted[i];
    ASSERT_EQ(mask, expected);
    each_bit(mask, [&](uint32_t n) {
      ASSERT_NEAR(matcher.score(n), scores[base + n],
                  1e-5 * (1 + scores[base + n]));
    });
  });
}

TEST_F(MatcherTest, ScoresAreAddedToThoseOfOthers) {
  each_window(
      [](Matcher& matcher, const Scores& scores, uint32_t base, std::mt19937&) {
        WindowMask mask = {};
        mask[3] = 5;
        WindowMask expected = matches_in(scores, base);
        expected[3] |= 5;
        std::vector<float> sums(kWindow, 0.5F);
        matcher.fill_and_add(base, mask, sums.data());
        ASSERT_EQ(mask, expected);
        for (uint32_t n = 0; n < kWindow && base + n < scores.size(); ++n) {
          double sum = 0.5 + std::max(scores[base + n], 0.0);
          ASSERT_NEAR(sums[n], sum, 1e-5 * sum);
        }
      });
}

// To the last bit, so that a hit scores the same among few and among many.
TEST_F(MatcherTest, ScoresOfManyAreThoseOfEach) {
  std::mt19937 random(5);
  std::mt19937 choices(6);
  TempDir folder;
  MatcherModel model(folder / "i", random);
  for (int i = 0; i < 120; ++i) {
    const std::mt19937 same = model.random();
    auto [each, scores] = model.make(i % 3);
    model.random() = same;
    auto [many, again] = model.make(i % 3);
    ASSERT_EQ(scores, again);
    for (uint32_t base = 0; base < scores.size(); base += kWindow) {
      WindowMask mask = {};
      each->fill(base, nullptr, mask);
      WindowMask other = {};
      many->fill(base, nullptr, other);
      ASSERT_EQ(mask, other);
      const unsigned kept = 1 + drawn_below(choices, 4);
      for (uint64_t& word : mask) {
        if (kept < 4) word &= (uint64_t{choices()} << 32 | choices());
      }
      std::array<float, kWindow> sums = {};
      many->add_scores(base, mask, sums.data());
      Matcher& one = *each;
      each_bit(mask,
               [&](uint32_t n) { ASSERT_EQ(sums[n], one.score(n)) << i; });
    }
  }
}

TEST_F(MatcherTest, NoneThatScoresMoreIsLeftOut) {
  each_window([](Matcher& matcher, const Scores& scores, uint32_t base,
                 std::mt19937& random) {
    WindowMask mask = {};
    matcher.fill(base, nullptr, mask);
    WindowMask left = mask;
    double least = static_cast<double>(random() % 1000) / 200;
    matcher.clear_below(base, least, left);
    for (size_t i = 0; i < mask.size(); ++i) {
      ASSERT_EQ(left[i] & ~mask[i], 0U);
      mask[i] &= ~left[i];
    }
    each_bit(mask, [&](uint32_t n) {
      ASSERT_LE(scores[base + n], least * (1 + 1e-5));
    });
  });
}

TEST_F(MatcherTest, TotalsAreKnownAndScoresAreReached) {
  std::mt19937 random(7);
  TempDir folder;
  MatcherModel model(folder / "i", random);
  size_t known = 0;
  for (int i = 0; i < 200; ++i) {
    auto [matcher, scores] = model.make(i % 3);
    auto count = static_cast<uint64_t>(std::count_if(
        scores.begin(), scores.end(), [](double one) { return one >= 0; }));
    if (std::optional<uint64_t> total = matcher->total()) {
      ++known;
      EXPECT_EQ(*total, count);
    }
    double reached = double{matcher->reached_by(10)};
    if (reached < 0) continue;
    EXPECT_GE(
        std::count_if(scores.begin(), scores.end(),
                      [&](double one) { return one >= reached * (1 - 1e-5); }),
        10);
  }
  EXPECT_GT(known, 20U);
}

TEST(WindowMaskTest, BitsAreCountedAndGivenInOrder) {
  std::mt19937 random(3);
  for (int round = 0; round < 100; ++round) {
    WindowMask mask = {};
    EXPECT_TRUE(is_empty(mask));
    std::vector<uint32_t> documents;
    for (uint32_t n = 0; n < kWindow; ++n) {
      if (random() % static_cast<unsigned>(1 + round) == 0) {
        documents.push_back(10'000 + n);
      }
    }
    set_bits(mask.data(), documents.data(),
             static_cast<uint32_t>(documents.size()), 10'000);
    EXPECT_EQ(count_of(mask), documents.size());
    std::vector<uint32_t> given;
    each_bit(mask, [&](uint32_t n) { given.push_back(10'000 + n); });
    EXPECT_EQ(given, documents);
  }
}

TEST(WindowMaskTest, BitsAreJoinedKeptAndCleared) {
  WindowMask mask = {0b1100};
  add_to(mask, {0b0101});
  EXPECT_EQ(mask[0], 0b1101U);
  keep_in(mask, {0b0111});
  EXPECT_EQ(mask[0], 0b0101U);
  EXPECT_TRUE(is_in(mask, 2));
  EXPECT_FALSE(is_in(mask, 3));
  mask[31] = 1;
  EXPECT_EQ(next_bit(mask, 0), 0U);
  EXPECT_EQ(next_bit(mask, 1), 2U);
  EXPECT_EQ(next_bit(mask, 3), 31 * 64U);
  EXPECT_EQ(next_bit(mask, 31 * 64 + 1), kWindow);
  mask[1] = mask[2] = UINT64_MAX;
  clear_bits(mask, 2, 64 + 3);
  EXPECT_EQ(mask[0], 1U);
  EXPECT_EQ(mask[1], UINT64_MAX << 4);
  EXPECT_EQ(mask[2], UINT64_MAX);
}

}  // namespace

}  // namespace wax::index
