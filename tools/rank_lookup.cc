// wax-rank-lookup: the places of entities in a rank.
#include "rank/rank_lookup.h"

#include "tools/cli/tool.h"
#include "tools/cli/tool_options.h"

namespace wax::tools::rank_lookup {
namespace {

constexpr cli::ToolInfo kInfo = {
    "wax-rank-lookup",        "show the places of entities in a rank",
    "[OPTION]... OUT KEY...", "wax-rank-lookup ranks Q72 'com,example)/'",
    "wax-rank wax-urlkey",    "Links and ranks"};

struct Options {
  std::vector<std::string> arguments;
};

void declare(cli::OptionTable& table, Options& options) {
  table.positionals(options.arguments, "OUT KEY", 2, SIZE_MAX,
                    "OUT is a folder of wax-rank, or its URL, KEY an entity "
                    "of its last rank. Exit code 1: a KEY is not there");
  cli::declare_timeout(table);
}

cli::Outcome run(const Options& options, cli::Console& console) {
  rank::RankLookup ranks(options.arguments[0]);
  auto output = console.open_line_output("-", false);
  std::string out =
      "entity\tplace\tpercentile\tviews\tsteady\tmonths\tbefore\tafter\n";
  bool all = true;
  for (size_t i = 1; i < options.arguments.size(); ++i) {
    auto entry = ranks.find(options.arguments[i]);
    if (!entry) {
      console.message(options.arguments[i] + ": is not in the rank");
      all = false;
      continue;
    }
    cli::append_printable(out, entry->entity);
    out += '\t' + std::to_string(entry->place) + '\t' +
           rank::percentile(entry->place, ranks.entities());
    for (uint64_t number :
         {entry->signals.views, entry->signals.steady, entry->signals.months}) {
      out += '\t' + std::to_string(number);
    }
    for (const std::string& near : {entry->before, entry->after}) {
      out += '\t';
      cli::append_printable(out, near);
    }
    out += '\n';
  }
  output->write(out);
  output->finish();
  return all ? console.outcome() : cli::Outcome::kIncomplete;
}

}  // namespace
}  // namespace wax::tools::rank_lookup

int main(int argc, char** argv) {
  using namespace wax::tools::rank_lookup;
  return wax::tools::cli::tool_main<Options>(kInfo, argc, argv, declare, run);
}
