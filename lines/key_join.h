// Joins lines by keys that are noted.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "lines/sort.h"

namespace wax::lines {

// Which texts were noted, but for chance: has() of some others is true, too. No
// noted text is missed. Memory: 1 MiB. For one thread.
class NotedKeys {
 public:
  void note(std::string_view key) { bits_[place_of(key)] = true; }
  [[nodiscard]] bool may_have(std::string_view key) const {
    return bits_[place_of(key)];
  }

 private:
  static constexpr size_t kBits = size_t{1} << 23;
  static size_t place_of(std::string_view key) {
    return std::hash<std::string_view>()(key) % kBits;
  }
  std::vector<bool> bits_ = std::vector<bool>(kBits);
};

// Finds the values whose key was noted. Keys and values come in any order; keys
// have no tab, neither has a line end. Memory: that of `sort`, and 1 MiB. For
// one thread. Throws IoError.
class KeyJoin {
 public:
  explicit KeyJoin(const SortOptions& sort);

  void note(std::string_view key);
  [[nodiscard]] bool has_keys() const { return has_keys_; }
  // False: no such key was noted so far.
  [[nodiscard]] bool may_have(std::string_view key) const {
    return has_keys_ && noted_.may_have(key);
  }
  void add(std::string_view key, std::string_view value);

  // Calls `use` with each value whose key was noted, by key and then by value,
  // as often as it was added. Call once, last.
  void each_match(const std::function<void(std::string_view value)>& use);

 private:
  NotedKeys noted_;
  bool has_keys_ = false;
  LineSorter keys_;
  LineSorter pairs_;
  std::string line_;
};

}  // namespace wax::lines
