#include "tools/cli/resources.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "io/inputs/http_source.h"

namespace wax::tools::cli {

void declare_jobs(OptionTable& table, uint64_t& jobs) {
  table.option("jobs,j", jobs, "N", "use N threads; 0: one for each core");
}

void declare_memory(OptionTable& table, uint64_t& memory,
                    std::string_view purpose) {
  table.size("memory", memory, "memory for " + std::string(purpose));
}

void declare_timeout(OptionTable& table) {
  static uint64_t seconds;
  seconds = static_cast<uint64_t>(io::usual_http().timeout.count()) / 1000;
  OptionRow& row = table.option("timeout", seconds, "SECONDS",
                                "wait so long for a server; 0: for ever");
  row.set = [read = std::move(row.set)](const std::string& value) {
    read(value);
    constexpr uint64_t kMost = 1'000'000'000;
    io::usual_http().timeout = std::chrono::seconds(std::min(seconds, kMost));
  };
}

std::optional<uint64_t> chosen_timeout() {
  auto chosen = io::usual_http().timeout;
  if (chosen == io::HttpOptions().timeout) return std::nullopt;
  return static_cast<uint64_t>(chosen.count()) / 1000;
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
