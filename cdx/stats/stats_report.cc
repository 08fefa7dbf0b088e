#include "cdx/stats/stats_report.h"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#include "text/json.h"

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
  for (const auto& [name, count] : list) {
    others.captures -= count.captures;
    others.bytes -= count.bytes;
  }
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

}  // namespace wax::cdx
