// Parts of a query over one shard. The documents of the shard are looked at in
// windows.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "index/query/ranking.h"
#include "index/store/impact_bounds.h"
#include "index/store/index_column.h"

namespace wax::index {

// When a search must end.
class Deadline {
 public:
  struct Passed {};

  Deadline() = default;
  explicit Deadline(std::optional<std::chrono::steady_clock::time_point> end)
      : end_(end) {}
  // Throws Passed.
  void check() const {
    if (end_ && std::chrono::steady_clock::now() >= *end_) throw Passed();
  }

 private:
  std::optional<std::chrono::steady_clock::time_point> end_;
};

// A bit for each document of a window.
using WindowMask = std::array<uint64_t, kWindow / 64>;

[[nodiscard]] bool is_empty(const WindowMask& mask);
[[nodiscard]] size_t count_of(const WindowMask& mask);

// Calls use(n) for each bit that is set, in order.
template <typename Use>
void each_bit(const WindowMask& mask, Use&& use) {
  for (uint32_t i = 0; i < mask.size(); ++i) {
    for (uint64_t word = mask[i]; word != 0; word &= word - 1) {
      use(64 * i + static_cast<uint32_t>(std::countr_zero(word)));
    }
  }
}

// Sets the bits of documents, less `base`. They are sorted.
inline void set_bits(uint64_t* words, const uint32_t* documents, uint32_t count,
                     uint32_t base) {
  auto set = [=](uint32_t i) {
    uint32_t n = documents[i] - base;
    words[n / 64] |= uint64_t{1} << n % 64;
  };
  // Words that follow each other are often the same, for which the processor
  // would wait.
  uint32_t quarter = count / 4;
  for (uint32_t i = 0; i < quarter; ++i) {
    set(i);
    set(i + quarter);
    set(i + 2 * quarter);
    set(i + 3 * quarter);
  }
  for (uint32_t i = 4 * quarter; i < count; ++i) set(i);
}

// Whether going to each of the documents of a window costs less than reading
// all those of a term with about `usual` documents in a window.
[[nodiscard]] bool is_worth_advancing(const WindowMask& wanted, float usual);

// Sets the bits of the documents of a term in the window from `base` on. If
// only those in `within` are asked for, others may be left out. The term has
// about `usual` documents in a window.
void mark_documents(TermCursor& cursor, uint32_t base, const WindowMask* within,
                    float usual, WindowMask& mask);

// Says first which documents of a window match, and then, of those that are
// worth it, how much each scores. Windows and targets must rise from call to
// call. Methods throw FormatError, IoError and Deadline::Passed.
class Matcher {
 public:
  Matcher() = default;
  virtual ~Matcher() = default;
  Matcher(const Matcher&) = delete;
  Matcher& operator=(const Matcher&) = delete;

  // From `target` on, no document before this one matches; kNoDocument when
  // none does.
  [[nodiscard]] virtual uint32_t at_or_after(uint32_t target) = 0;

  // Sets the bits of the documents that match in the window from `base` on;
  // `mask` has none. If only those in `within` are asked for, others may be
  // left out.
  virtual void fill(uint32_t base, const WindowMask* within,
                    WindowMask& mask) = 0;
  // Keeps those in `mask` that match.
  virtual void keep(uint32_t base, WindowMask& mask);

  // Of the n-th document of the window that fill() or keep() was called for,
  // which matches.
  [[nodiscard]] virtual float score(uint32_t n) = 0;
  // fill() without `within`, in one with adding the scores of the documents to
  // `sums`, by number in the window. `mask` may have bits.
  virtual void fill_and_add(uint32_t base, WindowMask& mask, float* sums);
  // fill() without `within`, in one with adding saturated(sum, rarity), where
  // `sum` is the score and what `before` has for the document; null: nothing.
  virtual void fill_and_add_saturated(uint32_t base, WindowMask& mask,
                                      float* sums, float rarity,
                                      const float* before);
  // No document of the window scores more. Sums are rounded as those of
  // scores. Without fill(), and any number of times.
  [[nodiscard]] virtual float bound(uint32_t base) = 0;
  // Takes those out of `mask`, which fill() set, of which it is cheap to say
  // that they score at most `least` when sums are not rounded.
  virtual void narrow(uint32_t base, double least, WindowMask& mask);

  // A score that so many documents of the shard reach, at least one, as far as
  // that is cheap to say; -infinity when it is not. Before anything else.
  [[nodiscard]] virtual float reached_by(uint64_t count);

  // How many documents of the shard match, when that is known without reading
  // postings.
  [[nodiscard]] virtual std::optional<uint64_t> total() const { return {}; }
  // About how many.
  [[nodiscard]] virtual double expected() const = 0;
};

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
  // Of one segment.
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
  void fill_and_add(uint32_t base, WindowMask& mask, float* sums) override;
  void fill_and_add_saturated(uint32_t base, WindowMask& mask, float* sums,
                              float rarity, const float* before) override;
  float bound(uint32_t base) override;
  float reached_by(uint64_t count) override;
  void narrow(uint32_t base, double least, WindowMask& mask) override;
  std::optional<uint64_t> total() const override { return documents_; }
  double expected() const override { return static_cast<double>(documents_); }

 private:
  [[nodiscard]] ImpactBounds& bounds();
  // Calls add(n, score) for the documents of the window and sets their bits.
  template <typename Add>
  void each_score(uint32_t base, WindowMask& mask, Add&& add);

