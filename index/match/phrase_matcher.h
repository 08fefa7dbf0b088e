// Matches phrases: documents in which the words follow one another.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "index/match/matcher.h"
#include "index/match/term_matcher.h"
#include "index/store/index_directory.h"

namespace wax::index {

// Several terms that are looked for as one, such as the words with one
// beginning. The positions in some thousand documents are gathered at once, so
// that the number of terms costs little.
class MergedTerms {
 public:
  MergedTerms(const std::vector<TermSource>& sources, const Deadline& deadline);

  [[nodiscard]] uint32_t document() const { return document_; }
  void advance(uint32_t target);
  // Sorted, each once.
  void append_positions(std::vector<uint32_t>& out);

 private:
  static constexpr uint32_t kChunk = 1 << 15;
  struct Found {
    uint32_t document;  // in the chunk
    uint32_t position;
  };
  void gather(uint32_t begin);

  std::vector<TermCursor> cursors_;
  const Deadline* deadline_;
  uint32_t document_ = 0;
  uint32_t begin_ = 0;  // of the chunk
  uint32_t end_ = 0;
  uint32_t least_ = 0;  // the first document after the chunk
  std::vector<Found> found_;
  std::vector<uint32_t> starts_;     // by document, in positions_
  std::vector<uint32_t> positions_;  // of all documents of the chunk
};

// A word and its places in a phrase.
struct PhraseWord {
  std::vector<TermSource> sources;
  std::vector<uint32_t> positions;  // one at least, sorted, each once
  bool prefix = false;              // any of the terms
};

// A document scores weight * number of phrases in it * factor of the length.
// Positions are read only of documents that have all words.
class PhraseMatcher final : public Matcher {
 public:
  // `documents`: of the shard. With a slop, the places of the words may be so
  // far from those in the phrase, in any order; of a word that the phrase has
  // twice, two are needed. `words`: each once. The deadline must outlive this,
  // and is asked in fill(), too: one document may have a word a million times.
  PhraseMatcher(uint32_t documents, std::vector<PhraseWord> words,
                uint32_t slop, float weight, const Deadline& deadline);

  uint32_t at_or_after(uint32_t target) override;
  void fill(uint32_t base, const WindowMask* within, WindowMask& mask) override;
  float score(uint32_t n) override;
  float bound(uint32_t base) override;
  // Estimates as if the words had nothing to do with each other.
  double expected() const override;

 private:
  // Finds where phrases begin, judged by one word alone: at a position of the
  // word less its place in the phrase. A word with several places must be at
  // all of them.
  class Slot {
   public:
    Slot(PhraseWord word, const Deadline& deadline);

    [[nodiscard]] uint64_t documents() const { return documents_; }
    [[nodiscard]] const std::vector<uint32_t>& positions() const {
      return positions_;
    }
    [[nodiscard]] uint32_t document() const {
      return merged_ ? merged_->document() : term_.document();
    }
    void advance(uint32_t target) {
      if (merged_) {
        merged_->advance(target);
      } else {
        term_.advance(target);
      }
    }
    // Keeps those of the window that have the word. Then read_starts() may be
    // called for those that are left, in order.
    void keep(uint32_t base, WindowMask& mask);
    // Read where the word is, or where phrases begin. The list is valid until
    // the next call.
    std::span<uint32_t> read_positions(uint32_t n);
    std::span<const uint32_t> read_starts(uint32_t n);
    // Whether kLanes numbers may be read of each list of positions.
    [[nodiscard]] bool has_lanes() const { return ranked_.has_value(); }
    [[nodiscard]] float bound(uint32_t base, float weight);

   private:
    // Where the positions of a document begin in read_, and how many they are.
    struct Place {
      uint32_t begin = 0;
      uint32_t count = 0;
    };
    void rank(uint32_t base, const WindowMask& wanted, WindowMask& found);
    void walk(uint32_t base, const WindowMask& wanted, WindowMask& found);
    // Keeps the beginnings of `found` from which on the word is at all of its
    // places.
    std::span<uint32_t> with_all_places(std::span<const uint32_t> found);

    uint64_t documents_ = 0;
    float documents_per_window_ = 0;
    const Deadline* deadline_;
    std::vector<uint32_t> positions_;  // of the word in the phrase
    uint32_t base_ = 0;                // of the window
    TermCursor term_;
    // For a term with blocks: ranks_ says how many of its documents come before
    // each document of the window.
    std::optional<BlockPositions> ranked_;
    std::vector<uint32_t> ranks_;
    TermCursor read_here_;  // else: follows term_ and reads positions
    std::unique_ptr<MergedTerms> merged_;  // null: `term_`
    std::optional<ImpactBounds> bounds_;
    std::vector<Place> places_;  // with merged_: by number in the window
    std::vector<uint32_t> read_;
    std::vector<uint32_t> starts_;  // of a word with several places
  };

  // The first document from `target` on that has all words.
  uint32_t next_with_all(uint32_t target);
  // How many phrases the n-th document of the window has: of two words, of any
  // number of words, within the slop.
  uint32_t pairs(uint32_t n);
  uint32_t rows(uint32_t n);
  uint32_t loose_phrases(uint32_t n);
  // Whether all words can stand from `start` on within the slop.
  [[nodiscard]] bool is_loose_phrase(int64_t start) const;

  static constexpr size_t kLanes = 4;

  double documents_;  // 1 at least
  const Deadline* deadline_;
  std::vector<Slot> slots_;  // the rarest word first
  uint32_t slop_;
  std::vector<std::vector<int64_t>> loose_;  // by slot: where the word is
  std::vector<int64_t> begins_;  // of phrases, judged by each word alone
  float weight_;
  FieldNorms norms_;
  uint32_t base_ = 0;              // of the window
  std::vector<uint32_t> phrases_;  // by number in the window
  std::vector<uint32_t> kept_;
};

}  // namespace wax::index
