#include "tools/cli/sorting.h"

namespace wax::tools::cli {

void declare_sorting(OptionTable& table, uint64_t& memory,
                     std::string& tmpdir) {
  table.size("memory", memory,
             "sort in so much memory; what is more goes to --tmpdir");
  table.option("tmpdir", tmpdir, "DIR",
               "put temporary files in DIR, not in $TMPDIR or /tmp");
}

void declare_sorting(OptionTable& table, uint64_t& memory, std::string& tmpdir,
                     uint64_t& jobs) {
  declare_sorting(table, memory, tmpdir);
  table.option("jobs,j", jobs, "N",
               "sort with N threads; 0: one for each core");
}

}  // namespace wax::tools::cli
