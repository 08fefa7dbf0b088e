// Matches a word that several of the default fields have, by one list for all
// of them (combined_file.h).
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "index/match/matcher.h"
#include "index/match/term_matcher.h"
#include "index/schema/ranking.h"
#include "index/store/combined_file.h"
#include "index/store/index_directory.h"

namespace wax::index {

// The postings of a word in one field.
struct WeightedTerm {
  TermSource source;
  float weight = 1;
};

// A word in a segment that begins with the first document of the shard.
struct CombinedWord {
  CombinedTerm list;
  // Its fields, in the order in which scores are added.
  std::vector<WeightedTerm> fields;
};

// Adds up what documents score in the fields of a word, by their own postings.
class FieldSums {
 public:
  explicit FieldSums(const std::vector<WeightedTerm>& fields);

  // Nothing when no field has the word. Documents must rise from call to call.
  [[nodiscard]] std::optional<float> of(uint32_t document);
  // Adds the scores of the documents of a window to `sums`, by number in the
  // window, and these documents to `mask`.
  void add(uint32_t base, float* sums, WindowMask& mask);

 private:
  struct InField {
    TermCursor cursor;
    FieldNorms norms;
    float weight;
  };
  std::vector<InField> fields_;
};

// The greatest codes of a list.
class CodeBounds {
 public:
  explicit CodeBounds(const TermBlocks& blocks) : blocks_(blocks) {}
  // Returns the greatest code of the documents from `first` to before `end`; -1
  // if there are no such documents. `first` must not fall from call to call.
  [[nodiscard]] int greatest(uint32_t first, uint32_t end);
  // Calls use(first, last) for documents as above, the last included, of blocks
  // without a code above `most`. After greatest() for the same ones.
  template <typename Use>
  void each_weak(uint32_t first, uint32_t end, int most, Use&& use) {
    for (uint32_t n = next_; n < blocks_.count() && first < end; ++n) {
      uint32_t last = std::min(blocks_.last(n), end - 1);
      if (last < first) continue;
      if (code(n) >= 0 && code(n) <= most) use(first, last);
      first = last + 1;
    }
  }
  // Calls use(first, last) for documents as above, of blocks with a code above
  // `most`.
  template <typename Use>
  void each_strong(uint32_t first, uint32_t end, int most, Use&& use) {
    for (uint32_t n = next_; n < blocks_.count() && first < end; ++n) {
      const uint32_t last = std::min(blocks_.last(n), end - 1);
      if (last < first) continue;
      if (code(n) > most) use(first, last);
      first = last + 1;
    }
  }
  // The code that so many blocks reach, and so many documents; -1: none.
  [[nodiscard]] int reached_by(uint64_t count) const;

 private:
  [[nodiscard]] int code(uint32_t block) const {
    return static_cast<int>(blocks_.greatest(block).frequency) - 1;
  }

  TermBlocks blocks_;
  uint32_t next_ = 0;  // the first that does not end before `first`
};

// Between which scores that of a document with a code is.
using BoundsOfCodes = std::array<Bounds, SumCode::kCodes>;
// With a rarity the sums are saturated() by it.
[[nodiscard]] BoundsOfCodes bounds_of_codes(std::optional<float> rarity);

// Scores are the sums of the fields; or saturated() by the rarity of the word.
class CombinedMatcher final : public Matcher {
 public:
  CombinedMatcher(const CombinedWord& word, std::optional<float> rarity);

  uint32_t at_or_after(uint32_t target) override;
  void fill(uint32_t base, const WindowMask* within, WindowMask& mask) override;
  float score(uint32_t n) override;
  void add_scores(uint32_t base, const WindowMask& wanted,
                  float* sums) override;
  void fill_and_add(uint32_t base, WindowMask& mask, float* sums) override;
  float bound(uint32_t base) override;
  bool has_bounds() const override { return true; }
  void add_bounds(uint32_t base, const WindowMask& wanted,
                  Bounds* bounds) override;
  void add_bounds_to(uint32_t base,
                     std::span<DocumentBounds> documents) override;
  bool finds_candidates() const override { return true; }
  void add_candidates(uint32_t base, double least,
                      std::vector<DocumentBounds>& found) override;
  bool scores_later() const override { return true; }
  std::optional<float> score_document(uint32_t document) override;
  float reached_by(uint64_t count) override;
  void clear_below(uint32_t base, double least, WindowMask& mask) override;
  std::optional<uint64_t> total() const override { return documents_; }
  double expected() const override { return static_cast<double>(documents_); }

 private:
  [[nodiscard]] float score_of_sum(float sum) const {
    return rarity_ ? saturated(sum, *rarity_) : sum;
  }
  [[nodiscard]] FieldSums& sums();
  // The greatest code of documents that score at most `least`; -1: none do.
  [[nodiscard]] int weak_code(double least) const;

  CombinedWord word_;
  std::optional<float> rarity_;
  uint32_t documents_;
  float documents_per_window_;
  BoundsOfCodes of_codes_;
  CodeBounds bounds_;
  BlockCursor cursor_;
  std::optional<BlockCursor> codes_;  // follows cursor_
  std::optional<FieldSums> sums_;     // likewise
  uint32_t base_ = 0;                 // of the window
  uint32_t bound_base_ = UINT32_MAX;
  float bound_ = 0;
};

}  // namespace wax::index
