// The tools at hand: programs named wax-NAME beside this one and in PATH.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace wax::tools::cli {

struct InstalledTool {
  std::string path;
  bool ours = false;  // it is in the folder of this program
  std::string group;  // these two are filled in by describe()
  std::string summary;
};

// The tools by NAME; one beside this program goes before one that PATH holds.
[[nodiscard]] std::map<std::string, InstalledTool> find_tools();

// Asks a tool of ours for its group and summary. A program of others is
// not run.
void describe(InstalledTool& tool);

// What a program prints on standard output; its standard error is dropped.
// Empty when it does not run.
[[nodiscard]] std::string output_of(std::vector<std::string> command);

// The page of section 1 of this installation, or of the build, or "".
[[nodiscard]] std::string man_page_path(std::string_view program);

// The folder of the same pages as HTML, with their index, or "".
[[nodiscard]] std::string html_manual_folder();

}  // namespace wax::tools::cli
