// The options that read the same in every tool that has them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cdx/profile/identity.h"
#include "io/budget.h"
#include "tools/cli/option_table.h"

namespace wax::tools::cli {

// --jobs.
void declare_jobs(OptionTable& table, uint64_t& jobs);
// --memory, "memory for `purpose`".
void declare_memory(OptionTable& table, uint64_t& memory,
                    std::string_view purpose);
// --tmpdir.
OptionRow& declare_tmpdir(OptionTable& table, std::string& tmpdir);

// --redis and --queue, for tools of queues of jobs.
void declare_queue(OptionTable& table, std::string& redis, std::string& queue);

// --timeout, for tools that open URLs: see io::usual_http().
void declare_timeout(OptionTable& table);
// --remote, for tools that open packages: see io::opens_remote_files().
void declare_remote(OptionTable& table);
// In seconds, if it is not the default: for tools that run others.
[[nodiscard]] std::optional<uint64_t> chosen_timeout();

// What a tool that sorts needs: --memory and --tmpdir.
void declare_sorting(OptionTable& table, uint64_t& memory, std::string& tmpdir);
// And --jobs.
void declare_sorting(OptionTable& table, io::Budget& budget);

// All of cdx::IdentityOptions, under a heading of their own.
void declare_identity(OptionTable& table, cdx::IdentityArgs& words);

// --urlkey, of tools that make keys of URLs and nothing else.
OptionRow& declare_url_key(OptionTable& table, std::string& url_key,
                           std::string text);

// --status, --types and --all-types.
void declare_import_rules(OptionTable& table, std::string& status,
                          std::vector<std::string>& types, bool& all_types);

// --tika.
void declare_tika(OptionTable& table, std::string& url);

// --max-body SIZE; 0: not given.
void declare_max_body(OptionTable& table, uint64_t& bytes);

// --stem LANG,...: as index::wanted_stems() takes it. `usual` is what holds
// without it.
void declare_stem(OptionTable& table, std::vector<std::string>& languages,
                  const std::string& usual);
// --ignore-robots.
void declare_ignore_robots(OptionTable& table, bool& ignore_robots);

// --output and --force, as Console::open_line_output() takes them. `more` goes
// on with what --output says: "; it may be ...".
void declare_line_output(OptionTable& table, std::string& output, bool& force,
                         const std::string& more = "");

// Whether a file is one of `files`, under any name. A file that does not
// exist is not.
[[nodiscard]] bool is_among(const std::string& file,
                            const std::vector<std::string>& files);

enum class CdxOrder { kSorted, kAny, kUnsaid };

// The files, as cdx::FieldLines and the like read them; none: standard input.
void declare_cdx_inputs(OptionTable& table, std::vector<std::string>& inputs,
                        CdxOrder order = CdxOrder::kUnsaid);

// --urlkey, of tools that take the keys of lines as they are.
void declare_missing_keys(OptionTable& table, std::string& url_key);

}  // namespace wax::tools::cli
