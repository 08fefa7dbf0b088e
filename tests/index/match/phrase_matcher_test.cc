#include "index/match/phrase_matcher.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "index/store/index_directory.h"
#include "index/store/manifest.h"
#include "index/writer/index_writer.h"
#include "tests/support/temp_dir.h"

namespace wax::index {
namespace {

using tests::TempDir;

struct PhrasePlace {
  uint32_t word;
  uint32_t position;
  bool prefix;  // any word with the same first digit
};

std::string phrase_word(uint32_t n) { return "w" + std::to_string(n); }

bool is_meant(const PhrasePlace& place, uint32_t word) {
  if (!place.prefix) return word == place.word;
  return phrase_word(word).starts_with(phrase_word(place.word));
}

// How many phrases begin in the text.
uint32_t count_phrases(const std::vector<uint32_t>& text,
                       const std::vector<PhrasePlace>& phrase) {
  uint32_t count = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    bool all = true;
    for (const PhrasePlace& place : phrase) {
      size_t at = i + place.position;
      all = all && at < text.size() && is_meant(place, text[at]);
    }
    if (all) ++count;
  }
  return count;
}

TEST(PhraseMatcherTest, PhrasesAreThoseOfTheTexts) {
  for (unsigned seed = 1; seed <= 3; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    auto below = [&](uint32_t n) {
      return static_cast<uint32_t>(random() % n);
    };
    TempDir folder;
    std::vector<std::vector<uint32_t>> texts(5000);
    {
      IndexWriter writer(folder / "i", {});
      for (std::vector<uint32_t>& text : texts) {
        std::string content;
        for (uint32_t n = below(40); n > 0; --n) {
          text.push_back(below(1 + below(60)));
          content += phrase_word(text.back()) + ' ';
        }
        writer.add({{"content", content}});
      }
      writer.finish();
    }
    IndexDirectory index(
        folder / "i", std::make_shared<Manifest>(read_manifest(folder / "i")));
    const LuceneSegment& segment = *index.parts().front().segment;
    NormReader norms = segment.norms(segment.field_number("content"));
    for (int round = 0; round < 60; ++round) {
      std::vector<PhrasePlace> phrase;
      std::vector<PhraseWord> words;
      std::map<uint32_t, size_t> word_of;  // by its first place
      uint32_t position = 0;
      for (uint32_t n = 2 + below(4); n > 0; --n) {
        phrase.push_back({below(1 + below(60)), position, below(8) == 0});
        const auto same = std::find_if(
            phrase.begin(), phrase.end(), [&](const PhrasePlace& place) {
              return place.word == phrase.back().word &&
                     place.prefix == phrase.back().prefix;
            });
        position += 1 + (below(5) == 0 ? 1 : 0);
        if (same + 1 != phrase.end()) {
          words[word_of[same->position]].positions.push_back(
              phrase.back().position);
          continue;
        }
        word_of[phrase.back().position] = words.size();
        PhraseWord word{{}, {phrase.back().position}, phrase.back().prefix};
        index.each_term("content", phrase_word(phrase.back().word),
                        [&](const std::string& term, const TermSource& one) {
                          std::string text = phrase_word(phrase.back().word);
                          if (term != text && !word.prefix) return false;
                          if (!term.starts_with(text)) return false;
                          word.sources.push_back(one);
                          return true;
                        });
        ASSERT_FALSE(word.sources.empty());
        words.push_back(std::move(word));
      }
      Deadline deadline;
      PhraseMatcher matcher(index.documents(), std::move(words), 0, 2.0F,
                            deadline);
      for (uint32_t base = 0; base < texts.size(); base += kWindow) {
        WindowMask within = {};
        for (uint32_t n = 0, step = 1 + below(30); n < kWindow;
             n += 1 + below(step)) {
          within[n / 64] |= uint64_t{1} << n % 64;
        }
        bool all = below(2) == 0;
        WindowMask mask = {};
        matcher.fill(base, all ? nullptr : &within, mask);
        float bound = matcher.bound(base);
        for (uint32_t n = 0; n < kWindow && base + n < texts.size(); ++n) {
          uint32_t count = count_phrases(texts[base + n], phrase);
          bool wanted = all || (within[n / 64] >> n % 64 & 1) != 0;
          bool found = (mask[n / 64] >> n % 64 & 1) != 0;
          if (!wanted) continue;
          ASSERT_EQ(found, count > 0) << "document " << base + n;
          if (!found) continue;
          ASSERT_EQ(
              matcher.score(n),
              score_of(2.0F, count, factors_of("content")[norms.at(base + n)]));
          ASSERT_LE(matcher.score(n), bound);
        }
      }
    }
  }
}

}  // namespace
}  // namespace wax::index
