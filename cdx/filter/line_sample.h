// Random samples that are the same in every run.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace wax::cdx {

// A sample of URL keys: the same keys for the same seed. The sample of a
// greater share contains that of a smaller one.
class KeySample {
 public:
  // `share` is from 0 to 1.
  KeySample(double share, uint64_t seed);
  [[nodiscard]] bool has(std::string_view key) const;

 private:
  uint64_t below_;  // of hashes of 63 bits
  uint64_t seed_;
};

// A sample of at most `most` of the added lines: the same lines for the same
// seed, in any order of adding. Memory: these lines.
class LineSample {
 public:
  LineSample(uint64_t most, uint64_t seed) : most_(most), seed_(seed) {}

  // False when this line or an earlier one is dropped.
  bool add(std::string_view line);
  // Adds a line that always stays and is not counted.
  void add_metadata(std::string_view line);
  // Call after all lines are added: takes out the lines one by one, in the
  // order in which they were added. False after the last one.
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
