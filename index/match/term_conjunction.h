// Matches documents that have all of several words: the most frequent form of
// an AndMatcher.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "index/match/combined_matcher.h"
#include "index/match/matcher.h"
#include "index/match/term_matcher.h"
#include "index/store/block_file.h"
#include "index/store/impact_bounds.h"
#include "index/store/index_directory.h"
#include "index/store/posting_cursor.h"

namespace wax::index {

// Each word is one term, which scores as a WordMatcher of a TermMatcher does,
// or one list of several fields, which scores as a CombinedMatcher. Of a
// window, first the documents of the first term are found, then those of them
// that the next term has, and so on. Frequencies are read only of documents
// that all terms have and that are scored, from where their postings were
// found.
class TermConjunction final : public Matcher {
 public:
  struct Term {
    TermSource source;
    float weight = 1;
    float rarity = 1;
    // Instead of `weight`; `source` is one of its fields.
    std::optional<CombinedWord> combined = {};

    [[nodiscard]] uint32_t documents() const {
      return combined ? combined->list.documents : source.place.documents;
    }
  };

  // Two terms or more, the rarest first, of one segment that begins with the
  // first document. `documents`: of the shard.
  TermConjunction(uint32_t documents, const std::vector<Term>& terms);

  uint32_t at_or_after(uint32_t target) override {
    return lists_.front().at_or_after(target);
  }
  void fill(uint32_t base, const WindowMask* within, WindowMask& mask) override;
  float score(uint32_t n) override;
  float bound(uint32_t base) override;
  bool has_bounds() const override { return has_bounds_; }
  void add_bounds(uint32_t base, const WindowMask& wanted,
                  Bounds* bounds) override;
  std::optional<std::span<const DocumentBounds>> list_bounds(
      uint32_t base, const WindowMask& wanted, float least) override;
  bool scores_later() const override { return true; }
  std::optional<float> score_document(uint32_t document) override;
  void clear_below(uint32_t base, double least, WindowMask& mask) override;
  double expected() const override;

 private:
  // The postings of one term. A document of the window is named by a number,
  // from which its frequency is found: with blocks, by its number among those
  // of the term, else by the frequency itself.
  class List {
   public:
    explicit List(const Term& term);

    [[nodiscard]] uint32_t at_or_after(uint32_t target);
    // Puts those of the window, less `base`, and their numbers. Returns how
    // many they are.
    uint32_t take(uint32_t base, uint32_t* documents);
    // Puts those of `documents` that are here, by place, to `kept`.
    uint32_t keep(uint32_t base, const uint32_t* documents, uint32_t count,
                  uint32_t* kept);
    // Keeps the numbers of so many places.
    void keep_places(const uint32_t* places, uint32_t count) {
      for (uint32_t i = 0; i < count; ++i) numbers_[i] = numbers_[places[i]];
    }
    // Returns the score of the i-th document, which is `document` of the shard,
    // before saturated().
    [[nodiscard]] float sum(uint32_t i, uint32_t document) {
      if (codes_) return codes_->sums.of(document).value_or(0);
      return score_of(weight_, frequency(i), norms_.at(document));
    }
    [[nodiscard]] bool has_codes() const { return codes_.has_value(); }
    // Returns the bounds of the i-th document, for a list with codes.
    [[nodiscard]] const Bounds& bounds_of(uint32_t i) {
      return codes_->bounds_of_codes[(frequency(i) - 1) % SumCode::kCodes];
    }
    // Returns what sum() does, whatever windows were looked at; nothing if the
    // list does not have the document. Documents must rise.
    [[nodiscard]] std::optional<float> sum_later(uint32_t document);
    [[nodiscard]] float rarity() const { return rarity_; }
    [[nodiscard]] uint32_t documents() const { return documents_; }
    [[nodiscard]] float bound(uint32_t base);

   private:
    static constexpr uint32_t kBlock = TermBlocks::kDocuments;
    // From so many wanted documents in a block on, a table finds them.
    static constexpr uint32_t kManyWanted = 8;

    [[nodiscard]] uint32_t frequency(uint32_t i) {
      uint32_t number = numbers_[i];
      if (!has_blocks_) return number;
      if (number / kBlock != frequencies_of_) read_frequencies(number / kBlock);
      return frequencies_[number % kBlock];
    }
    void read_frequencies(uint32_t block);
    void read_block(uint32_t block);
    // Moves to the block that may have the document; false past the last.
    bool go_to_block_of(uint32_t document);
    // Returns the place in the block of the first document that is not less.
    [[nodiscard]] uint32_t place_of(uint32_t document) const;
    uint32_t keep_by_table(uint32_t base, const uint32_t* documents,
                           uint32_t count, uint32_t* kept);
    uint32_t keep_by_blocks(uint32_t base, const uint32_t* documents,
                            uint32_t count, uint32_t* kept);
    uint32_t keep_by_postings(uint32_t base, const uint32_t* documents,
                              uint32_t count, uint32_t* kept);

    uint32_t documents_;
    float per_window_;
    TermSource source_;
    float weight_;
    float rarity_;
    std::optional<TermCursor> later_;  // of sum_later(), of one term
    // For a list of several fields.
    struct Codes {
      CodeBounds bounds;
      BoundsOfCodes bounds_of_codes;
      FieldSums sums;
    };
    std::optional<Codes> codes_;
    // For one term.
    FieldNorms norms_;
    ImpactBounds bounds_;
    std::vector<uint32_t> numbers_;  // by place in the window's documents
    bool has_blocks_ = false;
    // With blocks.
    TermBlocks blocks_;
    uint32_t block_ = UINT32_MAX;
    uint32_t frequencies_of_ = UINT32_MAX;  // block
    alignas(16) std::array<uint32_t, kBlock> block_documents_;
    alignas(16) std::array<uint32_t, kBlock> frequencies_;
    // Without.
    PostingCursor postings_;
    std::vector<uint32_t> window_documents_;
    std::vector<uint32_t> window_frequencies_;
    // By document of the window, where it may be; others are stale.
    std::vector<uint32_t> table_;
  };

  // Returns the score of the i-th document of the window.
  [[nodiscard]] float score_of_place(uint32_t i);
  // Fills places_ and scores_ for the window, if they are not.
  void need_places();

  double documents_;  // 1 at least
  std::vector<List> lists_;
  bool has_bounds_ = false;
  uint32_t base_ = 0;  // of the window
  uint32_t count_ = 0;
  std::vector<uint32_t> found_;   // documents of the window, less base_
  bool has_places_ = false;       // of the window
  std::vector<uint32_t> places_;  // by document of the window: in found_
  std::vector<uint32_t> kept_;
  std::vector<DocumentBounds> listed_;  // of list_bounds()
  std::vector<float> scores_;           // by place; less than 0: not known
  uint32_t bound_base_ = UINT32_MAX;
  float bound_ = 0;
};

}  // namespace wax::index
