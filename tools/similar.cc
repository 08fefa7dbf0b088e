// wax-similar: the pages of an index that are most like one of them.
#include <cmath>
#include <string>
#include <vector>

#include "collection/access/collection_access.h"
#include "document/text/simhash.h"
#include "index/search/versions.h"
#include "index/store/index_reader.h"
#include "text/json.h"
#include "tools/cli/crash.h"
#include "tools/cli/tool.h"
#include "tools/collection_cli/collection_first.h"

namespace wax::tools::similar {
namespace {

constexpr cli::ToolInfo kInfo = {"wax-similar",
                                 "find pages similar to a page",
                                 "[OPTION]... DIR URL",
                                 "wax-similar site http://example.org/news",
                                 "wax-search wax-versions",
                                 "Indexes"};

struct Options {
  std::vector<std::string> arguments;
  uint64_t limit = 10;
  bool json = false;
  index::OpenOptions open;
};

void declare(cli::OptionTable& table, Options& options) {
  table.option("limit,n", options.limit, "N",
               "write at most N pages; 0: no limit");
  table
      .flag("json,J", options.json,
            "write one JSON object per page, each on a line")
      .more =
      "\"distance\" is the number of bits in which the simhashes differ: up to "
      "6, texts are nearly identical; about 32, they have nothing in common. "
      "It is left out when a page has too little text.";
  table.flag("unchecked", options.open.unchecked,
             "also read indexes without a manifest");
  table.positionals(options.arguments, "DIR URL", 2, 2,
                    "DIR is an index or a collection, as in wax-search. Exit "
                    "code 1: it does not have the URL, or no page is like it");
}

long percent(double likeness) { return std::lround(likeness * 100); }

std::string two_digits(double likeness) {
  const std::string digits = std::to_string(100 + percent(likeness));
  return digits.substr(0, 1) == "2" ? "1.00" : "0." + digits.substr(1);
}

cli::Outcome run(const Options& options, cli::Console& console) {
  collection_cli::check_collection_first(console.tool(), options.arguments);
  cli::say_when_an_index_fails(console.tool(), options.open.unchecked);
  index::OpenOptions open = options.open;
  open.all_shards = console.options().strict;
  index::IndexReader reader =
      collection::open_shown_index(options.arguments[0], open, console);
  index::SearchOptions search;
  if (!console.options().strict) search.problems = &console;
  const uint64_t most = options.limit == 0 ? reader.documents() : options.limit;
  std::vector<index::SimilarPage> pages =
      index::similar_pages(reader, options.arguments[1], most, search,
                           document::simhash)
          .all;
  if (pages.empty()) {
    const bool is_known =
        !index::versions_of(reader, options.arguments[1]).all.empty();
    console.message((is_known ? "no page is similar to " : "no captures of ") +
                    options.arguments[1]);
    return cli::Outcome::kIncomplete;
  }
  auto output = console.open_line_output("-", false);
  std::string out;
  index::StoredDocument document;
  for (const index::SimilarPage& page : pages) {
    reader.document(page.hit.document, {"url", "title", "date"}, document);
    const std::string& url = index::value_of(document, "url");
    const std::string& title = index::value_of(document, "title");
    const std::string& date = index::value_of(document, "date");
    if (options.json) {
      out += "{\"url\":";
      text::append_json_string(url, out);
      out += ",\"title\":";
      text::append_json_string(title, out);
      out += ",\"date\":";
      text::append_json_string(date, out);
      out += ",\"likeness\":" + two_digits(page.likeness);
      if (page.distance >= 0) {
        out += ",\"distance\":" + std::to_string(page.distance);
      }
      out += "}\n";
    } else {
      std::string line = url + "  " + date + "  " + title + "  (" +
                         std::to_string(percent(page.likeness)) + "% alike)";
      cli::append_printable(out, line);
      out += '\n';
    }
  }
  output->write(out);
  output->finish();
  return console.outcome();
}

}  // namespace
}  // namespace wax::tools::similar

int main(int argc, char** argv) {
  using namespace wax::tools::similar;
  return wax::tools::cli::tool_main<Options>(kInfo, argc, argv, declare, run);
}
