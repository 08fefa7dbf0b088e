// Matches one term.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "index/match/matcher.h"
#include "index/store/impact_bounds.h"
#include "index/store/index_directory.h"

namespace wax::index {

// Whether going to each of some documents of a window costs less than reading
// all those of a term with about `usual` documents in a window.
[[nodiscard]] bool is_worth_advancing(size_t wanted, float usual);
[[nodiscard]] bool is_worth_advancing(const WindowMask& wanted, float usual);

// Sets the bits of the documents of a term in the window from `base` on. If
// only those in `within` are asked for, others may be left out. The term has
// about `usual` documents in a window.
void mark_documents(TermCursor& cursor, uint32_t base, const WindowMask* within,
                    float usual, WindowMask& mask);

// What occurrences in the field of some sources, one of each segment, count by
// the length of the field.
class FieldNorms {
 public:
  FieldNorms() = default;
  explicit FieldNorms(std::vector<TermSource> sources);
  // 1 in a field without norms. The document must be in one of the segments.
  [[nodiscard]] float at(uint32_t document) {
    if (document - base_ >= documents_) go_to_segment_of(document);
    return norms_.empty() ? 1 : values_[norms_.at(document - base_)];
  }
  // Calls use(value of the norm, i) for all of so many documents, which rise
  // and are in one segment; `to_shard` is added to each.
  template <typename Use>
  void each(const uint32_t* documents, uint32_t count, uint32_t to_shard,
            Use&& use) {
    uint32_t first = documents[0] + to_shard;
    if (first - base_ >= documents_) go_to_segment_of(first);
    const uint8_t* norms =
        norms_.empty() ? nullptr
                       : norms_.range(documents[0], documents[count - 1]);
    if (norms == nullptr) {
      for (uint32_t i = 0; i < count; ++i) use(at(documents[i] + to_shard), i);
      return;
    }
    const float* values = values_;
    for (uint32_t i = 0; i < count; ++i) {
      use(values[norms[documents[i] - documents[0]]], i);
    }
  }

 private:
  void go_to_segment_of(uint32_t document);

  const float* values_ = nullptr;
  std::vector<TermSource> sources_;
  // The segment of the last document.
  uint32_t base_ = 0;
  uint32_t documents_ = 0;
  NormReader norms_;
};

// A term. Each document scores weight * frequency * factor of the length, or
// nothing when there is no weight.
class TermMatcher final : public Matcher {
 public:
  TermMatcher(std::vector<TermSource> sources, float weight);

  uint32_t at_or_after(uint32_t target) override;
  void fill(uint32_t base, const WindowMask* within, WindowMask& mask) override;
  float score(uint32_t n) override;
  void add_scores(uint32_t base, const WindowMask& wanted,
                  float* sums) override;
  void fill_and_add(uint32_t base, WindowMask& mask, float* sums) override;
  void fill_and_add_saturated(uint32_t base, WindowMask& mask, float* sums,
                              float rarity, const float* before) override;
  float bound(uint32_t base) override;
  void add_bounds(uint32_t base, const WindowMask& wanted,
                  Bounds* bounds) override;
  bool scores_later() const override { return true; }
  std::optional<float> score_document(uint32_t document) override;
  float reached_by(uint64_t count) override;
  void clear_below(uint32_t base, double least, WindowMask& mask) override;
  std::optional<uint64_t> total() const override { return documents_; }
  double expected() const override { return static_cast<double>(documents_); }

 private:
  [[nodiscard]] ImpactBounds& bounds();
  // Calls see(documents, count, base of the window in their segment) for some
  // documents of the window, and add(n, score) for each.
  template <typename See, typename Add>
  void each_score(TermCursor& cursor, uint32_t base, See&& see, Add&& add);

  float weight_;
  uint64_t documents_ = 0;
  float documents_per_window_ = 0;
  TermCursor cursor_;
  FieldNorms norms_;
  uint32_t base_ = 0;  // of the window
  // Follows cursor_, to the documents that are scored.
  std::optional<TermCursor> scored_;
  std::optional<TermCursor> bounded_;   // likewise, of add_bounds()
  std::optional<ImpactBounds> bounds_;  // once one is asked for
  uint32_t bound_base_ = UINT32_MAX;
  float bound_ = 0;
};

}  // namespace wax::index
