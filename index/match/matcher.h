// A part of a query over one shard. The documents of the shard are looked at in
// windows.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>

#include "index/match/window_mask.h"

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
  virtual void clear_below(uint32_t base, double least, WindowMask& mask);

  // A score that so many documents of the shard reach, at least one, as far as
  // that is cheap to say; -infinity when it is not. Before anything else.
  [[nodiscard]] virtual float reached_by(uint64_t count);

  // How many documents of the shard match, when that is known without reading
  // postings.
  [[nodiscard]] virtual std::optional<uint64_t> total() const { return {}; }
  // About how many.
  [[nodiscard]] virtual double expected() const = 0;
};

}  // namespace wax::index
