// Finds errors in CDX files.
#include <algorithm>
#include <string>
#include <vector>

#include "cdx/check/line_checker.h"
#include "io/error.h"
#include "tools/cli/archive_inputs.h"
#include "tools/cli/report_json.h"
#include "tools/cli/tool.h"
#include "tools/cli/tool_options.h"

namespace wax::tools::cdx_check {
namespace {

constexpr cli::ToolInfo kInfo = {
    "wax-cdx-check",
    "find errors in CDX files",
    "[OPTION]... [CDX]...",
    "wax-cdx-check crawl.cdx --archives crawl/",
    "wax-cdx-sort wax-cdx-diff wax-warc-indexer wax-cdx(5)",
    "CDX"};

struct Options {
  std::vector<std::string> inputs = {"-"};
  std::vector<std::string> archives;
  std::string urlkey = "auto";
  bool any_order = false;
  bool json = false;
  uint64_t examples = 3;
  std::string output = "-";
  bool force = false;
};

void declare(cli::OptionTable& table, Options& options) {
  cli::declare_archives_of_lines(table, options.archives).more =
      "The records must be where the lines say, and be what the lines say.";
  cli::declare_timeout(table);
  cli::declare_remote(table);
  table.choice(
      "urlkey", options.urlkey, {"auto", "surt", "legacy", "none"},
      "check keys by these rules: surt, legacy, auto (those of the first "
      "key), none (do not check keys)");
  table.flag("any-order", options.any_order,
             "do not check the order of the lines");
  table.option("examples", options.examples, "N",
               "show N examples of each finding");
  table.flag("json,J", options.json, "write the findings as JSON");
  cli::declare_line_output(table, options.output, options.force);
  cli::declare_cdx_inputs(table, options.inputs);
}

std::string table_of(const std::vector<cdx::Finding>& findings) {
  std::string text;
  for (const cdx::Finding& finding : findings) {
    std::string count = std::to_string(finding.count);
    text += finding.id;
    text.append(finding.id.size() < 16 ? 16 - finding.id.size() : 1, ' ');
    text.append(count.size() < 8 ? 8 - count.size() : 0, ' ');
    text += count + "  " + std::string(finding.text) + '\n';
    for (const cdx::Example& example : finding.examples) {
      text += "    " + example.file + ':' + std::to_string(example.line) +
              ": " + example.text + '\n';
    }
  }
  return text;
}

std::string json_of(const cdx::LineChecker& checker) {
  const cdx::CheckCounts& counts = checker.counts();
  cli::ReportJson report = {{"files", counts.files},
                            {"lines", counts.lines},
                            {"records", counts.records}};
  if (checker.url_key()) report["urlkey"] = cdx::name(*checker.url_key());
  auto& findings = report["findings"] = cli::ReportJson::array();
  for (const cdx::Finding& finding : checker.findings()) {
    auto examples = cli::ReportJson::array();
    for (const cdx::Example& example : finding.examples) {
      examples.push_back({{"file", example.file},
                          {"line", example.line},
                          {"text", example.text}});
    }
    findings.push_back({{"id", finding.id},
                        {"text", finding.text},
                        {"count", finding.count},
                        {"examples", std::move(examples)}});
  }
  return cli::print_report(report);
}

cli::Outcome run(const Options& options, cli::Console& console) {
  cdx::CheckOptions check;
  check.url_key = cdx::url_key_kind(options.urlkey);
  check.check_keys = options.urlkey != "none";
  check.check_order = !options.any_order;
  check.archives = options.archives;
  check.most_examples =
      static_cast<size_t>(std::min<uint64_t>(options.examples, 1000000));

  auto output = console.open_line_output(options.output, options.force);
  cdx::LineChecker checker(check, console);
  for (const std::string& input : options.inputs) {
    try {
      checker.check(input);
    } catch (const IoError& error) {
      console.error(error.what());
    } catch (const FormatError& error) {
      console.error(error.what());
    }
  }
  std::vector<cdx::Finding> findings = checker.findings();
  output->write(options.json ? json_of(checker) : table_of(findings));
  output->finish();
  uint64_t found = 0;
  for (const cdx::Finding& finding : findings) found += finding.count;
  std::vector<cli::Count> counts = {{"files", checker.counts().files},
                                    {"lines", checker.counts().lines}};
  if (!options.archives.empty()) {
    counts.push_back({"records", checker.counts().records});
  }
  counts.push_back({"findings", found});
  console.summary(counts);
  return findings.empty() ? console.outcome() : cli::Outcome::kIncomplete;
}

}  // namespace
}  // namespace wax::tools::cdx_check

int main(int argc, char** argv) {
  using namespace wax::tools::cdx_check;
  return wax::tools::cli::tool_main<Options>(kInfo, argc, argv, declare, run);
}
