// Finds the captures of a URL in sorted CDX files.
#include <memory>
#include <string>
#include <vector>

#include "cdx/files/searchable.h"
#include "cdx/lookup/lookup.h"
#include "cdx/lookup/lookup_blocks.h"
#include "cdx/lookup/row.h"
#include "tools/cli/tool.h"
#include "tools/cli/tool_options.h"

namespace wax::tools::cdx_lookup {
namespace {

constexpr cli::ToolInfo kInfo = {
    "wax-cdx-lookup",
    "find the captures of a URL in sorted CDX files",
    "[OPTION]... URL CDX...",
    "wax-cdx-lookup 'http://example.com/news/*' crawl.cdx --from 2007",
    "wax-cdx-filter wax-cdx-zipnum wax-cdx-sort wax-urlkey wax-cdx(5)",
    "CDX"};

struct Options {
  std::vector<std::string> arguments;
  std::string output = "-";
  bool force = false;
  std::string match;
  std::string urlkey = "surt";
  std::string filter_rules = "pywb";
  bool latest = false;
  bool json = false;
  bool header = false;
  bool blocks = false;
  bool pages = false;
  uint64_t page = UINT64_MAX;
  uint64_t page_size = 10;
  cdx::LookupOptions lookup;
};

void declare(cli::OptionTable& table, Options& options) {
  cdx::LookupOptions& lookup = options.lookup;
  table
      .choice("match,m", options.match,
              {"exact", "prefix", "host", "domain", "range"},
              "match by: exact, prefix, host, domain, range (default: exact; "
              "*.HOST means domain, URL* means prefix)")
      .initial.clear();
  cli::declare_url_key(table, options.urlkey,
                       "rules of the URL keys in the files");
  table.option("from", lookup.from, "DATE",
               "no captures before DATE: 2007, 200710, ... up to 14 digits");
  table.option("to", lookup.to, "DATE",
               "no captures after DATE; 2007 includes the whole year");
  table
      .option("filter", lookup.filters, "FILTER",
              "only captures for which [!]FIELD:TEXT holds; may be repeated")
      .more =
      "FIELD:TEXT: the value contains TEXT. =FIELD:TEXT: the value is TEXT. "
      "~FIELD:REGEX: the regular expression matches from the beginning of the "
      "value. TEXT alone: the line contains TEXT. A ! in front negates the "
      "condition.";
  table
      .choice("filter-rules", options.filter_rules, {"pywb", "outbackcdx"},
              "read --filter as this CDX server does")
      .more =
      "With outbackcdx, FIELD:REGEX must match the whole value, and "
      "~FIELD:TEXT means that the value contains TEXT.";
  table.option("closest", lookup.closest, "DATE",
               "list the captures nearest to DATE first");
  table.flag("reverse", lookup.reverse, "list the last captures first");
  table.flag("latest", options.latest,
             "list only the last capture of each URL");
  table.option("limit,n", lookup.limit, "N",
               "write at most N results; 0: no limit");
  table.option("collapse", lookup.collapse, "FIELD",
               "keep the first of adjacent captures with the same value; "
               "FIELD:N: with the same N first characters");
  table.option("collapse-last", lookup.collapse_last, "FIELD",
               "keep the last of adjacent captures with the same value; "
               "FIELD:N as above");
  table.option("collapse-time", lookup.collapse_time, "N",
               "keep the first of adjacent captures with the same N digits of "
               "the date and the same status");
  table.flag(
      "resolve-revisits", lookup.resolve_revisits,
      "add length, offset and file of the original capture to each revisit");
  table.flag("omit-self-redirects", lookup.omit_self_redirects,
             "leave out redirects to the same URL key");
  table.list("fields", lookup.fields, "FIELD,...",
             "fields to write (default: all)");
  table
      .flag("json,J", options.json,
            "write one JSON array, in it an array of fields for each capture")
      .more =
      "OutbackCDX gives this form for output=json. Without --fields, a capture "
      "has the fields urlkey, timestamp, url, mime, status, digest, redirect, "
      "robotflags, length, offset and filename; files with fewer columns need "
      "--fields. Date, status, length and offset are numbers where they are "
      "known.";
  table.flag("header", options.header,
             "write a header line, which names the fields");
  table.flag(
      "blocks", options.blocks,
      "write the ZipNum index lines of the blocks to read, not the captures");
  table.group("Pages");
  cli::OptionRow& page =
      table.option("page", options.page, "N",
                   "search only page N; the first is 0 (default: all)");
  page.initial.clear();
  page.more =
      "All pages together have every capture once, but collapsing and limits "
      "apply to each page by itself.";
  table
      .option("page-size", options.page_size, "N", "number of blocks in a page")
      .more =
      "A flat file counts as blocks of 512 KiB. Pages of several files begin "
      "where those of the file with most blocks begin.";
  table.flag("pages", options.pages,
             "write the numbers of pages and blocks, as JSON");
  table.group("Sorting and files");
  cli::declare_sorting(table, lookup.sort.memory, lookup.sort.tmpdir);
  cli::declare_line_output(table, options.output, options.force);
  table.positionals(options.arguments, "URL CDX", 2, SIZE_MAX,
                    "a URL, then sorted CDX or CDXJ files, the .idx of a "
                    "ZipNum, or its folder");
}

cdx::LookupOptions lookup_options(const Options& options) {
  cdx::LookupOptions lookup = options.lookup;
  lookup.url_key = *cdx::url_key_kind(options.urlkey);
  lookup.match = cdx::match_type(options.match);
  lookup.filter_rules = options.filter_rules == "pywb"
                            ? cdx::FilterRules::kPywb
                            : cdx::FilterRules::kOutback;
  lookup.sort.jobs = 1;
  cdx::check_given_dates(lookup);
  if (options.latest) {
    if (!lookup.collapse_last.empty()) {
      throw UsageError(
          "--latest means --collapse-last urlkey; give only one of them");
    }
    lookup.collapse_last = "urlkey";
  }
  if (options.page_size == 0)
    throw UsageError("--page-size must be at least 1");
  if (options.page != UINT64_MAX) {
    lookup.page = options.page;
    lookup.page_blocks = options.page_size;
  }
  if (options.json) {
    if (options.header || options.pages || options.blocks) {
      throw UsageError(
          "--json cannot be used with --header, --pages or --blocks");
    }
    if (lookup.fields.empty()) lookup.fields = cdx::outback_fields();
  }
  if (options.header && (options.pages || options.blocks)) {
    throw UsageError("--header cannot be used with --pages or --blocks");
  }
  return lookup;
}

uint64_t write_pages(const std::vector<std::unique_ptr<cdx::Searchable>>& files,
                     const cdx::SearchRange& range, uint64_t page_size,
                     io::Output& output) {
  cdx::PageCounts counts = cdx::count_pages(files, range, page_size);
  output.write("{\"pages\": " + std::to_string(counts.pages) +
               ", \"pageSize\": " + std::to_string(page_size) +
               ", \"blocks\": " + std::to_string(counts.blocks) + "}\n");
  return counts.pages;
}

cli::Outcome run(const Options& options, cli::Console& console) {
  cdx::LookupOptions lookup = lookup_options(options);
  cdx::SearchRange range = cdx::lookup_range(options.arguments[0], lookup);
  lookup.also = cdx::other_spelling(options.arguments[0], lookup);
  lookup.asked_url = options.arguments[0];
  std::vector<std::unique_ptr<cdx::Searchable>> files;
  for (size_t i = 1; i < options.arguments.size(); ++i) {
    files.push_back(cdx::open_searchable(options.arguments[i]));
  }
  cdx::check_keys(files, lookup.url_key);
  std::string header;
  if (options.header) header = cdx::lookup_header(files, lookup);
  auto output = console.open_line_output(options.output, options.force);
  if (!header.empty()) output->write(header + "\n");
  uint64_t found = 0;
  if (options.pages) {
    found = write_pages(files, range, options.page_size, *output);
  } else if (options.blocks) {
    auto blocks = cdx::lookup_blocks(files, range, lookup);
    found = blocks->copy_to(*output);
  } else {
    std::unique_ptr<lines::LineStream> lines =
        cdx::lookup_lines(files, range, lookup, console);
    if (options.json) {
      lines = cdx::json_rows(std::move(lines), cdx::Row(lookup), found);
      lines->copy_to(*output);
    } else {
      found = lines->copy_to(*output);
    }
  }
  output->finish();
  if (found == 0) console.message("no captures of " + options.arguments[0]);
  console.summary({{"files", files.size()}, {"found", found}});
  return found == 0 ? cli::Outcome::kIncomplete : console.outcome();
}

}  // namespace
}  // namespace wax::tools::cdx_lookup

int main(int argc, char** argv) {
  using namespace wax::tools::cdx_lookup;
  return wax::tools::cli::tool_main<Options>(kInfo, argc, argv, declare, run);
}
