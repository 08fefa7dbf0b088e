#include "crawl/fetch/failed_urls.h"

#include <algorithm>
#include <filesystem>

#include "crawl/fetch/fetch_journal.h"
#include "io/error.h"

namespace wax::crawl {
namespace {

namespace fs = std::filesystem;

constexpr const char* kUrls = "/failed.tsv";
constexpr const char* kHosts = "/failed-hosts.tsv";

}  // namespace

FailedUrls::FailedUrls(const std::string& folder, const std::string& tmpdir)
    : folder_(folder), hosts_(tmpdir) {
  for (const char* name : {kHosts, kUrls}) {
    if (!fs::exists(folder_ + name)) continue;
    if (fs::exists(fs::path(folder_) / kFetchJournal)) break;
    throw UsageError(folder_ + name +
                     ": was not made by wax-fetch; give another folder");
  }
  urls_ = io::open_output(folder_ + kUrls, /*force=*/true);
}

void FailedUrls::add(std::string_view url, std::string_view reason,
                     std::string_view text) {
  std::string line(url);
  line.append("\t").append(reason).append("\t").append(text);
  std::replace(line.begin(), line.end(), '\n', ' ');
  urls_->write(line + '\n');
  hosts_.add(url, reason);
}

uint64_t FailedUrls::finish() {
  urls_->finish();
  auto output = io::open_output(folder_ + kHosts, /*force=*/true);
  const uint64_t hosts = hosts_.write(*output);
  output->finish();
  return hosts;
}

}  // namespace wax::crawl
