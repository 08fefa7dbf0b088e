// Compares two indexes.
#include <algorithm>
#include <string>
#include <vector>

#include "cdx/check/index_diff.h"
#include "io/error.h"
#include "tools/cli/report_json.h"
#include "tools/cli/tool.h"
#include "tools/cli/tool_options.h"

namespace wax::tools::cdx_diff {
namespace {

constexpr cli::ToolInfo kInfo = {"wax-cdx-diff",
                                 "compare two indexes of the same archives",
                                 "[OPTION]... FIRST SECOND",
                                 "wax-cdx-diff ours.cdx theirs.cdxj",
                                 "wax-cdx-check wax-warc-indexer wax-cdx(5)",
                                 "CDX"};

struct Options {
  std::vector<std::string> inputs;
  std::string output = "-";
  bool force = false;
  std::string pair = "location";
  bool json = false;
  uint64_t examples = 3;
  cdx::DiffOptions diff;
};

void declare(cli::OptionTable& table, Options& options) {
  table
      .list(
          "fields", options.diff.fields, "FIELD,...",
          "fields to compare, by letter, name or CDXJ key (default: those that "
          "both files have)")
      .more =
      "Without this option, the fields urlkey, timestamp, url, mime, status, "
      "digest, redirect, robotflags and length are compared if both files have "
      "them.";
  table
      .choice("pair", options.pair, {"location", "capture"},
              "pair the captures of both files by this")
      .more =
      "location: the name of the archive and the offset in it. capture: URL "
      "key and date, so that archives may be recompressed or renamed; length "
      "is then compared only with --fields.";
  table.flag("whole-names", options.diff.whole_names,
             "compare the folders of archives, too, not only file names");
  table.option("examples", options.examples, "N",
               "show N examples of each finding");
  table.flag("json,J", options.json, "write the report as JSON");
  cli::declare_sorting(table, options.diff.sort.memory,
                       options.diff.sort.tmpdir);
  cli::declare_line_output(table, options.output, options.force);
  table.positionals(options.inputs, "FIRST SECOND", 2, 2,
                    "CDX or CDXJ files in any order, plain or gzip-compressed, "
                    "or ZipNums; -: standard input");
}

std::string row(const std::string& word, uint64_t count) {
  std::string digits = std::to_string(count);
  std::string text = word;
  text.append(word.size() < 20 ? 20 - word.size() : 1, ' ');
  text.append(digits.size() < 10 ? 10 - digits.size() : 0, ' ');
  return text + digits + '\n';
}

std::string table_of(const cdx::IndexDiff& diff) {
  std::string text = row("first", diff.first) + row("second", diff.second) +
                     row("the same", diff.same) +
                     row("different", diff.different);
  auto only = [&](const std::string& word, const cdx::FieldDiff& found) {
    text += row(word, found.count);
    for (const cdx::DiffExample& example : found.examples) {
      text += "    " + example.location + ": " + example.first + '\n';
    }
  };
  only("only in first", diff.only_first);
  only("only in second", diff.only_second);
  for (const cdx::FieldDiff& found : diff.fields) {
    if (found.count == 0) continue;
    text += row(found.field, found.count);
    for (const cdx::DiffExample& example : found.examples) {
      text += "    " + example.location + ": " + example.first + " | " +
              example.second + '\n';
    }
  }
  return text;
}

// What is in one index alone has but one capture.
cli::ReportJson json_of(const cdx::FieldDiff& found, bool in_both) {
  auto examples = cli::ReportJson::array();
  for (const cdx::DiffExample& example : found.examples) {
    cli::ReportJson one = {{"place", example.location}};
    if (in_both) {
      one["first"] = example.first;
      one["second"] = example.second;
    } else {
      one["capture"] = example.first;
    }
    examples.push_back(std::move(one));
  }
  cli::ReportJson report;
  if (in_both) report["field"] = found.field;
  report["count"] = found.count;
  report["examples"] = std::move(examples);
  return report;
}

std::string json_of(const cdx::IndexDiff& diff) {
  cli::ReportJson report = {
      {"first", diff.first},
      {"second", diff.second},
      {"same", diff.same},
      {"different", diff.different},
      {"only_in_first", json_of(diff.only_first, false)},
      {"only_in_second", json_of(diff.only_second, false)},
      {"fields", cli::ReportJson::array()}};
  for (const cdx::FieldDiff& found : diff.fields) {
    report["fields"].push_back(json_of(found, true));
  }
  return cli::print_report(report);
}

cli::Outcome run(const Options& options, cli::Console& console) {
  cdx::DiffOptions diff_options = options.diff;
  diff_options.most_examples =
      static_cast<size_t>(std::min<uint64_t>(options.examples, 1000000));
  diff_options.by_capture = options.pair == "capture";
  if (diff_options.by_capture && diff_options.whole_names) {
    throw UsageError(
        "--whole-names compares locations; give no --pair capture");
  }
  auto output = console.open_line_output(options.output, options.force);
  cdx::IndexDiff diff = cdx::diff_indexes(options.inputs[0], options.inputs[1],
                                          diff_options, console);
  output->write(options.json ? json_of(diff) : table_of(diff));
  output->finish();
  if (!diff_options.by_capture && diff.same + diff.different == 0 &&
      diff.first > 0 && diff.second > 0) {
    console.message(
        "no capture lies at the same place of the same archive in both files; "
        "--pair capture pairs them by URL key and date");
  }
  console.summary({{"files", 2},
                   {"read",
                    diff.first + diff.second + diff.bad,
                    {{"first", diff.first},
                     {"second", diff.second},
                     {"bad line", diff.bad}}},
                   {"the same", diff.same},
                   {"different", diff.different},
                   {"only in one",
                    diff.only_first.count + diff.only_second.count,
                    {{"first", diff.only_first.count},
                     {"second", diff.only_second.count}}}});
  return diff.equal() ? console.outcome() : cli::Outcome::kIncomplete;
}

}  // namespace
}  // namespace wax::tools::cdx_diff

int main(int argc, char** argv) {
  using namespace wax::tools::cdx_diff;
  return wax::tools::cli::tool_main<Options>(kInfo, argc, argv, declare, run);
}
