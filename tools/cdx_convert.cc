// Converts CDX files: columns, CDXJ dialects, URL keys.
#include <algorithm>
#include <string>
#include <vector>

#include "cdx/files/converted_lines.h"
#include "lines/json_array.h"
#include "lines/sort.h"
#include "text/ascii.h"
#include "tools/cli/python_module.h"
#include "tools/cli/tool.h"
#include "tools/cli/tool_options.h"

namespace wax::tools::cdx_convert {
namespace {

constexpr cli::ToolInfo kInfo = {
    "wax-cdx-convert",
    "convert CDX lines to other columns, CDXJ or URL keys",
    "[OPTION]... [CDX]...",
    "wax-cdx-convert --format cdxj crawl.cdx -o crawl.cdxj",
    "wax-cdx-filter wax-cdx-sort wax-urlkey wax-cdx(5)",
    "CDX"};

struct Options {
  std::vector<std::string> inputs = {"-"};
  std::string format = "cdx11";
  std::string dialect = "pywb";
  std::string url_key = "keep";
  std::vector<std::string> set;
  std::string filename_prefix;
  bool no_header = false;
  bool no_identity = false;
  bool sort = false;
  lines::SortOptions sorting;
  std::string crawl;
  std::string output = "-";
  bool force = false;
};

constexpr std::string_view kParquet = "parquet";

void declare(cli::OptionTable& table, Options& options) {
  table
      .option("format,t", options.format, "WORD",
              "format of the lines: cdx9, cdx10, cdx11, cdxj, json, public, "
              "wget, or legend letters; parquet writes a table")
      .more =
      "json writes one JSON object per line and nothing else, for jq and "
      "similar tools; with --dialect outbackcdx it writes one array. public "
      "writes the seven columns that public CDX servers return, without a "
      "header. Legend letters, such as NbamskrVg, are explained in wax-cdx(5). "
      "parquet sorts the lines and writes the folder FILE.";
  table
      .choice("dialect", options.dialect,
              {"pywb", "cdxj-indexer", "wacz", "outbackcdx", "warcio.js"},
              "write CDXJ as this system does")
      .more =
      "pywb, outbackcdx and warcio.js write digests without \"sha1:\", the "
      "others with it. wacz writes status, length and offset as numbers, the "
      "others as strings; the json of outbackcdx has numbers for these and for "
      "the date. outbackcdx and warcio.js write UTF-8 without spaces, the "
      "others ASCII.";
  table.flag("no-header", options.no_header,
             "write no header line and no identity");
  table.flag("no-identity", options.no_identity,
             "write no line that says how keys and digests were made");
  table.group("Values");
  table
      .choice("urlkey", options.url_key, {"keep", "surt", "legacy"},
              "compute all keys again from the URLs, by these rules")
      .more =
      "The lines may then no longer be sorted; see --sort. A CDX file without "
      "keys (wget's) gets surt keys unless this option says legacy.";
  table.option("set", options.set, "FIELD=VALUE",
               "set FIELD to VALUE in every line (may be repeated)");
  table.option("filename-prefix", options.filename_prefix, "TEXT",
               "put TEXT before each archive name");
  table.group("Order");
  table.flag("sort,s", options.sort, "sort the lines in byte order");
  cli::declare_sorting(table, options.sorting);
  table.group("Files");
  table.option("crawl", options.crawl, "NAME",
               "with --format parquet: the crawl that the table is of");
  cli::declare_line_output(table, options.output, options.force);
  cli::declare_cdx_inputs(table, options.inputs);
}

constexpr std::string_view kWget = "abamskrMVgu";

cdx::Legend legend_of(const std::string& form) {
  if (form == "cdx9") return {std::string(cdx::kCdx9), ' '};
  if (form == "cdx10") return {std::string(cdx::kCdx10), ' '};
  if (form == "cdx11") return {std::string(cdx::kCdx11), ' '};
  if (form == "public") return {std::string(cdx::kCdx7), ' '};
  if (form == "wget") return {std::string(kWget), ' '};
  for (size_t i = 0; i < form.size(); ++i) {
    // A word that is no form has some letter twice.
    if (!text::is_letter(form[i]) || form.find(form[i]) != i) {
      throw UsageError(
          "--format takes cdx9, cdx10, cdx11, cdxj, json, public, wget, "
          "parquet or different legend letters, not '" +
          form + "'");
    }
  }
  return {form, ' '};
}

cdx::CdxjDialect dialect_of(const std::string& system) {
  if (system == "pywb") return cdx::CdxjDialect::kPywb;
  if (system == "wacz") return cdx::CdxjDialect::kWacz;
  if (system == "cdxj-indexer") return cdx::CdxjDialect::kCdxjIndexer;
  if (system == "outbackcdx") return cdx::CdxjDialect::kOutbackCdx;
  return cdx::CdxjDialect::kCompact;
}

cdx::ConvertOptions conversion_of(const Options& options) {
  cdx::ConvertOptions convert;
  convert.whole_object = options.format == "json";
  convert.json = options.format == "cdxj" || options.format == kParquet ||
                 convert.whole_object;
  if (!convert.json) convert.legend = legend_of(options.format);
  convert.dialect = dialect_of(options.dialect);
  // Nothing for "keep".
  convert.rekey = cdx::url_key_kind(options.url_key);
  convert.filename_prefix = options.filename_prefix;
  for (const std::string& text : options.set) {
    size_t equals = text.find('=');
    if (equals == 0 || equals == std::string::npos) {
      throw UsageError("--set takes FIELD=VALUE, not '" + text + "'");
    }
    convert.set.emplace_back(text.substr(0, equals), text.substr(equals + 1));
  }
  return convert;
}

std::string top_of(const cdx::ConvertOptions& convert,
                   const std::string& stated, const Options& options) {
  const std::string identity = options.no_identity ? std::string() : stated;
  if (options.no_header || convert.whole_object || options.format == "public") {
    return {};
  }
  if (convert.json) {
    return cdx::identity_line(identity, cdx::IdentityForm::kCdxj);
  }
  // wget takes every line after the header for a capture.
  if (options.format == "wget") return convert.legend.header() + "\n";
  return convert.legend.header() + "\n" +
         cdx::identity_line(identity, cdx::IdentityForm::kCdx);
}

// A table in the folder that is the output. The package of Python writes it:
// Debian has no library for C++ that does.
std::unique_ptr<io::Output> open_table(const Options& options) {
  if (options.output == "-" || options.crawl.empty()) {
    throw UsageError(
        "--format parquet needs --crawl NAME and --output FOLDER, in which "
        "crawl=NAME is made");
  }
  std::vector<std::string> arguments = {
      options.output, options.crawl,          "-", "--sorted", "--quiet",
      "--name",       std::string(kInfo.name)};
  if (options.force) arguments.emplace_back("--force");
  return std::make_unique<cli::PythonModule>("waxwing_warc.parquet", "pyarrow",
                                             "--format parquet", arguments);
}

cli::Outcome run(const Options& options, cli::Console& console) {
  cdx::ConvertOptions convert = conversion_of(options);
  const bool is_table = options.format == kParquet;
  const bool is_sorted = options.sort || is_table;
  if (!is_table && !options.crawl.empty()) {
    throw UsageError("--crawl is for --format parquet");
  }
  auto converted =
      std::make_unique<cdx::ConvertedLines>(options.inputs, convert, console);
  auto output = is_table
                    ? open_table(options)
                    : console.open_line_output(options.output, options.force);
  output->write(top_of(convert, converted->identity(), options));

  const cdx::ConvertedLines& conversion = *converted;
  std::unique_ptr<lines::LineStream> lines = std::move(converted);
  if (is_sorted) {
    lines = lines::sort_lines(std::move(lines), options.sorting);
  }
  if (convert.whole_object &&
      convert.dialect == cdx::CdxjDialect::kOutbackCdx) {
    lines = lines::json_array(std::move(lines));
  }
  lines->copy_to(*output);
  output->finish();

  if (!is_sorted && conversion.order_lost() > 0) {
    console.report({Severity::kWarning, "cdx-order-lost",
                    options.output == "-" ? "<stdout>" : options.output,
                    std::nullopt,
                    "the input was sorted, but the output is not, from line " +
                        std::to_string(conversion.order_lost()) +
                        " on (headers not counted); --sort sorts it"});
  }
  cdx::ConvertCounts counts = conversion.counts();
  std::vector<std::pair<std::string, uint64_t>> left_out;
  uint64_t values = 0;
  for (const auto& [name, number] : conversion.converter().left_out()) {
    left_out.emplace_back(name, number);
    values += number;
  }
  std::vector<cli::Count> summary = {
      {"read", counts.read},
      {"written", counts.written},
      {"dropped",
       counts.bad + counts.no_url,
       {{"bad line", counts.bad}, {"no URL", counts.no_url}}},
      {"values left out", values, left_out}};
  uint64_t notes = counts.metadata_kept + counts.metadata_left_out;
  if (notes > 0) {
    summary.push_back({"metadata lines",
                       notes,
                       {{"kept", counts.metadata_kept},
                        {"left out", counts.metadata_left_out}}});
  }
  console.summary(summary);
  return cli::Outcome::kDone;
}

}  // namespace
}  // namespace wax::tools::cdx_convert

int main(int argc, char** argv) {
  using namespace wax::tools::cdx_convert;
  return wax::tools::cli::tool_main<Options>(kInfo, argc, argv, declare, run);
}
