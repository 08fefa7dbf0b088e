#include "cdx/stats/counted_captures.h"

#include <algorithm>
#include <cstdio>

namespace wax::cdx {

bool more_captures(const NamedCount& a, const NamedCount& b) {
  if (a.second.captures != b.second.captures) {
    return a.second.captures > b.second.captures;
  }
  return a.first < b.first;
}

void CountsByName::add(std::string_view name, const CaptureCount& count) {
  size_t size = name.size();
  auto byte = [&](size_t i) { return static_cast<unsigned char>(name[i]); };
  Recent& recent =
      recent_[size == 0 ? 0 : (size + byte(size / 2) + byte(size - 1)) % 8];
  if (recent.count == nullptr || recent.name != name) {
    recent = {std::string(name), &of(name)};
  }
  *recent.count += count;
}

CaptureCount& CountsByName::of(std::string_view name) {
  auto at = counts_.find(name);
  if (at == counts_.end()) {
    if (counts_.size() >= kMostNames) name = "(others)";
    at = counts_.try_emplace(std::string(name)).first;
  }
  return at->second;
}

std::vector<NamedCount> CountsByName::by_captures() const {
  std::vector<NamedCount> list(counts_.begin(), counts_.end());
  std::sort(list.begin(), list.end(), more_captures);
  return list;
}

MonthCounts& CountsByMonth::of(std::string_view date) {
  unsigned number = 0;
  if (date.size() < 4) return undated_;
  for (char c : date.substr(0, 6)) {
    if (c < '0' || c > '9') return undated_;
    number = number * 10 + static_cast<unsigned>(c - '0');
  }
  for (size_t digits = date.size(); digits < 6; ++digits) number *= 10;
  auto& year = years_[number / 100];
  if (year == nullptr) year = std::make_unique<Year>();
  return date.size() < 6 ? year->no_month : year->months[number % 100];
}

std::map<std::string, MonthCounts> CountsByMonth::by_name() const {
  std::map<std::string, MonthCounts> months;
  auto add = [&](const std::string& name, const MonthCounts& month) {
    uint64_t captures = month.first.captures + month.duplicate.captures +
                        month.revisit.captures;
    if (captures > 0) months[name] = month;
  };
  add("-", undated_);
  for (size_t year = 0; year < years_.size(); ++year) {
    if (years_[year] == nullptr) continue;
    std::array<char, 48> name;
    std::snprintf(name.data(), name.size(), "%04zu", year);
    add(name.data(), years_[year]->no_month);
    for (size_t month = 0; month < 100; ++month) {
      std::snprintf(name.data(), name.size(), "%04zu-%02zu", year, month);
      add(name.data(), years_[year]->months[month]);
    }
  }
  return months;
}

}  // namespace wax::cdx
