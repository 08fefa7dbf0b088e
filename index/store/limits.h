// What an answer may cost: time and memory.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>

#include "io/error.h"

namespace wax::index {

// When a search must end.
class Deadline {
 public:
  using Time = std::chrono::steady_clock::time_point;
  struct Passed {};

  Deadline() = default;
  explicit Deadline(std::optional<Time> end) : end_(end) {}
  // Throws Passed.
  void check() const {
    if (end_ && std::chrono::steady_clock::now() >= *end_) throw Passed();
  }
  [[nodiscard]] const std::optional<Time>& end() const { return end_; }

 private:
  std::optional<Time> end_;
};

// An answer needs more memory than it may have. No shard is damaged by it.
class TooMuchMemory : public Error {
 public:
  using Error::Error;
};

// The bytes that one answer may have for what grows with the index or with the
// hits. Any thread may call its functions.
class MemoryBudget {
 public:
  explicit MemoryBudget(uint64_t most) : most_(most) {}

  // Throws TooMuchMemory.
  void take(uint64_t bytes) {
    uint64_t taken = taken_ += bytes;
    if (taken <= most_) return;
    taken_ -= bytes;
    throw TooMuchMemory(
        "This answer would need more memory than the server allows for one; "
        "ask for a part of it: add a filter such as a site or years, or leave "
        "out facets, collapsing and the order by a field.");
  }
  void give_back(uint64_t bytes) { taken_ -= bytes; }
  [[nodiscard]] uint64_t most() const { return most_; }
  [[nodiscard]] uint64_t taken() const { return taken_; }

 private:
  uint64_t most_;
  std::atomic<uint64_t> taken_{0};
};

// A part of a budget, which is given back at its end.
class TakenMemory {
 public:
  // Null: there is no limit. `budget` outlives this.
  explicit TakenMemory(MemoryBudget* budget) : budget_(budget) {}
  ~TakenMemory() { release(); }
  TakenMemory(TakenMemory&& other) noexcept
      : budget_(other.budget_), bytes_(other.bytes_) {
    other.bytes_ = 0;
  }
  TakenMemory& operator=(TakenMemory&&) = delete;

  [[nodiscard]] MemoryBudget* budget() const { return budget_; }
  // Throws as MemoryBudget::take().
  void add(uint64_t bytes) {
    if (budget_ == nullptr) return;
    budget_->take(bytes);
    bytes_ += bytes;
  }
  // So many in all, instead of those until now.
  void set(uint64_t bytes) {
    release();
    add(bytes);
  }

 private:
  void release() {
    if (budget_ != nullptr) budget_->give_back(bytes_);
    bytes_ = 0;
  }

  MemoryBudget* budget_;
  uint64_t bytes_ = 0;
};

}  // namespace wax::index
