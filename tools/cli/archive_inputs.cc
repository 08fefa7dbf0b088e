#include "tools/cli/archive_inputs.h"

#include <utility>

#include "warc/io/error.h"
#include "warc/io/input_files.h"

namespace wax::tools::cli {

void declare_files_from(OptionTable& table, std::string& files_from) {
  table.option("files-from", files_from, "LIST",
               "also read the archives named in LIST, one a line");
}

std::vector<std::string> named_archives(const std::vector<std::string>& inputs,
                                        const std::string& files_from) {
  std::vector<std::string> named = inputs;
  if (!files_from.empty()) {
    for (std::string& path : io::read_path_list(files_from)) {
      named.push_back(std::move(path));
    }
  }
  if (named.empty()) {
    throw UsageError("name at least one archive, or a list with --files-from");
  }
  return named;
}

}  // namespace wax::tools::cli
