// Captures counted by digest.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lines/line_stream.h"

namespace wax::cdx {

// What the captures of one digest come to.
struct DigestTotal {
  uint64_t bodies = 0;
  uint64_t body_bytes = 0;
  uint64_t revisits = 0;
  uint64_t revisit_bytes = 0;
};

struct DigestCounts {
  uint64_t digests = 0;
  // Revisits of digests without a body.
  uint64_t unresolved = 0;
  // Of each digest: the mean size of its bodies for every revisit, less what
  // the revisits took, if that is more than nothing.
  uint64_t savings = 0;

  void add(const DigestTotal& total);
};

// A table in memory that can be emptied into lines when it is full: these, when
// they are sorted, bring together again what belongs together. Digests are told
// apart by the bytes of their SHA-1, others by the SHA-1 of their text.
class DigestTotals {
 public:
  // Memory: about `memory`, 64 KiB at least.
  explicit DigestTotals(uint64_t memory);

  // `digest` is in its normal form (warc::normal_digest()). When full() is
  // true, all must be taken out before more is added.
  void add(std::string_view digest, bool revisit, uint64_t bytes);
  [[nodiscard]] bool full() const { return full_; }
  [[nodiscard]] size_t size() const { return entries_.size(); }

  // Takes an entry out as a line; false when there are none.
  [[nodiscard]] bool take(std::string& line);

  [[nodiscard]] DigestCounts counts() const;
  // Of lines that were taken, from as many tables as may be, sorted.
  [[nodiscard]] static DigestCounts counts(lines::LineStream& sorted);

 private:
  using Key = std::array<char, 20>;
  struct Entry {
    Key key;
    uint32_t bodies;
    uint32_t revisits;
    uint64_t body_bytes;
    uint64_t revisit_bytes;
  };

  void insert(uint32_t entry);
  void grow();

  size_t most_;
  bool full_ = false;
  std::vector<Entry> entries_;
  std::vector<uint32_t> slots_;  // numbers of entries from 1; 0: free
};

}  // namespace wax::cdx
