// The options of a tool that there is not.
#pragma once

#include <string>
#include <vector>

#include "tools/cli/option_table.h"
#include "tools/cli/tool.h"

namespace wax::tools::cli {

inline constexpr ToolInfo kSampleInfo = {
    "wax-foo",   "try things",         "[-e LIST]... INPUT...",
    "wax-foo a", "wax-cdx(5) wax-bar", "Captures"};

struct SampleTable {
  SampleTable() {
    table.option("exclude,e", lists, "LIST",
                 "leave out what LIST names, whatever its length and however "
                 "often it says so");
    table.flag("quick", quick, "hurry").more =
        "Costs memory. See wax-bar's --slow.";
    table.choice("key", key, {"surt", "legacy"}, "kind of key");
    table.positionals(inputs, "INPUT", 1, SIZE_MAX, "files to read");
  }

  std::vector<std::string> lists;
  std::vector<std::string> inputs;
  bool quick = false;
  std::string key = "surt";
  OptionTable table;
};

}  // namespace wax::tools::cli
