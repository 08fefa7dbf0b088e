// Captures counted by name and by month, and digests that are counted.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lines/line_stream.h"

namespace wax::cdx {

struct CaptureCount {
  uint64_t captures = 0;
  uint64_t bytes = 0;  // of records, where lines state them
  CaptureCount& operator+=(const CaptureCount& other) {
    captures += other.captures;
    bytes += other.bytes;
    return *this;
  }
};

struct MonthCounts {
  CaptureCount first;  // the first capture of a version, or one without digest
  CaptureCount duplicate;  // the same URL key and digest as one before
  CaptureCount revisit;    // revisit records
};

using NamedCount = std::pair<std::string, CaptureCount>;

// Whether `a` comes before `b`: most captures first, then by name.
[[nodiscard]] bool more_captures(const NamedCount& a, const NamedCount& b);

// Counts by name, such as media types. When more than kMostNames occur,
// the rest is counted as "(others)". Most captures have one of few names, so
// the names used last are searched first.
class CountsByName {
 public:
  static constexpr size_t kMostNames = 10000;

  void add(std::string_view name, const CaptureCount& count);
  // In the order of more_captures().
  [[nodiscard]] std::vector<NamedCount> by_captures() const;

 private:
  struct Recent {
    std::string name;
    CaptureCount* count = nullptr;
  };

  CaptureCount& of(std::string_view name);

  std::map<std::string, CaptureCount, std::less<>> counts_;
  std::array<Recent, 8> recent_;
};

// Counts by month. Memory: 80 KB, and 5 KB for each year that occurs.
class CountsByMonth {
 public:
  // The count for a date: of its month, when it begins with six digits; of its
  // year, when it has four or five; all other dates share one.
  [[nodiscard]] MonthCounts& of(std::string_view date);
  // The counts with captures, named "2007-10", or "2007" when the month is not
  // known, or "-" for invalid dates.
  [[nodiscard]] std::map<std::string, MonthCounts> by_name() const;

 private:
  struct Year {
    MonthCounts no_month;
    std::array<MonthCounts, 100> months;
  };

  MonthCounts undated_;
  std::vector<std::unique_ptr<Year>> years_{10000};
};

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
