// The archives that a tool writes, one for each that it reads.
#pragma once

#include <string>
#include <vector>

#include "tools/cli/console.h"
#include "tools/cli/option_table.h"

namespace wax::tools::cli {

struct ArchiveOutputs {
  std::string file;    // of a single archive; "-": standard output
  std::string folder;  // for any number, each by its own name
  bool force = false;
};

// --output, --output-dir and --force.
void declare_archive_outputs(OptionTable& table, ArchiveOutputs& outputs);

// The file for each input, in their order; folders are made. Throws UsageError
// for standard input, which cannot be read twice, when it is not clear what is
// written where, and when a file exists; IoError.
[[nodiscard]] std::vector<std::string> output_files(
    const ArchiveOutputs& outputs, const std::vector<std::string>& inputs);

// Throws as Console::check_replacing() when one of the files is there, and
// `force` would have replaced it: for a run that has written none.
void check_replacing(bool force, const std::vector<std::string>& files,
                     const Console& console);

// Throws UsageError when a WARC file would get the name of an ARC file.
// `option` is what names it.
void check_warc_name(const std::string& name, const std::string& option);

}  // namespace wax::tools::cli
