// Lists of URLs for crawlers, each a job that is polite to its hosts.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "crawl/jobs/job_plan.h"
#include "crawl/jobs/robots_rules.h"
#include "crawl/seen/url_line.h"
#include "io/new_directory.h"
#include "lines/line_stream.h"
#include "lines/sort.h"

namespace wax::crawl {

// The rules of the server of a URL, valid until the next call. Empty: there are
// none.
using RobotsOfUrl = std::function<const RobotsRules&(std::string_view url)>;

struct JobOptions {
  JobTimes times;
  lines::SortOptions sort;
  RobotsOfUrl robots = {};
  // Called with each host, its plan and its delay; may be empty.
  std::function<void(const std::string& host, const HostPlan& plan,
                     double delay)>
      planned = {};
  // Called with each line that is left out because of a fault; may be empty.
  BadLine bad_line = {};
};

struct JobCounts {
  uint64_t read = 0;  // lines with a URL
  uint64_t urls = 0;  // in jobs
  uint64_t again = 0;
  uint64_t without_host = 0;
  uint64_t disallowed = 0;  // by robots.txt
  uint64_t hosts = 0;       // registered domains and addresses
  uint64_t jobs = 0;
};

// The host of a URL that requests are polite to: a registered domain or an
// address. Empty: the URL has none.
[[nodiscard]] std::string politeness_host(std::string_view url);

// "/a?b" of "http://example.com/a?b#c": what rules of robots.txt are about.
[[nodiscard]] std::string path_and_query(std::string_view url);

// Where the list of a job is, below the folder: "000/000001.txt" of the first.
[[nodiscard]] std::string job_list(uint64_t number);

// The lists of a folder that write_jobs() wrote, in their order. Throws
// UsageError when it has none; IoError.
[[nodiscard]] std::vector<std::string> lists_of_jobs(const std::string& folder);

// A picture of the jobs may lie beside them.
inline constexpr const char* kJobsPicture = "schedule.svg";

// Folders with only what write_jobs() writes, and the picture.
[[nodiscard]] io::DirectoryKind job_folders();

// Writes into the folder, which exists:
//   jobs.tsv             "job host urls at-once delay", tabs between, below a
//                        header; a job of several hosts has several rows
//   000/000001.txt, ...  the URLs of a job, one a line, a thousand jobs a
//   folder
// A host is a registered domain or an address: servers are shared by hosts. It
// has jobs of its own (job_plan.h), or, with at most half a job of URLs, its
// URLs stand in a job with those of others. Each URL is in exactly one job;
// URLs of a host are in the order of the list, whose lines are as
// parse_url_line() takes them.
//
// With options.robots, URLs are left out that these rules disallow; a delay
// that the rules of any server of a host state, the longest, is that of the
// host, which then has one job at once.
//
// Memory: that of options.sort. Throws what `urls` and options.robots throw,
// and IoError.
void write_jobs(lines::LineStream& urls, const std::string& folder,
                const JobOptions& options, JobCounts& counts);

}  // namespace wax::crawl
