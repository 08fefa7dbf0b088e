// A folder of filters, some for each month: which URL keys were seen in which
// months. DIR/seen.json says by which rules they were made and what belongs to
// them; files that it does not name are no part of the folder.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cdx/url/url_key.h"
#include "crawl/seen/filter_file.h"
#include "crawl/seen/filter_shape.h"
#include "io/folder_lock.h"

namespace wax::crawl {

// A month of the calendar.
class Month {
 public:
  Month() = default;
  // The month of a date of 6 to 14 digits; nothing when its digits are no year
  // and month.
  [[nodiscard]] static std::optional<Month> of(std::string_view date);

  [[nodiscard]] Month minus(unsigned months) const;
  [[nodiscard]] std::string text() const;  // "2026-11"
  friend auto operator<=>(Month, Month) = default;

 private:
  explicit Month(int number) : number_(number) {}
  int number_ = 0;  // since the year 0
};

// By what all filters of a folder were made. Keys that were made by other rules
// are other keys, so they must never be mixed.
struct SeenRules {
  cdx::UrlKeyKind url_key = cdx::UrlKeyKind::kSurt;
  FilterKind kind = FilterKind::kBlocked;
  // The rate at which strange keys are taken for seen, over all the months that
  // a question is about together.
  double rate = 1e-5;
  unsigned months = 3;  // that a question is about: its own and those before
  // Keys of the first filter of a month. Each further one has four times as
  // many, and at most half of the rate that is left.
  uint64_t capacity = 1'000'000;
};

// Rules that somebody names. Others are those of the folder, of a new one the
// usual ones.
struct AskedRules {
  std::optional<cdx::UrlKeyKind> url_key;
  std::optional<FilterKind> kind;
  std::optional<double> rate;
  std::optional<unsigned> months;
  std::optional<uint64_t> capacity;
};

// One filter, as the folder lists it.
struct ListedFilter {
  Month month;
  std::string name;  // of the file
  FilterShape shape;
  uint64_t capacity = 0;
  uint64_t keys = 0;
  io::BlockSums sums;
};

// For one thread.
class SeenFolder {
 public:
  enum class Use { kRead, kAdd };
  // With kAdd, the folder is made where it is missing, by the rules that are
  // asked for, and no other process may add to it. Of a folder that exists,
  // they must be its own. Throws UsageError for others, and for a folder that
  // is missing or in use; FormatError for a damaged one or one of a later
  // version; IoError.
  SeenFolder(std::string folder, const AskedRules& rules, Use use);
  ~SeenFolder();
  SeenFolder(const SeenFolder&) = delete;
  SeenFolder& operator=(const SeenFolder&) = delete;

  [[nodiscard]] const SeenRules& rules() const { return rules_; }
  // The published filters, by month.
  [[nodiscard]] const std::vector<ListedFilter>& filters() const {
    return listed_;
  }

  // The shape of the first filter of each month.
  [[nodiscard]] FilterShape first_shape() const;

  // Whether the key was seen in that month or one of the months - 1 before.
  // Throws FormatError for damage, which names the file; IoError.
  [[nodiscard]] bool was_seen(std::string_view key, Month month) const;
  // Adds the key to its month; nothing is published. Whether it was not there.
  bool add(std::string_view key, Month month);
  // Publishes what was added, all at once. A process that is killed before has
  // added nothing, and so has one for which this throws IoError. Returns what
  // failed afterwards, such as the removal of old files; empty: nothing.
  std::string publish();
  // Reads all filters. Throws FormatError for the first damage.
  void check() const;

 private:
  struct Filter;
  using Filters = std::vector<std::unique_ptr<Filter>>;

  bool read_list(bool must_exist);
  void open_filters();
  [[nodiscard]] bool month_holds(std::string_view key, Month month) const;
  Filter& open_for_adding(Filters& filters, Month month);
  void begin_filter(Filters& filters, Month month);
  [[nodiscard]] std::string write_list();
  void remove_unlisted() const;
  [[nodiscard]] std::string path(const std::string& name) const;

  std::string folder_;
  SeenRules rules_;
  std::vector<ListedFilter> listed_;
  uint64_t changes_ = 0;  // of the list: names of files are never used twice
  io::FolderLock lock_;
  std::map<Month, Filters> months_;
};

}  // namespace wax::crawl
