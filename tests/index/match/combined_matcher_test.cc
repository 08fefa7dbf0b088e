#include "index/match/combined_matcher.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "index/match/document_sets.h"
#include "index/match/joined_matchers.h"
#include "index/query/query.h"
#include "index/schema/fields.h"
#include "index/search/searcher.h"
#include "index/store/index_reader.h"
#include "index/store/manifest.h"
#include "index/writer/index_writer.h"
#include "tests/support/temp_dir.h"

namespace wax::index {
namespace {

constexpr uint32_t kDocuments = 9000;

class CombinedMatcherTest : public testing::Test {
 protected:
  void write(unsigned seed) {
    random_.seed(seed);
    IndexWriter writer(folder_ / "i", {});
    for (uint32_t i = 0; i < kDocuments; ++i) {
      std::string title;
      std::string text;
      for (uint32_t n = below(5); n > 0; --n) title += word();
      for (uint32_t n = below(below(40) == 0 ? 2000 : 60); n > 0; --n) {
        text += word();
      }
      const uint64_t half = text.size() / 2;
      writer.add({{"title", title},
                  {"main_ranges", "0-" + std::to_string(half)},
                  {"content", text}});
    }
    writer.finish();
    index_ = std::make_unique<IndexDirectory>(
        folder_ / "i",
        std::make_shared<Manifest>(read_manifest(folder_ / "i")));
  }
  uint32_t below(uint32_t n) { return static_cast<uint32_t>(random_() % n); }
  std::string word() {
    const double u = 1 - static_cast<double>(random_() >> 8) / 0x1000000;
    return "w" + std::to_string(static_cast<int>(std::pow(u, -0.9))) +
           (below(9) == 0 ? "\xC3\xA9 " : " ");
  }

  CombinedWord combined(const std::string& word) {
    const LuceneSegment& segment = *index_->parts()[0].segment;
    CombinedWord made;
    uint64_t postings = UINT64_MAX;
    for (const CombinedField& field : combined_fields()) {
      std::vector<TermSource> sources;
      if (index_->find(field.name, word, sources) == 0) continue;
      made.fields.push_back({sources[0], field.weight});
      postings = std::min(postings, sources[0].place.postings);
    }
    made.list = segment.combined()->find(postings);
    return made;
  }
  static std::unique_ptr<Matcher> by_field(const CombinedWord& word,
                                           float rarity) {
    std::vector<std::unique_ptr<Matcher>> parts;
    for (const WeightedTerm& field : word.fields) {
      parts.push_back(std::make_unique<TermMatcher>(
          std::vector<TermSource>{field.source}, field.weight));
    }
    return std::make_unique<WordMatcher>(
        std::make_unique<OrMatcher>(kDocuments, std::move(parts)), rarity,
        nullptr);
  }

