// The options of many tools, brought together.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "tools/cli/help.h"

namespace wax::tools::cli {

struct SharedOption {
  std::string name;
  std::string letter;
  std::string value_word;
  // What it means, and the tools where it means that: "cdx-sort, cdx-merge", or
  // "all tools".
  std::vector<std::pair<std::string, std::string>> meanings;
};

// By name.
[[nodiscard]] std::vector<SharedOption> shared_options(
    std::vector<OptionUse> uses);

}  // namespace wax::tools::cli
