// Parts of a query over one shard. The documents of the shard are looked at in
// windows; a part says which documents of a window match, and with what score.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

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

// Documents of a window.
inline constexpr uint32_t kWindow = 2048;

// A bit for each document of a window.
using WindowMask = std::array<uint64_t, kWindow / 64>;

struct WindowHits {
  WindowMask mask = {};
  std::array<float, kWindow> scores = {};  // only of the documents in `mask`
};

// Windows that parts of a query use for a moment.
class WindowPool {
 public:
  [[nodiscard]] std::unique_ptr<WindowHits> take();
  void give_back(std::unique_ptr<WindowHits> hits) {
    free_.push_back(std::move(hits));
  }

 private:
  std::vector<std::unique_ptr<WindowHits>> free_;
};

// Windows and targets must rise from call to call. Methods throw FormatError,
// IoError and Deadline::Passed.
class Matcher {
 public:
  explicit Matcher(WindowPool& pool) : pool_(&pool) {}
  virtual ~Matcher() = default;
  Matcher(const Matcher&) = delete;
  Matcher& operator=(const Matcher&) = delete;

  // From `target` on, no document before this one matches; kNoDocument when
  // none does.
  [[nodiscard]] virtual uint32_t at_or_after(uint32_t target) = 0;

  // The documents of the window from `base` on, with scores, into `hits`, which
  // has none. If only those in `within` are asked for, others may be left out.
  virtual void fill(uint32_t base, const WindowMask* within,
                    WindowHits& hits) = 0;
  // Adds documents and scores to those in `hits`.
  virtual void add(uint32_t base, const WindowMask* within, WindowHits& hits);
  // Keeps those in `hits` that match, and adds their scores.
  virtual void keep(uint32_t base, WindowHits& hits);

 protected:
  WindowPool* pool_;
};

// A term. Each document scores weight * sqrt(frequency) * norm, or nothing
// when there is no weight.
class TermMatcher final : public Matcher {
 public:
  TermMatcher(WindowPool& pool, std::vector<TermSource> sources, float weight);

  uint32_t at_or_after(uint32_t target) override;
  void fill(uint32_t base, const WindowMask* within, WindowHits& hits) override;
  void add(uint32_t base, const WindowMask* within, WindowHits& hits) override;
  void keep(uint32_t base, WindowHits& hits) override;

 private:
  static constexpr size_t kFewTimes = 32;

  [[nodiscard]] float score(uint32_t document, uint32_t frequency);
  void look_at_segment();
  template <typename Use>
  void each_until(uint32_t limit, Use&& use);
  // Calls use(number in the window, score). Those that are not `within` may be
  // left out.
  template <typename Use>
  void each_in_window(uint32_t base, const WindowMask* within, Use&& use);

  TermCursor cursor_;
  float weight_;
  float documents_per_window_ = 0;
  std::array<float, kFewTimes> weights_ = {};  // by frequency
  const TermSource* source_ = nullptr;
  NormReader norms_;  // of that segment
};

// Documents as bits, each with the same score.
class BitsMatcher final : public Matcher {
 public:
  BitsMatcher(WindowPool& pool, std::vector<uint64_t> bits, float score)
      : Matcher(pool), bits_(std::move(bits)), score_(score) {}

  uint32_t at_or_after(uint32_t target) override;
  void fill(uint32_t base, const WindowMask* within, WindowHits& hits) override;
  void keep(uint32_t base, WindowHits& hits) override;

 private:
  std::vector<uint64_t> bits_;  // of whole windows
  float score_;
};

// Every document, or those that the part does not match. They score nothing.
class NotMatcher final : public Matcher {
 public:
  // `part` may be null.
  NotMatcher(WindowPool& pool, uint32_t documents,
             std::unique_ptr<Matcher> part)
      : Matcher(pool), documents_(documents), part_(std::move(part)) {}

  uint32_t at_or_after(uint32_t target) override;
  void fill(uint32_t base, const WindowMask* within, WindowHits& hits) override;
  void keep(uint32_t base, WindowHits& hits) override;

 private:
  uint32_t documents_;
  std::unique_ptr<Matcher> part_;
};

// Documents that all parts match. Scores are added in the order of the parts.
class AndMatcher final : public Matcher {
 public:
  AndMatcher(WindowPool& pool, std::vector<std::unique_ptr<Matcher>> parts)
      : Matcher(pool), parts_(std::move(parts)) {}

  uint32_t at_or_after(uint32_t target) override;
  void fill(uint32_t base, const WindowMask* within, WindowHits& hits) override;

 private:
  std::vector<std::unique_ptr<Matcher>> parts_;
};

// Documents that a part matches. The same.
class OrMatcher final : public Matcher {
 public:
  OrMatcher(WindowPool& pool, std::vector<std::unique_ptr<Matcher>> parts)
      : Matcher(pool), parts_(std::move(parts)) {}

  uint32_t at_or_after(uint32_t target) override;
  void fill(uint32_t base, const WindowMask* within, WindowHits& hits) override;

 private:
  std::vector<std::unique_ptr<Matcher>> parts_;
};

// The value of a norm's byte.
[[nodiscard]] float norm_value(uint8_t byte);

}  // namespace wax::index
