// The options for threads, memory and temporary files. They read the same in
// every tool.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "tools/cli/option_table.h"

namespace wax::tools::cli {

// --jobs.
void declare_jobs(OptionTable& table, uint64_t& jobs);
// --memory, "memory for `purpose`".
void declare_memory(OptionTable& table, uint64_t& memory,
                    std::string_view purpose);
// --tmpdir.
OptionRow& declare_tmpdir(OptionTable& table, std::string& tmpdir);

// What a tool that sorts needs: --memory and --tmpdir.
void declare_sorting(OptionTable& table, uint64_t& memory, std::string& tmpdir);
// And --jobs.
void declare_sorting(OptionTable& table, uint64_t& memory, std::string& tmpdir,
                     uint64_t& jobs);

}  // namespace wax::tools::cli
