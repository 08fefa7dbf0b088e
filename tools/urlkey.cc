// URLs to URL keys, one per line.
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "cdx/files/open_cdx.h"
#include "cdx/url/list_look.h"
#include "cdx/url/url_key.h"
#include "lines/line_stream.h"
#include "tools/cli/tool.h"
#include "tools/cli/tool_options.h"

namespace wax::tools::urlkey {
namespace {

constexpr cli::ToolInfo kInfo = {
    "wax-urlkey",
    "print the URL keys of URLs",
    "[OPTION]... [INPUT]...",
    "wax-urlkey 'http://www.example.com/a?b=2&a=1'",
    "wax-warc-indexer wax-cdx-sort",
    "CDX"};

struct Options {
  std::vector<std::string> inputs = {"-"};
  std::string output = "-";
  bool force = false;
  std::string urlkey = "surt";
};

void declare(cli::OptionTable& table, Options& options) {
  cli::declare_url_key(
      table, options.urlkey,
      "the rules: surt (com,example)/) or legacy (example.com/)");
  cli::declare_line_output(table, options.output, options.force);
  table.positionals(options.inputs, "INPUT", 0, SIZE_MAX,
                    "URLs, or files of URLs, one per line; -: standard input "
                    "(default)");
}

void report_line(cli::Console& console, const std::string& input,
                 uint64_t number, std::string_view url) {
  Problem problem;
  problem.id = "url-not-canonical";
  problem.file = input;
  problem.text = "line " + std::to_string(number) + ": no key for '" +
                 std::string(url.substr(0, 200)) + "'";
  console.report(std::move(problem));
}

struct Counts {
  uint64_t read = 0;
  uint64_t refused = 0;
};

// "http://a.example/" is the URL of a page, not of a list of URLs.
std::unique_ptr<lines::LineStream> open_urls(const std::string& input) {
  if (input.find("://") != input.npos && !std::filesystem::exists(input)) {
    return lines::lines_of(input);
  }
  return cdx::open_lines(input);
}

// One line per URL, so that line N of the output belongs to line N of the
// input.
void print_keys(const std::string& input, cdx::UrlKeyKind kind,
                io::Output& output, cli::Console& console, Counts& counts) {
  auto lines = open_urls(input);
  std::string key;
  std::string_view url;
  cdx::UrlListLook look;
  for (uint64_t number = 1; lines->next(url); ++number) {
    key.clear();
    if (!cdx::append_url_key(kind, url, key)) {
      report_line(console, input, number, url);
      ++counts.refused;
    }
    key += '\n';
    output.write(key);
    ++counts.read;
    look.see(url);
  }
  const std::string fault = look.fault();
  if (!fault.empty()) console.error(input + ": " + fault);
}

cli::Outcome run(const Options& options, cli::Console& console) {
  cdx::UrlKeyKind kind = *cdx::url_key_kind(options.urlkey);
  auto output = console.open_line_output(options.output, options.force);
  Counts counts;
  for (const std::string& input : options.inputs) {
    print_keys(input, kind, *output, console, counts);
  }
  output->finish();
  console.summary({{"read", counts.read}, {"not canonical", counts.refused}});
  return console.outcome();
}

}  // namespace
}  // namespace wax::tools::urlkey

int main(int argc, char** argv) {
  using namespace wax::tools::urlkey;
  return wax::tools::cli::tool_main<Options>(kInfo, argc, argv, declare, run);
}
