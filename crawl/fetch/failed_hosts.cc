#include "crawl/fetch/failed_hosts.h"

#include <map>

#include "crawl/jobs/job_lists.h"

namespace wax::crawl {
namespace {

lines::SortOptions small_sort(const std::string& tmpdir) {
  lines::SortOptions sort;
  sort.memory = size_t{8} << 20;
  sort.tmpdir = tmpdir;
  sort.jobs = 1;
  return sort;
}

}  // namespace

FailedHosts::FailedHosts(const std::string& tmpdir)
    : lines_(small_sort(tmpdir)) {}

void FailedHosts::add(std::string_view url, std::string_view reason) {
  lines_.add((politeness_host(url) + '\t').append(reason));
}

uint64_t FailedHosts::write(io::Output& output) {
  output.write("host\turls\treasons\n");
  uint64_t hosts = 0;
  std::string host;
  std::map<std::string, uint64_t, std::less<>> reasons;
  auto end_host = [&] {
    if (reasons.empty()) return;
    uint64_t urls = 0;
    std::string text;
    for (const auto& [reason, count] : reasons) {
      urls += count;
      text += (text.empty() ? "" : ", ") + reason + ' ' + std::to_string(count);
    }
    output.write(host + '\t' + std::to_string(urls) + '\t' + text + '\n');
    reasons.clear();
    ++hosts;
  };
  auto sorted = lines_.sorted();
  for (std::string_view line; sorted->next(line);) {
    const size_t tab = line.find('\t');
    if (line.substr(0, tab) != host) {
      end_host();
      host = line.substr(0, tab);
    }
    ++reasons[std::string(line.substr(tab + 1))];
  }
  end_host();
  return hosts;
}

}  // namespace wax::crawl
