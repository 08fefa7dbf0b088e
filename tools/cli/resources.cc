#include "tools/cli/resources.h"

namespace wax::tools::cli {

void declare_jobs(OptionTable& table, uint64_t& jobs) {
  table.option("jobs,j", jobs, "N", "use N threads; 0: one for each core");
}

void declare_memory(OptionTable& table, uint64_t& memory,
                    std::string_view purpose) {
  table.size("memory", memory, "memory for " + std::string(purpose));
}

OptionRow& declare_tmpdir(OptionTable& table, std::string& tmpdir) {
  return table.option("tmpdir", tmpdir, "DIR",
                      "put temporary files in DIR, not in $TMPDIR or /tmp");
}

void declare_sorting(OptionTable& table, uint64_t& memory,
                     std::string& tmpdir) {
  declare_memory(table, memory, "sorting");
  declare_tmpdir(table, tmpdir);
}

void declare_sorting(OptionTable& table, uint64_t& memory, std::string& tmpdir,
                     uint64_t& jobs) {
  declare_sorting(table, memory, tmpdir);
  declare_jobs(table, jobs);
}

}  // namespace wax::tools::cli
