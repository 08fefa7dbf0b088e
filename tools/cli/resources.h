// The options for threads, memory, temporary files and waiting. They read the
// same in every tool.
#pragma once

#include <cstdint>
#include <optional>
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

// --timeout, for tools that open URLs: see io::usual_http().
void declare_timeout(OptionTable& table);
// In seconds, if it is not the default: for tools that run others.
[[nodiscard]] std::optional<uint64_t> chosen_timeout();

// What a tool that sorts needs: --memory and --tmpdir.
void declare_sorting(OptionTable& table, uint64_t& memory, std::string& tmpdir);
// And --jobs.
void declare_sorting(OptionTable& table, uint64_t& memory, std::string& tmpdir,
                     uint64_t& jobs);

}  // namespace wax::tools::cli
