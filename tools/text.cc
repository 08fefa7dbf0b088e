// The text or the tree of HTML pages.
#include <string>
#include <string_view>
#include <vector>

#include "index/text/charset.h"
#include "index/text/html.h"
#include "index/text/html_tree.h"
#include "io/byte_source.h"
#include "io/error.h"
#include "tools/cli/line_output.h"
#include "tools/cli/tool.h"

namespace wax::tools::page_text {
namespace {

constexpr cli::ToolInfo kInfo = {"wax-text",
                                 "print the text or the tree of pages",
                                 "[OPTION]... [INPUT]...",
                                 "wax-text --tree page.html",
                                 "wax-import",
                                 "Search"};

struct Options {
  std::vector<std::string> inputs = {"-"};
  std::string output = "-";
  bool force = false;
  bool tree = false;
  std::string fragment;
};

void declare(cli::OptionTable& table, Options& options) {
  table
      .flag("tree", options.tree,
            "print the tree that browsers build of a page")
      .more =
      "The form is that of the html5lib project's tests: a line for each node "
      "and attribute.";
  table
      .option("fragment", options.fragment, "NAME",
              "with --tree, read the input as the content of this element")
      .more =
      "Names of SVG and MathML elements stand after \"svg \" and \"math \".";
  cli::declare_line_output(table, options.output, options.force);
  table.positionals(options.inputs, "INPUT", 0, SIZE_MAX,
                    "HTML files; -: standard input (default)");
}

void parse_page(std::string_view page, const std::string& fragment,
                index::HtmlTree& tree) {
  std::string_view name = fragment;
  if (name.empty()) {
    tree.parse(page);
  } else if (name.starts_with("svg ")) {
    tree.parse_fragment(page, index::Namespace::kSvg, name.substr(4));
  } else if (name.starts_with("math ")) {
    tree.parse_fragment(page, index::Namespace::kMath, name.substr(5));
  } else {
    tree.parse_fragment(page, index::Namespace::kHtml, name);
  }
}

void print_page(std::string_view bytes, const Options& options,
                io::Output& output) {
  std::string buffer;
  const std::string_view page = index::decode_page(
      bytes, index::sniff_charset(bytes, "", true), "", buffer);
  std::string out;
  if (options.tree) {
    index::HtmlTree tree;
    parse_page(page, options.fragment, tree);
    index::append_tree(tree, out);
  } else {
    index::PageText text;
    index::parse_html(page, "", text);
    out = text.content + "\n";
  }
  output.write(out);
}

cli::Outcome run(const Options& options, cli::Console& console) {
  if (!options.fragment.empty() && !options.tree) {
    throw UsageError("--fragment needs --tree");
  }
  auto output = console.open_line_output(options.output, options.force);
  uint64_t read = 0;
  for (const std::string& input : options.inputs) {
    std::string bytes;
    try {
      bytes = io::read_all(*console.open_input(input), UINT64_MAX);
    } catch (const IoError& error) {
      console.error(error.what());
      continue;
    }
    print_page(bytes, options, *output);
    ++read;
  }
  output->finish();
  console.summary({{"pages", read}});
  return console.outcome();
}

}  // namespace
}  // namespace wax::tools::page_text

int main(int argc, char** argv) {
  using namespace wax::tools::page_text;
  return wax::tools::cli::tool_main<Options>(kInfo, argc, argv, declare, run);
}
