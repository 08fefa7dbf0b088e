#include "tools/cli/archive_outputs.h"

#include <filesystem>
#include <map>

#include "io/error.h"
#include "io/folder.h"
#include "io/inputs/input_files.h"
#include "text/ascii.h"

namespace wax::tools::cli {

namespace fs = std::filesystem;

void declare_archive_outputs(OptionTable& table, ArchiveOutputs& outputs) {
  table.option("output,o", outputs.file, "FILE",
               "write a single archive to FILE; '-': standard output");
  table.option("output-dir,d", outputs.folder, "DIR",
               "write each archive into DIR, by its own name");
  table.flag("force,f", outputs.force, "replace outputs that exist");
}

std::vector<std::string> output_files(const ArchiveOutputs& outputs,
                                      const std::vector<std::string>& inputs) {
  if (outputs.file.empty() == outputs.folder.empty()) {
    throw UsageError("give either -o FILE or --output-dir DIR");
  }
  for (const std::string& input : inputs) {
    if (input == "-") {
      throw UsageError("standard input cannot be read twice; give a file");
    }
  }
  if (outputs.folder.empty()) {
    if (inputs.size() == 1) return {outputs.file};
    throw UsageError("-o takes one archive, not " +
                     std::to_string(inputs.size()) +
                     "; --output-dir takes any number");
  }
  std::vector<std::string> files;
  std::map<std::string, const std::string*> inputs_of;
  for (const std::string& input : inputs) {
    files.push_back(fs::path(outputs.folder) / io::base_name(input));
    const auto [other, fresh] = inputs_of.emplace(files.back(), &input);
    if (!fresh) {
      throw UsageError(*other->second + " and " + input +
                       " would both be written to " + files.back());
    }
    std::error_code none;
    if (!outputs.force && fs::exists(files.back(), none)) {
      throw UsageError(files.back() + ": already exists; --force replaces it");
    }
  }
  io::make_folders(outputs.folder);
  return files;
}

void check_replacing(bool force, const std::vector<std::string>& files,
                     const Console& console) {
  for (const std::string& file : files) {
    std::error_code none;
    if (force && fs::exists(file, none)) console.check_replacing(file);
  }
}

void check_warc_name(const std::string& name, const std::string& option) {
  if (!io::is_archive_name(name)) return;
  std::string lower(io::base_name(name));
  text::lower_case(lower);
  // ".arc", ".arc.gz"; not ".arc.warc".
  const size_t arc = lower.rfind(".arc");
  const size_t warc = lower.rfind(".warc");
  if (arc == lower.npos || (warc != lower.npos && warc > arc)) return;
  throw UsageError(option + " " + name +
                   ": is the name of an ARC file, and this writes WARC; give a "
                   "name in .warc, .warc.gz or .warc.zst");
}

}  // namespace wax::tools::cli
