// The last lines of each URL key.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <utility>

namespace wax::cdx {

// Holds the last lines of a key until another key begins. Memory: `most` lines.
class LatestLines {
 public:
  explicit LatestLines(uint64_t most) : most_(most) {}

  // True when the oldest line is dropped instead.
  bool hold(std::string_view line) {
    if (held_.size() < most_) {
      held_.emplace_back(line);
      return false;
    }
    held_.push_back(std::move(held_.front()));
    held_.pop_front();
    held_.back().assign(line);
    return true;
  }
  // The lines held so far stay. Call when all earlier lines are taken out.
  void release() { ready_.swap(held_); }
  // Adds a line that always stays.
  void pass_on(std::string_view line) { ready_.emplace_back(line); }
  // Takes out the next line that stays. False when there is none yet.
  [[nodiscard]] bool take(std::string& line) {
    if (ready_.empty()) return false;
    line.swap(ready_.front());
    ready_.pop_front();
    return true;
  }

 private:
  uint64_t most_;
  std::deque<std::string> held_;
  std::deque<std::string> ready_;
};

}  // namespace wax::cdx
