// An option table as text: --help, the man page and the completions.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tools/cli/option_table.h"
#include "tools/cli/tool.h"
#include "tools/cli/transcript.h"

namespace wax::tools::cli {

// The heading of the options that every tool has.
inline constexpr std::string_view kCommonGroup = "Common options";

// At most 79 columns wide. Where it would be long, the common options are only
// named.
[[nodiscard]] std::string help_text(const ToolInfo& info,
                                    const OptionTable& table);

// A page for section 1 in mdoc. `prose` becomes DESCRIPTION and may bring
// further sections (.Sh); it is mdoc in which an empty line separates
// paragraphs. `examples` become EXAMPLES; without any, the example of `info`
// does.
[[nodiscard]] std::string man_page(const ToolInfo& info,
                                   const OptionTable& table,
                                   std::string_view prose,
                                   const std::vector<TranscriptStep>& examples);

[[nodiscard]] std::string bash_completion(const ToolInfo& info,
                                          const OptionTable& table);
[[nodiscard]] std::string zsh_completion(const ToolInfo& info,
                                         const OptionTable& table);

// Lines of fields separated by tabs:
//   tool NAME GROUP SUMMARY SYNOPSIS EXAMPLE
//   positional WORD LEAST MOST TEXT
//   option NAME LETTER VALUE-WORD INITIAL CHOICE,... GROUP TEXT
[[nodiscard]] std::string option_lines(const ToolInfo& info,
                                       const OptionTable& table);

// One option of one tool, as option_lines() tells it.
struct OptionUse {
  std::string tool;
  std::string name;
  std::string letter;
  std::string value_word;
  std::string text;
};
// Appends the options that the lines of a tool name.
void add_option_uses(std::string_view option_lines,
                     std::vector<OptionUse>& uses);
// The options of all tools by name, each with what it means in which tools, as
// plain text and as the man page wax-options(7). An option of all tools is said
// to be one.
[[nodiscard]] std::string all_options_text(std::vector<OptionUse> uses);
[[nodiscard]] std::string all_options_page(std::vector<OptionUse> uses);

// First letter in upper case, a full stop at the end.
[[nodiscard]] std::string sentence(std::string_view text);
// The text of an option with its choices and default.
[[nodiscard]] std::string full_text(const OptionRow& row);

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