  float weight_;
  uint64_t documents_ = 0;
  float documents_per_window_ = 0;
  TermCursor cursor_;
  FieldNorms norms_;
  uint32_t base_ = 0;  // of the window
  // Goes behind cursor_, to the documents that are scored.
  std::optional<TermCursor> scored_;
  std::optional<ImpactBounds> bounds_;  // once one is asked for
  uint32_t bound_base_ = UINT32_MAX;
  float bound_ = 0;
};

// Documents as bits, each with the same score.
class BitsMatcher final : public Matcher {
 public:
  // Bits of whole windows.
  BitsMatcher(std::vector<uint64_t> bits, float score);

  uint32_t at_or_after(uint32_t target) override;
  void fill(uint32_t base, const WindowMask* within, WindowMask& mask) override;
  void keep(uint32_t base, WindowMask& mask) override;
  float score(uint32_t) override { return score_; }
  float bound(uint32_t) override { return score_; }
  std::optional<uint64_t> total() const override { return count_; }
  double expected() const override { return static_cast<double>(count_); }

 private:
  std::vector<uint64_t> bits_;
  float score_;
  uint64_t count_ = 0;
};

// Every document, or those that the part does not match. They score nothing.
class NotMatcher final : public Matcher {
 public:
  // `part` may be null.
  NotMatcher(uint32_t documents, std::unique_ptr<Matcher> part)
      : documents_(documents), part_(std::move(part)) {}

  uint32_t at_or_after(uint32_t target) override;
  void fill(uint32_t base, const WindowMask* within, WindowMask& mask) override;
  void keep(uint32_t base, WindowMask& mask) override;
  float score(uint32_t) override { return 0; }
  float bound(uint32_t) override { return 0; }
  std::optional<uint64_t> total() const override;
  double expected() const override;

 private:
  uint32_t documents_;
  std::unique_ptr<Matcher> part_;
};

// Documents that all parts match. Scores are added in the order of the parts.
class AndMatcher final : public Matcher {
 public:
  // `documents`: of the shard.
  AndMatcher(uint32_t documents, std::vector<std::unique_ptr<Matcher>> parts)
      : documents_(std::max(documents, 1U)), parts_(std::move(parts)) {}

  uint32_t at_or_after(uint32_t target) override;
  void fill(uint32_t base, const WindowMask* within, WindowMask& mask) override;
  void keep(uint32_t base, WindowMask& mask) override;
  float score(uint32_t n) override;
  float bound(uint32_t base) override;
  void narrow(uint32_t base, double least, WindowMask& mask) override;
  double expected() const override;

 private:
  double documents_;  // 1 at least
  std::vector<std::unique_ptr<Matcher>> parts_;
};

// Documents that a part matches. The same.
class OrMatcher final : public Matcher {
 public:
  OrMatcher(uint32_t documents, std::vector<std::unique_ptr<Matcher>> parts)
      : documents_(std::max(documents, 1U)),
        parts_(std::move(parts)),
        masks_(parts_.size()) {}

  uint32_t at_or_after(uint32_t target) override;
  void fill(uint32_t base, const WindowMask* within, WindowMask& mask) override;
  float score(uint32_t n) override;
  void fill_and_add(uint32_t base, WindowMask& mask, float* sums) override;
  void fill_and_add_saturated(uint32_t base, WindowMask& mask, float* sums,
                              float rarity, const float* before) override;
  float bound(uint32_t base) override;
  float reached_by(uint64_t count) override;
  // MaxScore: a document that only weak parts match is left out when they are
  // too weak even together.
  void narrow(uint32_t base, double least, WindowMask& mask) override;
  double expected() const override;

 private:
  // Of so many parts, scores are added up when the window is filled, unless
  // few documents are asked for.
  static constexpr size_t kManyParts = 8;
  static constexpr size_t kFewDocuments = 64;
  // The bounds of so many parts together leave nothing out.
  static constexpr size_t kTooMany = 256;

  double documents_;  // 1 at least
  std::vector<std::unique_ptr<Matcher>> parts_;
  std::vector<WindowMask> masks_;  // of the window, by part
  std::vector<uint32_t> active_;   // parts that have a document in the window
  bool added_up_ = false;
  std::vector<float> sums_;  // by number in the window
  std::vector<float> own_;   // of fill_and_add(), 0 between calls
  std::vector<std::pair<double, uint32_t>> bounds_;
};

// A word or phrase in some fields: what these score together becomes a score of
// the whole by saturated(). Documents in which the word is written as in the
// query score more.
class WordMatcher final : public Matcher {
 public:
  // `exact` may be null; it only adds to documents that `fields` matches.
  WordMatcher(std::unique_ptr<Matcher> fields, float rarity,
              std::unique_ptr<Matcher> exact)
      : fields_(std::move(fields)), rarity_(rarity), exact_(std::move(exact)) {}

  uint32_t at_or_after(uint32_t target) override {
    return fields_->at_or_after(target);
  }
  void fill(uint32_t base, const WindowMask* within, WindowMask& mask) override;
  void keep(uint32_t base, WindowMask& mask) override;
  float score(uint32_t n) override;
  void fill_and_add(uint32_t base, WindowMask& mask, float* sums) override;
  float bound(uint32_t base) override;
  float reached_by(uint64_t count) override;
  void narrow(uint32_t base, double least, WindowMask& mask) override;
  std::optional<uint64_t> total() const override { return fields_->total(); }
  double expected() const override { return fields_->expected(); }

 private:
  void look_up_exact(uint32_t base, const WindowMask& mask);

  std::unique_ptr<Matcher> fields_;
  float rarity_;
  std::unique_ptr<Matcher> exact_;
  WindowMask with_exact_ = {};
};

}  // namespace wax::index
