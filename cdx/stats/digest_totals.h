// Captures counted by digest.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lines/line_stream.h"

namespace wax::cdx {

// Totals of the captures of one digest.
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
  // For each digest: the mean size of its bodies for every revisit, less the
  // size of the revisits, but at least 0.
  uint64_t savings = 0;

  void add(const DigestTotal& total);
};

// A table in memory that is written out as lines when it is full. Sorting these
// lines brings the entries of one digest together. A digest is known by the
// bytes of its SHA-1; one of another algorithm by the SHA-1 of its text.
class DigestTotals {
 public:
  // Memory: about `memory`, 64 KiB at least.
  explicit DigestTotals(uint64_t memory);

  // `digest` is in its normal form (warc::normal_digest()). When full() is
  // true, take out all entries before adding more.
  void add(std::string_view digest, bool revisit, uint64_t bytes);
  [[nodiscard]] bool full() const { return full_; }
  [[nodiscard]] size_t size() const { return entries_.size(); }

  // Takes one entry out as a line; false when there are none.
  [[nodiscard]] bool take(std::string& line);

  [[nodiscard]] DigestCounts counts() const;
  // The totals of sorted lines that were taken out of any number of tables.
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
