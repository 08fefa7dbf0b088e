#include "index/match/term_conjunction.h"

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "index/match/joined_matchers.h"
#include "index/store/index_directory.h"
#include "index/store/manifest.h"
#include "index/writer/index_writer.h"
#include "tests/support/temp_dir.h"

namespace wax::index {
namespace {

class TermConjunctionTest : public testing::Test {
 protected:
  static constexpr uint32_t kDocuments = 20'000;

  // Words in nearly all documents down to few, so that some have blocks.
  void write(unsigned seed) {
    random_.seed(seed);
    IndexWriter writer(folder_ / "i", {});
    for (uint32_t i = 0; i < kDocuments; ++i) {
      std::string content;
      for (uint32_t word = 0; word < kWords; ++word) {
        if (below(1000) >= kShares[word]) continue;
        for (uint32_t n = 1 + below(4); n > 0; --n) {
          content += "w" + std::to_string(word) + ' ';
        }
      }
      for (uint32_t n = below(60); n > 0; --n) content += "other ";
      writer.add({{"content", content}});
    }
    writer.finish();
    index_ = std::make_unique<IndexDirectory>(
        folder_ / "i",
        std::make_shared<Manifest>(read_manifest(folder_ / "i")));
  }

  uint32_t below(uint32_t n) { return static_cast<uint32_t>(random_() % n); }

  TermConjunction::Term term(uint32_t word) {
    std::vector<TermSource> sources;
    index_->find("content", "w" + std::to_string(word), sources);
    return {sources.at(0), 0.5F + static_cast<float>(word),
            1 + static_cast<float>(word)};
  }

  // Two to four terms; often one more than once.
  std::vector<TermConjunction::Term> terms() {
    std::vector<TermConjunction::Term> chosen;
    for (uint32_t n = 2 + below(3); n > 0; --n) {
      chosen.push_back(term(below(kWords)));
    }
    return chosen;
  }

  static std::unique_ptr<Matcher> the_same(
      const std::vector<TermConjunction::Term>& terms) {
    std::vector<std::unique_ptr<Matcher>> parts;
    for (const TermConjunction::Term& one : terms) {
      parts.push_back(std::make_unique<WordMatcher>(
          std::make_unique<TermMatcher>(std::vector<TermSource>{one.source},
                                        one.weight),
          one.rarity, nullptr));
    }
    return std::make_unique<AndMatcher>(kDocuments, std::move(parts));
  }

  static constexpr uint32_t kShares[] = {950, 600, 300, 100, 30, 12, 5, 1};
  static constexpr uint32_t kWords = std::size(kShares);

  tests::TempDir folder_;
  std::mt19937 random_;
  std::unique_ptr<IndexDirectory> index_;
};

TEST_F(TermConjunctionTest, MatchesAndScoresAreThoseOfSeparateWords) {
  write(1);
  for (int round = 0; round < 200; ++round) {
    SCOPED_TRACE("round " + std::to_string(round));
    std::vector<TermConjunction::Term> chosen = terms();
    TermConjunction own(kDocuments, chosen);
    std::unique_ptr<Matcher> other = the_same(chosen);
    EXPECT_DOUBLE_EQ(own.expected(), other->expected());
    uint32_t step = 1 + below(60);
    for (uint32_t base = 0; base < kDocuments; base += kWindow) {
      if (below(4) == 0) continue;
      uint32_t next = own.at_or_after(base);
      ASSERT_LE(next, other->at_or_after(base));
      if (next == kNoDocument) break;
      WindowMask within = {};
      for (uint32_t n = 0; n < kWindow; n += 1 + below(step)) {
        within[n / 64] |= uint64_t{1} << n % 64;
      }
      WindowMask mask = {};
      WindowMask expected = {};
      if (below(2) == 0) {
        own.fill(base, nullptr, mask);
        other->fill(base, nullptr, expected);
      } else {
        mask = expected = within;
        own.keep(base, mask);
        other->keep(base, expected);
      }
      ASSERT_EQ(mask, expected);
      ASSERT_EQ(own.bound(base), other->bound(base));
      WindowMask left = mask;
      double least = static_cast<double>(below(100)) / 10;
      if (below(2) == 0) own.clear_below(base, least, left);
      std::array<float, kWindow> scores = {};
      each_bit(mask, [&](uint32_t n) { scores[n] = other->score(n); });
      WindowMask listed = {};
      const float wanted = static_cast<float>(below(100)) / 10;
      const auto bounds = own.list_bounds(base, left, wanted);
      ASSERT_TRUE(bounds);
      for (const DocumentBounds& one : *bounds) {
        listed[one.n / 64] |= uint64_t{1} << one.n % 64;
        ASSERT_TRUE(is_in(left, one.n));
        ASSERT_LE(one.bounds.least, scores[one.n]);
        ASSERT_GE(one.bounds.most, scores[one.n]);
      }
      each_bit(left, [&](uint32_t n) {
        ASSERT_TRUE(is_in(listed, n) || scores[n] < wanted);
      });
      each_bit(mask, [&](uint32_t n) {
        float score = scores[n];
        ASSERT_LE(score, own.bound(base));
        if ((left[n / 64] >> n % 64 & 1) != 0) {
          ASSERT_EQ(own.score(n), score);
        } else {
          ASSERT_LE(double{score}, least);
        }
      });
    }
  }
}

}  // namespace
}  // namespace wax::index
