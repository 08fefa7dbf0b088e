// Finds the captures of a URL in sorted CDX files.
#include <memory>
#include <string>
#include <vector>

#include "cdx/files/searchable.h"
#include "cdx/lookup/lookup.h"
#include "cdx/lookup/lookup_blocks.h"
#include "tools/cli/line_output.h"
#include "tools/cli/sorting.h"
#include "tools/cli/tool.h"

namespace wax::tools::cdx_lookup {
namespace {

constexpr cli::ToolInfo kInfo = {
    "wax-cdx-lookup",
    "find the captures of a URL in sorted CDX files",
    "[OPTION]... URL CDX...",
    "wax-cdx-lookup 'http://example.com/news/*' crawl.cdx --from 2007",
    "wax-cdx-filter wax-cdx-zipnum wax-cdx-sort wax-urlkey wax-cdx(5)",
    "Captures"};

struct Options {
  std::vector<std::string> arguments;
  std::string output = "-";
  bool force = false;
  std::string match;
  std::string urlkey = "surt";
  std::string filter_rules = "pywb";
  bool latest = false;
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
      .choice("match,m", options.match, {"exact", "prefix", "host", "domain"},
              "what URL stands for; else *.HOST a domain, URL* a prefix")
      .initial.clear();
  table.choice("urlkey", options.urlkey, {"surt", "legacy"},
               "the rules by which the keys of the files were made");
  table.option("from", lookup.from, "DATE",
               "no earlier captures; 2007 is the beginning of the year");
  table.option("to", lookup.to, "DATE",
               "no later captures; 2007 is the end of the year");
  table
      .option("filter", lookup.filters, "FILTER",
              "only captures of which [!]FIELD:TEXT holds; may be repeated")
      .more =
      "FIELD:TEXT is found in the value, =FIELD:TEXT is the value, "
      "~FIELD:REGEX matches from its beginning, TEXT is found in the line; ! "
      "in front negates.";
  table
      .choice("filter-rules", options.filter_rules, {"pywb", "outbackcdx"},
              "read filters as this CDX server does")
      .more =
      "For outbackcdx, FIELD:REGEX matches the whole value, ~FIELD:TEXT is "
      "found in it.";
  table.option("closest", lookup.closest, "DATE",
               "the captures nearest to DATE first");
  table.flag("reverse", lookup.reverse, "the last captures first");
  table.flag("latest", options.latest, "of each URL the last capture only");
  table.option("limit,n", lookup.limit, "N",
               "end after N captures; 0: no limit");
  table.option("collapse", lookup.collapse, "FIELD[:N]",
               "of captures in a row with the same value, the first");
  table.option("collapse-last", lookup.collapse_last, "FIELD[:N]",
               "of captures in a row with the same value, the last");
  table.option("collapse-time", lookup.collapse_time, "N",
               "the same by N digits of the date, and the status");
  table.flag("resolve-revisits", lookup.resolve_revisits,
             "add length, offset and file of the capture of a revisit");
  table.flag("omit-self-redirects", lookup.omit_self_redirects,
             "leave out redirects to the same URL key");
  table.list("fields", lookup.fields, "FIELD,...",
             "write these fields of the captures only");
  table.flag("header", options.header, "write a header of the columns on top");
  table.flag("blocks", options.blocks,
             "write the lines of a ZipNum's index that are looked at");
  table.group("Pages of a ZipNum");
  cli::OptionRow& page = table.option(
      "page", options.page, "N", "only the blocks of one page; the first is 0");
  page.initial.clear();
  page.more =
      "All pages together have every capture once, but collapsing and limits "
      "are those of one page.";
  table.option("page-size", options.page_size, "N", "so many blocks in a page");
  table.flag("pages", options.pages,
             "write how many pages and blocks there are, as JSON");
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
  if (options.latest) {
    if (!lookup.collapse_last.empty()) {
      throw UsageError("--latest is --collapse-last urlkey: give one of them");
    }
    lookup.collapse_last = "urlkey";
  }
  if (options.page_size == 0) throw UsageError("a page has one block at least");
  if (options.page != UINT64_MAX) {
    lookup.page = options.page;
    lookup.page_blocks = options.page_size;
  }
  if (options.header && (options.pages || options.blocks)) {
    throw UsageError(
        "--header is that of captures: not with --pages or --blocks");
  }
  return lookup;
}

uint64_t write_pages(const std::vector<std::unique_ptr<cdx::Searchable>>& files,
                     const cdx::SearchRange& range, uint64_t page_size,
                     io::Output& output) {
  if (files.size() != 1) throw UsageError("pages are those of one ZipNum");
  cdx::PageCounts counts = cdx::count_pages(*files[0], range, page_size);
  output.write("{\"pages\": " + std::to_string(counts.pages) +
               ", \"pageSize\": " + std::to_string(page_size) +
               ", \"blocks\": " + std::to_string(counts.blocks) + "}\n");
  return counts.pages;
}

cli::Outcome run(const Options& options, cli::Console& console) {
  cdx::LookupOptions lookup = lookup_options(options);
  cdx::SearchRange range = cdx::lookup_range(options.arguments[0], lookup);
  std::vector<std::unique_ptr<cdx::Searchable>> files;
  for (size_t i = 1; i < options.arguments.size(); ++i) {
    files.push_back(cdx::open_searchable(options.arguments[i]));
  }
  cdx::check_key_kinds(files, lookup.url_key);
  std::string header;
  if (options.header) header = cdx::lookup_header(files, lookup);
  auto output = console.open_line_output(options.output, options.force);
  if (!header.empty()) output->write(header + "\n");
  uint64_t found = 0;
  if (options.pages) {
    found = write_pages(files, range, options.page_size, *output);
  } else if (options.blocks) {
    auto blocks = cdx::lookup_blocks(files, range, lookup);
    found = lines::copy_lines(*blocks, *output);
  } else {
    auto lines = cdx::lookup_lines(files, range, lookup, console);
    found = lines::copy_lines(*lines, *output);
  }
  output->finish();
  if (found == 0) console.message("no captures of " + options.arguments[0]);
  console.summary({{"files", files.size()}, {"found", found}});
  return found == 0 ? cli::Outcome::kIncomplete : console.outcome();
}

}  // namespace
}  // namespace wax::tools::cdx_lookup

int main(int argc, char** argv) {
  using namespace wax::tools;
  return cli::tool_main<cdx_lookup::Options>(
      cdx_lookup::kInfo, argc, argv, cdx_lookup::declare, cdx_lookup::run);
}
