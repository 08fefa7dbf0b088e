// The files of a run that tell which URLs are not in its archives.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "crawl/fetch/failed_hosts.h"
#include "io/output.h"

namespace wax::crawl {

// Writes FOLDER/failed.tsv ("url reason text", tabs between) and
// FOLDER/failed-hosts.tsv (FailedHosts). For one thread. Memory: that of
// FailedHosts.
class FailedUrls {
 public:
  // Throws UsageError when the folder has one of the files but no journal of
  // fetches: then somebody else has made it; IoError.
  FailedUrls(const std::string& folder, const std::string& tmpdir);

  // `text` says more than the word for the reason, or is empty. Throws IoError.
  void add(std::string_view url, std::string_view reason,
           std::string_view text);
  // Replaces both files, and returns the number of hosts. Call it once, last.
  // Throws IoError.
  uint64_t finish();

 private:
  std::string folder_;
  FailedHosts hosts_;
  std::unique_ptr<io::Output> urls_;
};

}  // namespace wax::crawl
