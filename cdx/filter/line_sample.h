// Samples that are the same whenever they are taken.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace wax::cdx {

// Of URL keys a share: the same ones for the same seed, and the more the
// greater the share.
class KeySample {
 public:
  // `share` is from 0 to 1.
  KeySample(double share, uint64_t seed);
  [[nodiscard]] bool has(std::string_view key) const;

 private:
  uint64_t below_;  // of hashes of 63 bits
  uint64_t seed_;
};

// So many lines of those that are added: the same ones for the same seed,
// whatever their order. Memory: these lines.
class LineSample {
 public:
  LineSample(uint64_t most, uint64_t seed) : most_(most), seed_(seed) {}

  // False when the line, or another one for it, is dropped.
  bool add(std::string_view line);
  // A line that stays in any case and is not counted.
  void add_metadata(std::string_view line);
  // Call when all lines are added: takes out one after another in the order in
  // which they were added. False when there are no more.
  [[nodiscard]] bool take(std::string& line);

 private:
  struct Entry {
    uint64_t hash;
    uint64_t number;  // in the order of lines
    std::string line;
    bool operator<(const Entry& other) const;
  };

  void put_in_order();

  uint64_t most_;
  uint64_t seed_;
  uint64_t lines_ = 0;
  std::vector<Entry> sample_;  // a heap with the greatest hash in front
  std::vector<Entry> metadata_;
  std::vector<Entry> in_order_;
  bool is_in_order_ = false;
  size_t next_ = 0;
};

}  // namespace wax::cdx
