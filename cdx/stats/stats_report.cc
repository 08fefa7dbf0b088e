#include "cdx/stats/stats_report.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdio>
#include <string_view>
#include <utility>
#include <vector>

#include "text/bar_plot.h"
#include "text/json.h"
#include "text/number.h"

namespace wax::cdx {
namespace {

using Counts = std::vector<std::pair<std::string, uint64_t>>;
using NamedCounts = std::vector<NamedCount>;

Counts counts_of(const CaptureStats& stats) {
  return {{"captures", stats.all.captures},
          {"urls", stats.urls},
          {"hosts", stats.hosts},
          {"versions", stats.versions},
          {"digests", stats.digests},
          {"without_digest", stats.without_digest},
          {"duplicates", stats.duplicates.captures},
          {"revisits", stats.revisits.captures},
          {"revisits_unresolved", stats.revisits_unresolved},
          {"bytes", stats.all.bytes},
          {"duplicate_bytes", stats.duplicates.bytes},
          {"revisit_bytes", stats.revisits.bytes},
          {"revisit_savings", stats.revisit_savings}};
}

// The first `top`, and the others as one.
NamedCounts top_of(const NamedCounts& all, uint64_t top) {
  NamedCounts list(all.begin(),
                   all.begin() + static_cast<ptrdiff_t>(
                                     std::min<uint64_t>(top, all.size())));
  CaptureCount others;
  for (size_t i = list.size(); i < all.size(); ++i) others += all[i].second;
  if (others.captures > 0) list.emplace_back("(others)", others);
  return list;
}

NamedCounts hosts_of(const CaptureStats& stats) {
  NamedCounts list = stats.top_hosts;
  CaptureCount others = stats.all;
  auto leave_out = [&others](const CaptureCount& count) {
    others.captures -= count.captures;
    others.bytes -= count.bytes;
  };
  leave_out(stats.other_records);
  for (const auto& [name, count] : list) leave_out(count);
  if (others.captures > 0) list.emplace_back("(others)", others);
  return list;
}

struct YearCounts {
  std::string year;
  MonthCounts count;
};

std::vector<YearCounts> years_of(const CaptureStats& stats) {
  std::vector<YearCounts> years;
  for (const auto& [month, count] : stats.months) {
    std::string year = month.substr(0, month.find('-', 1));
    if (years.empty() || years.back().year != year) years.push_back({year, {}});
    years.back().count.first += count.first;
    years.back().count.duplicate += count.duplicate;
    years.back().count.revisit += count.revisit;
  }
  return years;
}

// A name, then numbers in columns.
void append_row(const std::string& name,
                const std::vector<std::string>& numbers, std::string& out) {
  out += name;
  size_t column = std::max<size_t>(name.size(), 28);
  out.append(column - name.size(), ' ');
  for (const std::string& number : numbers) {
    out.append(number.size() < 14 ? 14 - number.size() : 1, ' ');
    out += number;
  }
  out += '\n';
}

std::string number(uint64_t n) { return std::to_string(n); }

void append_table(const char* title, const NamedCounts& list,
                  std::string& out) {
  out += '\n';
  append_row(title, {"captures", "bytes"}, out);
  for (const auto& [name, count] : list) {
    append_row(name, {number(count.captures), number(count.bytes)}, out);
  }
}

void append_member(std::string_view name, std::string& out) {
  if (out.back() != '{' && out.back() != '[') out += ", ";
  text::append_json_ascii(name, out);
  out += ": ";
}

void append_numbers(const Counts& counts, std::string& out) {
  out += '{';
  for (const auto& [name, count] : counts) {
    append_member(name, out);
    out += number(count);
  }
  out += '}';
}

void append_list(const char* title, const NamedCounts& list, std::string& out) {
  append_member(title, out);
  out += '[';
  for (const auto& [name, count] : list) {
    if (out.back() != '[') out += ", ";
    out += "{";
    append_member("name", out);
    text::append_json_ascii(name, out);
    append_member("captures", out);
    out += number(count.captures);
    append_member("bytes", out);
    out += number(count.bytes) + "}";
  }
  out += ']';
}

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

std::string stats_tables(const CaptureStats& stats, uint64_t top) {
  std::string out;
  for (const auto& [name, count] : counts_of(stats)) {
    std::string words = name;
    std::replace(words.begin(), words.end(), '_', ' ');
    append_row(words, {number(count)}, out);
  }
  append_table("media type", top_of(stats.mimes, top), out);
  append_table("status", top_of(stats.statuses, top), out);
  append_table("host", hosts_of(stats), out);
  out += '\n';
  append_row("year", {"first", "duplicates", "revisits"}, out);
  for (const auto& [year, count] : years_of(stats)) {
    append_row(year,
               {number(count.first.captures), number(count.duplicate.captures),
                number(count.revisit.captures)},
               out);
  }
  return out;
}

std::string stats_json(const CaptureStats& stats, uint64_t top) {
  std::string out = "{";
  for (const auto& [name, count] : counts_of(stats)) {
    append_member(name, out);
    out += number(count);
  }
  append_list("mimes", top_of(stats.mimes, top), out);
  append_list("statuses", top_of(stats.statuses, top), out);
  append_list("top_hosts", hosts_of(stats), out);
  append_member("months", out);
  out += '{';
  for (const auto& [month, count] : stats.months) {
    append_member(month, out);
    append_numbers({{"first", count.first.captures},
                    {"duplicates", count.duplicate.captures},
                    {"revisits", count.revisit.captures},
                    {"bytes", count.first.bytes + count.duplicate.bytes +
                                  count.revisit.bytes}},
                   out);
  }
  return out + "}}\n";
}

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
