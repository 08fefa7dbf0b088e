#include "tools/cli/line_output.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace wax::tools::cli {

void declare_line_output(OptionTable& table, std::string& output, bool& force,
                         const std::string& more) {
  table
      .option("output,o", output, "FILE",
              "write to FILE, compressed if its name ends in .gz" + more)
      .more = "-.gz is standard output, compressed by gzip.";
  table.flag("force,f", force, "replace FILE if it exists");
}

bool is_among(const std::string& file, const std::vector<std::string>& files) {
  return std::any_of(files.begin(), files.end(), [&](const std::string& other) {
    std::error_code missing;
    return std::filesystem::equivalent(file, other, missing);
  });
}

}  // namespace wax::tools::cli
