// Keeps the lines of CDX files that meet conditions.
#include <charconv>
#include <string>
#include <vector>

#include "cdx/filter/capture_filter.h"
#include "tools/cli/tool.h"
#include "tools/cli/tool_options.h"
#include "warc/record/date.h"

namespace wax::tools::cdx_filter {
namespace {

constexpr cli::ToolInfo kInfo = {
    "wax-cdx-filter",
    "keep the CDX lines that meet conditions",
    "[OPTION]... [CDX]...",
    "wax-cdx-filter -w mime=text/html -w 'status<400' crawl.cdx -o pages.cdx",
    "wax-cdx-convert wax-cdx-sort wax-cdx-stats wax-cdx(5)",
    "CDX"};

struct Options {
  std::vector<std::string> inputs = {"-"};
  std::vector<std::string> where;
  std::vector<std::string> filter;
  std::string filter_rules = "pywb";
  bool any = false;
  std::string from;
  std::string to;
  std::vector<std::string> block;
  std::vector<std::string> allow;
  uint64_t max_per_key = 0;
  bool keep_last = false;
  std::string sample;
  uint64_t sample_count = 0;
  uint64_t seed = 0;
  std::string url_key = "surt";
  std::string output = "-";
  bool force = false;
};

void declare(cli::OptionTable& table, Options& options) {
  table
      .option("where,w", options.where, "CONDITION",
              "keep lines with FIELD=VALUE, FIELD~REGEX, ... (may be repeated)")
      .more =
      "The operators are =, !=, <, <=, >, >=, and ~ and !~ for a regular "
      "expression that matches some part of the value. All conditions must "
      "hold.";
  table.flag("any", options.any, "keep a line if at least one condition holds");
  table.option("from", options.from, "DATE",
               "no captures before DATE: 2007, 200710, ... up to 14 digits");
  table.option("to", options.to, "DATE",
               "no captures after DATE; 2007 includes the whole year");
  table
      .option("filter", options.filter, "FILTER",
              "a condition in the form that CDX servers use: "
              "[!][=~]FIELD:EXPRESSION")
      .more = "It counts as one of the conditions.";
  table
      .choice("filter-rules", options.filter_rules, {"pywb", "outbackcdx"},
              "read --filter as this CDX server does")
      .more =
      "pywb: the value must contain EXPRESSION; with =, the value must be "
      "equal to it; with ~, it is a regular expression that must match from "
      "the beginning of the value. outbackcdx: EXPRESSION is a regular "
      "expression that must match the whole value; with ~, the value must "
      "contain it as plain text.";
  table.group("Lists");
  table.option("block", options.block, "FILE",
               "drop captures on the list in FILE (may be repeated)");
  table.option("allow", options.allow, "FILE",
               "keep only captures on the list in FILE (may be repeated)");
  table.group("Fewer captures");
  table
      .option("max-per-key", options.max_per_key, "N",
              "keep the first N remaining captures of each URL key; 0: all")
      .more =
      "The lines must be sorted by key. Merge several sorted files first "
      "(wax-cdx-merge).";
  table.flag("keep-last", options.keep_last,
             "with --max-per-key: keep the last N, not the first");
  table
      .option("sample", options.sample, "SHARE",
              "keep this share of the URL keys, such as 0.01 or 1%")
      .more =
      "All captures of a URL key are kept, or none. The choice depends only on "
      "the key and --seed.";
  table
      .option("sample-count", options.sample_count, "N",
              "keep N of the remaining captures; 0: all")
      .more =
      "They are written in their order, after all input has been read. "
      "The choice depends only on the lines and --seed.";
  table.option("seed", options.seed, "N", "choose another sample");
  table.group("Files");
  cli::declare_url_key(
      table, options.url_key,
      "make keys by these rules from URLs in lists, and for wget's CDX");
  cli::declare_line_output(table, options.output, options.force);
  cli::declare_cdx_inputs(table, options.inputs);
}

double share_of(std::string_view text) {
  bool percent = text.ends_with('%');
  if (percent) text.remove_suffix(1);
  double share = -1;
  auto read = std::from_chars(text.data(), text.data() + text.size(), share);
  if (percent) share /= 100;
  if (read.ec != std::errc() || read.ptr != text.data() + text.size() ||
      !(share >= 0 && share <= 1)) {
    throw UsageError("--sample takes a share from 0 to 1, or 0% to 100%");
  }
  return share;
}

std::unique_ptr<cdx::UrlList> list_of(const std::vector<std::string>& files,
                                      cdx::UrlKeyKind kind) {
  if (files.empty()) return nullptr;
  auto list = std::make_unique<cdx::UrlList>(kind);
  for (const std::string& file : files) list->add_file(file);
  list->finish();
  return list;
}

cdx::FilterOptions filter_of(const Options& options) {
  cdx::FilterOptions filter;
  for (const std::string& text : options.where) {
    filter.conditions.push_back(cdx::Condition::parse(text));
  }
  auto rules = options.filter_rules == "pywb" ? cdx::FilterRules::kPywb
                                              : cdx::FilterRules::kOutback;
  for (const std::string& text : options.filter) {
    filter.conditions.push_back(cdx::Condition::parse_filter(text, rules));
  }
  filter.any = options.any;
  filter.period = warc::Period::of_dates(options.from, options.to);
  filter.url_key = *cdx::url_key_kind(options.url_key);
  filter.blocked = list_of(options.block, filter.url_key);
  filter.allowed = list_of(options.allow, filter.url_key);
  if (!options.sample.empty()) filter.sample = share_of(options.sample);
  filter.sample_count = options.sample_count;
  filter.seed = options.seed;
  filter.max_per_key = options.max_per_key;
  filter.latest = options.keep_last;
  if (options.keep_last && options.max_per_key == 0) {
    throw UsageError("--keep-last needs --max-per-key");
  }
  if (options.keep_last && options.sample_count > 0) {
    throw UsageError("--sample-count or --keep-last, not both");
  }
  return filter;
}

cli::Outcome run(const Options& options, cli::Console& console) {
  cdx::FilterOptions filter = filter_of(options);
  auto output = console.open_line_output(options.output, options.force);

  cdx::FilteredLines lines(options.inputs, std::move(filter), console);
  output->write(lines.header().top());
  uint64_t written = lines.copy_to(*output);
  written -= lines.counts().metadata_lines;
  output->finish();

  for (const std::string& name : lines.fields_not_seen()) {
    console.message("no line has a field '" + name + "'");
  }
  cdx::FilterCounts counts = lines.counts();
  std::vector<cli::Count> summary = {
      {"read", counts.read},
      {"written", written},
      {"dropped",
       counts.bad + counts.by_date + counts.by_condition + counts.blocked +
           counts.not_allowed + counts.not_sampled + counts.above_limit,
       {{"bad line", counts.bad},
        {"date", counts.by_date},
        {"condition", counts.by_condition},
        {"blocked", counts.blocked},
        {"not allowed", counts.not_allowed},
        {"not sampled", counts.not_sampled},
        {"above limit", counts.above_limit}}}};
  if (counts.metadata_lines > 0) {
    summary.push_back({"metadata lines", counts.metadata_lines});
  }
  console.summary(summary);
  return cli::Outcome::kDone;
}

}  // namespace
}  // namespace wax::tools::cdx_filter

int main(int argc, char** argv) {
  using namespace wax::tools::cdx_filter;
  return wax::tools::cli::tool_main<Options>(kInfo, argc, argv, declare, run);
}
