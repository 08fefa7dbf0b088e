// Captures counted by name and by month.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

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

}  // namespace wax::cdx
