// Several parts of a query that match together: all of them, one of them, or
// one word in several fields.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "index/match/matcher.h"

namespace wax::index {

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
  void add_scores(uint32_t base, const WindowMask& wanted,
                  float* sums) override;
  float bound(uint32_t base) override;
  bool has_bounds() const override;
  void add_bounds(uint32_t base, const WindowMask& wanted,
                  Bounds* bounds) override;
  bool scores_later() const override;
  std::optional<float> score_document(uint32_t document) override;
  void clear_below(uint32_t base, double least, WindowMask& mask) override;
  double expected() const override;

 private:
  double documents_;  // 1 at least
  std::vector<std::unique_ptr<Matcher>> parts_;
  std::vector<float> own_;  // of add_scores()
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
  void add_scores(uint32_t base, const WindowMask& wanted,
                  float* sums) override;
  void fill_and_add(uint32_t base, WindowMask& mask, float* sums) override;
  void fill_and_add_saturated(uint32_t base, WindowMask& mask, float* sums,
                              float rarity, const float* before) override;
  float bound(uint32_t base) override;
  bool has_bounds() const override;
  void add_bounds(uint32_t base, const WindowMask& wanted,
                  Bounds* bounds) override;
  bool scores_later() const override;
  std::optional<float> score_document(uint32_t document) override;
  float reached_by(uint64_t count) override;
  bool finds_candidates() const override { return has_bounds(); }
  void add_candidates(uint32_t base, double least,
                      std::vector<DocumentBounds>& found) override;
  // MaxScore: a document that only weak parts match is left out when they are
  // too weak even together.
  void clear_below(uint32_t base, double least, WindowMask& mask) override;
  double expected() const override;

 private:
  // With so many parts, scores are added up when the window is filled, unless
  // few documents are asked for.
  static constexpr size_t kManyParts = 8;
  static constexpr size_t kFewDocuments = 64;
  // The bounds of so many parts together leave nothing out.
  static constexpr size_t kTooMany = 256;

  // Joins `more` with candidates_, and may change it.
  void join_candidates(std::vector<DocumentBounds>& more);

  double documents_;  // 1 at least
  std::vector<std::unique_ptr<Matcher>> parts_;
  std::vector<WindowMask> masks_;  // of the window, by part
  std::vector<uint32_t> active_;   // parts that have a document in the window
  bool added_up_ = false;
  std::vector<float> sums_;  // by number in the window
  // Room for fill_and_add() and add_scores(); all are 0 between calls.
  std::vector<float> own_;
  std::vector<std::pair<double, uint32_t>> bounds_;
  std::vector<DocumentBounds> candidates_;  // of the window, in order
  std::vector<DocumentBounds> of_part_;
  std::vector<DocumentBounds> joined_;
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
  void add_scores(uint32_t base, const WindowMask& wanted,
                  float* sums) override;
  void fill_and_add(uint32_t base, WindowMask& mask, float* sums) override;
  float bound(uint32_t base) override;
  bool has_bounds() const override { return fields_->has_bounds(); }
  void add_bounds(uint32_t base, const WindowMask& wanted,
                  Bounds* bounds) override;
  bool scores_later() const override;
  std::optional<float> score_document(uint32_t document) override;
  float reached_by(uint64_t count) override;
  void clear_below(uint32_t base, double least, WindowMask& mask) override;
  std::optional<uint64_t> total() const override { return fields_->total(); }
  double expected() const override { return fields_->expected(); }

 private:
  void look_up_exact(uint32_t base, const WindowMask& mask);

  std::unique_ptr<Matcher> fields_;
  float rarity_;
  std::unique_ptr<Matcher> exact_;
  WindowMask with_exact_ = {};
  std::vector<float> own_;  // of add_scores()
};

}  // namespace wax::index