  tests::TempDir folder_;
  std::mt19937 random_;
  std::unique_ptr<IndexDirectory> index_;
};

TEST_F(CombinedMatcherTest, MatchesAndScoresAreThoseOfTheFields) {
  write(1);
  for (const char* text : {"w1", "w2", "w3", "w8", "w20"}) {
    SCOPED_TRACE(text);
    const CombinedWord word = combined(text);
    ASSERT_GT(word.list.documents, 0U);
    ASSERT_GE(word.fields.size(), 2U);
    for (int round = 0; round < 20; ++round) {
      CombinedMatcher own(word, 2.5F);
      std::unique_ptr<Matcher> other = by_field(word, 2.5F);
      uint64_t found = 0;
      for (uint32_t base = 0; base < kDocuments; base += kWindow) {
        if (round > 0 && below(3) == 0) continue;
        ASSERT_EQ(own.at_or_after(base), other->at_or_after(base));
        WindowMask mask = {};
        WindowMask expected = {};
        own.fill(base, nullptr, mask);
        other->fill(base, nullptr, expected);
        ASSERT_EQ(mask, expected);
        found += count_of(mask);
        // Those that score less than some bound are out.
        const float least =
            below(2) == 0 ? 0
                          : own.bound(base) * static_cast<float>(below(9)) / 9;
        const WindowMask all = mask;
        std::array<float, kWindow> scores = {};
        own.clear_below(base, double{least}, mask);
        each_bit(all, [&](uint32_t n) {
          scores[n] = other->score(n);
          if (!is_in(mask, n)) {
            ASSERT_LE(scores[n], least);
          }
        });
        std::array<Bounds, kWindow> bounds = {};
        own.add_bounds(base, mask, bounds.data());
        const bool at_once = below(2) == 0;
        std::array<float, kWindow> sums = {};
        if (at_once) own.add_scores(base, mask, sums.data());
        each_bit(mask, [&](uint32_t n) {
          const float score = scores[n];
          if (!at_once) sums[n] = own.score(n);
          ASSERT_EQ(sums[n], score);
          ASSERT_LE(bounds[n].least, score);
          ASSERT_GE(bounds[n].most, score);
          ASSERT_LE(bounds[n].most, own.bound(base));
        });
      }
      if (round == 0) {
        EXPECT_EQ(found, own.total());
      }
    }
  }
}

TEST_F(CombinedMatcherTest, SoManyDocumentsReachWhatItSays) {
  write(2);
  for (const char* text : {"w1", "w2", "w5"}) {
    const CombinedWord word = combined(text);
    for (uint64_t count : {1, 3, 10}) {
      CombinedMatcher own(word, 1.0F);
      const float reached = own.reached_by(count);
      std::unique_ptr<Matcher> other = by_field(word, 1.0F);
      uint64_t better = 0;
      for (uint32_t base = 0; base < kDocuments; base += kWindow) {
        WindowMask mask = {};
        other->fill(base, nullptr, mask);
        each_bit(mask, [&](uint32_t n) {
          better += other->score(n) >= reached ? 1 : 0;
        });
      }
      EXPECT_GE(better, count);
    }
  }
}

// A document may be in the list of a word and match another part of an OR
// alone.
TEST_F(CombinedMatcherTest, BoundsOfNestedPartsEncloseTheScoresThatComeLater) {
  write(4);
  std::vector<CombinedWord> words;
  for (const char* text : {"w1", "w2", "w3", "w5", "w8"}) {
    words.push_back(combined(text));
  }
  std::function<std::unique_ptr<Matcher>(int)> make = [&](int depth) {
    std::unique_ptr<Matcher> made;
    const uint32_t kind = below(depth > 0 ? 6 : 3);
    if (kind == 0) {
      std::vector<uint64_t> bits((kDocuments / kWindow + 1) * kWindow / 64);
      for (uint32_t n = 0; n < kDocuments; ++n) {
        bits[n / 64] |= uint64_t{below(3) == 0} << n % 64;
      }
      made = std::make_unique<BitsMatcher>(std::move(bits), 0.0F);
    } else if (kind == 1) {
      made = by_field(words[below(5)], 1.7F);
    } else if (kind == 2) {
      made = std::make_unique<CombinedMatcher>(words[below(5)], 2.5F);
    } else if (kind == 3) {
      made = std::make_unique<NotMatcher>(kDocuments, make(depth - 1));
    } else {
      std::vector<std::unique_ptr<Matcher>> parts;
      for (uint32_t n = 2 + below(2); n > 0; --n) {
        parts.push_back(make(depth - 1));
      }
      if (kind == 4) {
        made = std::make_unique<AndMatcher>(kDocuments, std::move(parts));
      } else {
        made = std::make_unique<OrMatcher>(kDocuments, std::move(parts));
      }
    }
    return made;
  };
  constexpr float kRounding = 1e-6F;
  int later = 0;
  for (unsigned round = 0; round < 200; ++round) {
    SCOPED_TRACE(round);
    random_.seed(round);
    std::unique_ptr<Matcher> nested = make(3);
    random_.seed(round);
    std::unique_ptr<Matcher> same = make(3);
    if (same->scores_later()) ++later;
    for (uint32_t base = 0; base < kDocuments; base += kWindow) {
      WindowMask mask = {};
      if (const uint32_t next = nested->at_or_after(base);
          next != kNoDocument && next - base < kWindow) {
        nested->fill(base, nullptr, mask);
      }
      std::array<Bounds, kWindow> bounds = {};
      if (!is_empty(mask)) nested->add_bounds(base, mask, bounds.data());
      for (uint32_t n = 0; n < std::min(kWindow, kDocuments - base); ++n) {
        std::optional<float> score;
        if (is_in(mask, n)) {
          score = nested->score(n);
          ASSERT_LE(bounds[n].least, *score * (1 + kRounding));
          ASSERT_GE(bounds[n].most * (1 + kRounding), *score);
        }
        if (!same->scores_later() || (n + round) % 3 == 0) continue;
        ASSERT_EQ(same->score_document(base + n), score);
      }
    }
  }
  EXPECT_GT(later, 100);
}

// Other weights leave the lists of several fields unused: these are the same.
TEST_F(CombinedMatcherTest, HitsAreThoseWithoutTheLists) {
  write(3);
  const IndexReader reader = IndexReader::open({folder_ / "i"});
  SearchOptions by_field;
  by_field.weights["title"] = find_field("title")->boost;
  for (int round = 0; round < 600; ++round) {
    std::string text = word();
    const uint32_t kind = below(7);
    for (uint32_t n = below(kind == 5 ? 12 : 4); n > 0; --n) {
      if (kind == 1 || kind == 5) text += "OR ";
      if (kind == 2 && below(2) == 0) text += "-";
      text += word();
    }
    if (kind == 3) text = '(' + text + ") (" + word() + "OR " + word() + ')';
    if (kind == 4) text += "title:" + word();
    if (kind == 6)
      text = "(w3 -(" + text + ")) OR (title:" + word() + text + ')';
    SCOPED_TRACE(text);
    const Query query = parse_query(text);
    const uint64_t start = below(3) == 0 ? below(30) : 0;
    const uint64_t count = below(4) == 0 ? 0 : 1 + below(60);
    const Hits all = Searcher(reader).search(query, 0, 100'000, by_field);
    const Hits some = Searcher(reader).search(query, start, count);
    ASSERT_EQ(some.total, all.total);
    SearchOptions estimate;
    estimate.exact_total = false;
    const Hits quick = Searcher(reader).search(query, start, count, estimate);
    const uint64_t left = all.best.size() - std::min(start, all.best.size());
    ASSERT_EQ(some.best.size(), std::min(count, left));
    ASSERT_EQ(quick.best.size(), some.best.size());
    for (size_t i = 0; i < some.best.size(); ++i) {
      ASSERT_EQ(some.best[i].document, all.best[start + i].document) << i;
      ASSERT_EQ(some.best[i].score, all.best[start + i].score) << i;
      ASSERT_EQ(quick.best[i].document, some.best[i].document) << i;
    }
  }
}

}  // namespace
}  // namespace wax::index
