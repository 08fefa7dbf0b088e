#include "cdx/stats/month_plot.h"

#include <array>
#include <cstdio>
#include <utility>
#include <vector>

#include "text/bar_plot.h"
#include "text/number.h"

namespace wax::cdx {
namespace {

constexpr size_t kMostMonths = 72;
constexpr size_t kMostYears = 200;

using Bar = text::BarPlot::Bar;

void add(Bar& bar, const MonthCounts& month) {
  bar.values.resize(3);
  bar.values[0] += month.first.captures;
  bar.values[1] += month.duplicate.captures;
  bar.values[2] += month.revisit.captures;
}

bool is_year(const std::string& name) { return name.size() == 4; }

bool is_month(const std::string& text) {
  return text.size() == 7 && text >= "0000-01" && text.substr(5) >= "01" &&
         text.substr(5) <= "12";
}

std::string next_month(const std::string& month) {
  int year = std::stoi(month.substr(0, 4));
  int number = std::stoi(month.substr(5));
  if (++number > 12) {
    number = 1;
    ++year;
  }
  std::array<char, 24> text;
  std::snprintf(text.data(), text.size(), "%04d-%02d", year, number);
  return text.data();
}

Bar bar_of(const std::map<std::string, Bar>& bars, const std::string& label) {
  auto found = bars.find(label);
  Bar bar = found == bars.end() ? Bar() : found->second;
  bar.label = label;
  bar.values.resize(3);
  return bar;
}

// Periods without captures have a place too, if they are not too many.
std::vector<Bar> bars_of(const std::map<std::string, MonthCounts>& months,
                         uint64_t& undated) {
  std::map<std::string, Bar> by_month;
  std::map<std::string, Bar> by_year;
  bool no_month = false;
  for (const auto& [name, month] : months) {
    if (is_year(name)) {
      no_month = true;
      add(by_year[name], month);
      continue;
    }
    if (!is_month(name)) {
      undated += month.first.captures + month.duplicate.captures +
                 month.revisit.captures;
      continue;
    }
    add(by_month[name], month);
    add(by_year[name.substr(0, 4)], month);
  }
  std::vector<Bar> bars;
  if (by_year.empty()) return bars;
  if (!no_month) {
    const std::string last = by_month.rbegin()->first;
    for (std::string name = by_month.begin()->first;; name = next_month(name)) {
      if (bars.size() == kMostMonths) break;
      bars.push_back(bar_of(by_month, name));
      if (name == last) return bars;
    }
    bars.clear();
  }
  int first_year = std::stoi(by_year.begin()->first);
  int last_year = std::stoi(by_year.rbegin()->first);
  bool gaps = static_cast<size_t>(last_year - first_year) < kMostYears;
  for (int year = first_year; gaps && year <= last_year; ++year) {
    std::array<char, 16> name;
    std::snprintf(name.data(), name.size(), "%04d", year);
    by_year.try_emplace(name.data());
  }
  for (const auto& [name, bar] : by_year) {
    bars.push_back(bar_of(by_year, name));
  }
  return bars;
}

}  // namespace

std::string month_plot(const std::map<std::string, MonthCounts>& months) {
  uint64_t undated = 0;
  std::vector<Bar> bars = bars_of(months, undated);
  bool yearly = !bars.empty() && bars[0].label.size() == 4;
  text::BarPlot plot;
  plot.title = yearly ? "Captures per year" : "Captures per month";
  plot.parts = {{"first captures", "#2a6f97"},
                {"duplicates", "#e9a23b"},
                {"revisit records", "#9aa5b1"}};
  plot.bars = std::move(bars);
  plot.empty = "no dated captures";
  if (undated > 0) {
    plot.footnote = text::grouped(undated) + " captures without a valid date";
  }
  return text::svg_document(plot);
}

}  // namespace wax::cdx
