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

struct Tally {
  uint64_t captures = 0;
  uint64_t bytes = 0;  // of records, where lines state them
  Tally& operator+=(const Tally& other) {
    captures += other.captures;
    bytes += other.bytes;
    return *this;
  }
};

struct MonthTally {
  Tally first;      // the first capture of a version, or one without digest
  Tally duplicate;  // the same URL key and digest as one before
  Tally revisit;    // revisit records
};

using NamedTally = std::pair<std::string, Tally>;

// Whether `a` comes before `b`: most captures first, then by name.
[[nodiscard]] bool more_captures(const NamedTally& a, const NamedTally& b);

// Tallies by name, such as media types. When more than kMostNames occur, the
// rest is counted as "(others)". Most captures have one of few names, so the
// names used last are searched first.
class NameTallies {
 public:
  static constexpr size_t kMostNames = 10000;

  void add(std::string_view name, const Tally& tally);
  // In the order of more_captures().
  [[nodiscard]] std::vector<NamedTally> by_captures() const;

 private:
  struct Recent {
    std::string name;
    Tally* tally = nullptr;
  };

  Tally& of(std::string_view name);

  std::map<std::string, Tally, std::less<>> tallies_;
  std::array<Recent, 8> recent_;
};

// Tallies by month. Memory: 80 KB, and 5 KB for each year that occurs.
class MonthTallies {
 public:
  // The tally for a date: of its month, when it begins with six digits; of its
  // year, when it has four or five; all other dates share one.
  [[nodiscard]] MonthTally& of(std::string_view date);
  // The tallies with captures, named "2007-10", or "2007" when the month is not
  // known, or "-" for invalid dates.
  [[nodiscard]] std::map<std::string, MonthTally> by_name() const;

 private:
  struct Year {
    MonthTally no_month;
    std::array<MonthTally, 100> months;
  };

  MonthTally undated_;
  std::vector<std::unique_ptr<Year>> years_{10000};
};

}  // namespace wax::cdx
