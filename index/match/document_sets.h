// Documents that score the same: those of a set, and those that another part of
// a query does not match.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "index/match/matcher.h"

namespace wax::index {

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
  bool scores_later() const override { return true; }
  std::optional<float> score_document(uint32_t document) override;
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
  bool scores_later() const override;
  std::optional<float> score_document(uint32_t document) override;
  std::optional<uint64_t> total() const override;
  double expected() const override;

 private:
  uint32_t documents_;
  std::unique_ptr<Matcher> part_;
};

}  // namespace wax::index
