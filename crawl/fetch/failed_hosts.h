// Which hosts have URLs that were not fetched, and why.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "io/output.h"
#include "lines/sort.h"

namespace wax::crawl {

// For one thread. Memory: 8 MiB.
class FailedHosts {
 public:
  explicit FailedHosts(const std::string& tmpdir);

  // A URL, and the word for its reason.
  void add(std::string_view url, std::string_view reason);
  // Writes "host urls reasons", tabs between, below a header, and sorted by
  // host (politeness_host()); reasons are like "busy 3, unreachable 1". Returns
  // the number of hosts. Call it once, last. Throws IoError.
  uint64_t write(io::Output& output);

 private:
  lines::LineSorter lines_;
};

}  // namespace wax::crawl
