#include "answers/shown/trends.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <utility>

#include "answers/requests/parameter_table.h"
#include "answers/shown/search_answer.h"
#include "io/error.h"

namespace wax::answers {
namespace {

std::string period_after(const std::string& period) {
  int year = std::stoi(period.substr(0, 4));
  int month = period.size() > 4 ? std::stoi(period.substr(4)) : 12;
  if (++month > 12) {
    month = 1;
    ++year;
  }
  std::array<char, 16> text;
  if (period.size() > 4) {
    std::snprintf(text.data(), text.size(), "%04d%02d", year, month);
  } else {
    std::snprintf(text.data(), text.size(), "%04d", year);
  }
  return text.data();
}

void fill_periods(Trends& trends) {
  std::string first;
  std::string last;
  for (const Trend& line : trends.lines) {
    if (line.documents.empty()) continue;
    const std::string& begin = line.documents.begin()->first;
    const std::string& end = line.documents.rbegin()->first;
    if (first.empty() || begin < first) first = begin;
    if (end > last) last = end;
  }
  constexpr size_t kMostPeriods = 1200;
  for (std::string at = first;
       !first.empty() && at <= last && trends.periods.size() < kMostPeriods;
       at = period_after(at)) {
    trends.periods.push_back(at);
  }
}

// Whether a period, "2007" or "200710", is not wholly outside of two dates,
// which may be open. Documents of that time have captures of others, too.
bool is_between(const std::string& period, const std::string& from,
                const std::string& to) {
  const size_t after = std::min(period.size(), from.size());
  const size_t before = std::min(period.size(), to.size());
  return period.compare(0, after, from, 0, after) >= 0 &&
         period.compare(0, before, to, 0, before) <= 0;
}

Trend trend_of(const Scope& scope, const std::string& text,
               SearchRequest search) {
  search.text = text;
  Trend trend;
  trend.text = text;
  try {
    SearchAnswer answer = answer_search(scope, search);
    for (const auto& [period, count] : answer.periods) {
      if (!is_between(period, search.from, search.to)) continue;
      trend.documents[period] = count;
    }
    trend.missing = answer.missing;
  } catch (const UsageError& error) {
    trend.fault = error.what();
  }
  return trend;
}

}  // namespace

uint64_t Trends::value(const Trend& line, const std::string& period) const {
  auto found = line.documents.find(period);
  if (found == line.documents.end()) return 0;
  if (!as_share) return found->second;
  auto total = all.documents.find(period);
  constexpr uint64_t kWhole = 10'000;
  if (total == all.documents.end() || total->second == 0) return 0;
  return found->second * kWhole / total->second;
}

Trends find_trends(const Scope& scope, const Request& request) {
  Trends trends;
  trends.by_month = request.parameters.get(kPeriod) == "month";
  trends.as_share = request.parameters.get(kShare) == "1";
  trends.from = date_parameter(request.parameters, kFrom);
  trends.to = date_parameter(request.parameters, kTo);
  SearchRequest search;
  search.count = 0;
  search.period = trends.by_month ? "month" : "year";
  search.from = trends.from;
  search.to = trends.to;
  search.deadline = request.deadline;
  for (const std::string& text : request.parameters.all(kTrendQuery)) {
    if (text.find_first_not_of(' ') == std::string::npos) continue;
    if (trends.lines.size() == kMostTrends) break;
    trends.lines.push_back(trend_of(scope, text, search));
  }
  if (trends.as_share) trends.all = trend_of(scope, "", search);
  fill_periods(trends);
  return trends;
}

}  // namespace wax::answers
