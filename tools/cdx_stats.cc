// Counts what CDX files hold.
#include <algorithm>
#include <array>
#include <cstdio>
#include <string>
#include <vector>

#include "cdx/capture_stats.h"
#include "cdx/json_text.h"
#include "cdx/month_plot.h"
#include "tools/cli/sorting.h"
#include "tools/cli/tool.h"

namespace wax::tools::cdx_stats {
namespace {

constexpr cli::ToolInfo kInfo = {
    "wax-cdx-stats",
    "count captures, URLs, hosts, duplicates and bytes",
    "[OPTION]... [CDX]...",
    "wax-cdx-stats crawl.cdx --svg crawl.svg",
    "wax-cdx-filter wax-dedup-cdx wax-revisits wax-cdx(5)",
    "Captures"};

struct Options {
  std::vector<std::string> inputs = {"-"};
  bool json = false;
  std::string svg;
  uint64_t top = 10;
  std::string url_key = "surt";
  std::string output = "-";
  bool force = false;
  cdx::SortOptions sort;
};

void declare(cli::OptionTable& table, Options& options) {
  table.flag("json", options.json, "write one JSON object, not tables");
  table.option("svg", options.svg, "FILE",
               "write a picture of the captures over time to FILE");
  table.option("top", options.top, "N",
               "list so many hosts, media types and statuses");
  table.choice("urlkey", options.url_key, {"surt", "legacy"},
               "make the keys of a CDX without any (wget's) by these rules");
  table.option("output,o", options.output, "FILE", "write to FILE");
  table.flag("force,f", options.force, "replace FILES when they exist");
  cli::declare_sorting(table, options.sort.memory, options.sort.tmpdir,
                       options.sort.jobs);
  table.positionals(
      options.inputs, "CDX", 0, SIZE_MAX,
      "CDX or CDXJ files in any order, gzip'd or not, or ZipNums; -: "
      "standard input (default)");
}

using Counts = std::vector<std::pair<std::string, uint64_t>>;
using Tallies = std::vector<cdx::NamedTally>;

Counts counts_of(const cdx::CaptureStats& stats) {
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
Tallies top_of(const Tallies& all, uint64_t top) {
  Tallies list(all.begin(),
               all.begin() +
                   static_cast<ptrdiff_t>(std::min<uint64_t>(top, all.size())));
  cdx::Tally others;
  for (size_t i = list.size(); i < all.size(); ++i) others += all[i].second;
  if (others.captures > 0) list.emplace_back("(others)", others);
  return list;
}

Tallies hosts_of(const cdx::CaptureStats& stats) {
  Tallies list = stats.top_hosts;
  cdx::Tally others = stats.all;
  for (const auto& [name, tally] : list) {
    others.captures -= tally.captures;
    others.bytes -= tally.bytes;
  }
  if (others.captures > 0) list.emplace_back("(others)", others);
  return list;
}

struct YearTally {
  std::string year;
  cdx::MonthTally tally;
};

std::vector<YearTally> years_of(const cdx::CaptureStats& stats) {
  std::vector<YearTally> years;
  for (const auto& [month, tally] : stats.months) {
    std::string year = month.substr(0, month.find('-', 1));
    if (years.empty() || years.back().year != year) years.push_back({year, {}});
    years.back().tally.first += tally.first;
    years.back().tally.duplicate += tally.duplicate;
    years.back().tally.revisit += tally.revisit;
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

void append_table(const char* title, const Tallies& list, std::string& out) {
  out += '\n';
  append_row(title, {"captures", "bytes"}, out);
  for (const auto& [name, tally] : list) {
    append_row(name, {number(tally.captures), number(tally.bytes)}, out);
  }
}

std::string tables(const cdx::CaptureStats& stats, uint64_t top) {
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
  for (const auto& [year, tally] : years_of(stats)) {
    append_row(year,
               {number(tally.first.captures), number(tally.duplicate.captures),
                number(tally.revisit.captures)},
               out);
  }
  return out;
}

void append_member(std::string_view name, std::string& out) {
  if (out.back() != '{' && out.back() != '[') out += ", ";
  cdx::append_json_string(name, out);
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

void append_list(const char* title, const Tallies& list, std::string& out) {
  append_member(title, out);
  out += '[';
  for (const auto& [name, tally] : list) {
    if (out.back() != '[') out += ", ";
    out += "{";
    append_member("name", out);
    cdx::append_json_string(name, out);
    append_member("captures", out);
    out += number(tally.captures);
    append_member("bytes", out);
    out += number(tally.bytes) + "}";
  }
  out += ']';
}

std::string json(const cdx::CaptureStats& stats, uint64_t top) {
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
  for (const auto& [month, tally] : stats.months) {
    append_member(month, out);
    append_numbers({{"first", tally.first.captures},
                    {"duplicates", tally.duplicate.captures},
                    {"revisits", tally.revisit.captures},
                    {"bytes", tally.first.bytes + tally.duplicate.bytes +
                                  tally.revisit.bytes}},
                   out);
  }
  return out + "}}\n";
}

cli::Outcome run(const Options& options, cli::Console& console) {
  auto output = console.open_output(options.output, options.force);
  std::unique_ptr<io::Output> picture;
  if (!options.svg.empty()) {
    picture = console.open_output(options.svg, options.force);
  }

  cdx::StatsOptions how;
  how.top = static_cast<size_t>(std::min<uint64_t>(options.top, 10000));
  how.url_key = *cdx::url_key_kind(options.url_key);
  how.sort = options.sort;
  cdx::CaptureStats stats = cdx::capture_stats(options.inputs, how, console);

  output->write(options.json ? json(stats, options.top)
                             : tables(stats, options.top));
  output->finish();
  if (picture != nullptr) {
    picture->write(cdx::month_plot(stats.months));
    picture->finish();
  }
  console.summary({{"read", stats.all.captures + stats.bad},
                   {"dropped", stats.bad, {{"bad line", stats.bad}}}});
  return cli::Outcome::kDone;
}

}  // namespace
}  // namespace wax::tools::cdx_stats

int main(int argc, char** argv) {
  using namespace wax::tools;
  return cli::tool_main<cdx_stats::Options>(cdx_stats::kInfo, argc, argv,
                                            cdx_stats::declare, cdx_stats::run);
}
