#include "crawl/jobs/job_lists.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string_view>
#include <utility>

#include "cdx/url/host.h"
#include "cdx/url/url.h"
#include "io/byte_source.h"
#include "io/error.h"
#include "io/folder.h"
#include "io/output.h"
#include "io/spool.h"
#include "text/ascii.h"
#include "text/number.h"

namespace wax::crawl {
namespace {

constexpr const char* kJobsTable = "jobs.tsv";
constexpr std::string_view kJobsHeader = "job\thost\turls\tat-once\tdelay\n";

constexpr int kNumberDigits = 16;
constexpr uint64_t kJobsOfFolder = 1000;

// "host number url", by which lists are sorted, or with the URL before the
// number.
struct HostLine {
  std::string_view host;
  std::string_view number;
  std::string_view url;
};

HostLine parse_host_line(std::string_view line) {
  const size_t host = line.find(' ');
  return {line.substr(0, host), line.substr(host + 1, kNumberDigits),
          line.substr(host + 1 + kNumberDigits + 1)};
}

// Without zeros at the end: "5", "0.25".
std::string seconds_text(double seconds) {
  std::array<char, 32> text{};
  const int size = std::snprintf(text.data(), text.size(), "%.6g", seconds);
  return {text.data(), static_cast<size_t>(size)};
}

// The lines "host url TAB number" of a list.
class UrlsByHost {
 public:
  UrlsByHost(lines::LineStream& urls, const JobOptions& options,
             JobCounts& counts)
      : urls_(urls), options_(options), counts_(counts) {}

  bool next(std::string& line) {
    std::string_view text;
    while (urls_.next(text)) {
      auto parsed = parse_url_line(text);
      if (!parsed) continue;
      ++counts_.read;
      line = politeness_host(parsed->url);
      if (line.empty() || line.find(' ') != line.npos) {
        ++counts_.without_host;
        if (options_.bad_line) {
          options_.bad_line("has no URL with a host", text);
        }
        continue;
      }
      ((line += ' ') += parsed->url) += '\t';
      text::append_hex_number(number_++, kNumberDigits, line);
      return true;
    }
    return false;
  }

 private:
  lines::LineStream& urls_;
  const JobOptions& options_;
  JobCounts& counts_;
  uint64_t number_ = 0;
};

// The lines "host number url" of such lines in order, each URL once.
class FirstOfUrl {
 public:
  FirstOfUrl(std::unique_ptr<lines::LineStream> sorted, JobCounts& counts)
      : sorted_(std::move(sorted)), counts_(counts) {}

  bool next(std::string& line) {
    std::string_view text;
    while (sorted_->next(text)) {
      const size_t tab = text.size() - kNumberDigits - 1;
      std::string_view host_and_url = text.substr(0, tab);
      if (host_and_url == before_) {
        ++counts_.again;
        continue;
      }
      before_ = host_and_url;
      const size_t host = before_.find(' ');
      line.assign(before_, 0, host + 1);
      ((line += text.substr(tab + 1)) += ' ').append(before_, host + 1);
      return true;
    }
    return false;
  }

 private:
  std::unique_ptr<lines::LineStream> sorted_;
  JobCounts& counts_;
  std::string before_;
};

class JobWriter {
 public:
  JobWriter(std::string folder, const JobOptions& options, JobCounts& counts)
      : folder_(std::move(folder)),
        options_(options),
        counts_(counts),
        table_(io::open_output(folder_ + '/' + kJobsTable, true)) {
    table_->write(kJobsHeader);
  }

  // The URLs of a host, one a line. `stated`: the delay that it asks for, or 0.
  void write(const std::string& host, uint64_t count, double stated,
             lines::LineStream& urls) {
    ++counts_.hosts;
    counts_.urls += count;
    JobTimes times = options_.times;
    times.is_stated = stated > 0;
    if (times.is_stated) times.delay = stated;
    const double delay = times.delay;
    const HostPlan plan = plan_host(count, times);
    if (options_.planned) options_.planned(host, plan, delay);
    const double seconds = static_cast<double>(count) * delay;
    if (count * 2 <= job_capacity(times)) {
      if (shared_seconds_ + seconds > times.job) end_shared();
      if (!shared_list_) shared_list_ = begin_job(shared_job_);
      write_part({host, shared_job_, count, plan.at_once, delay}, urls,
                 *shared_list_);
      shared_seconds_ += seconds;
      return;
    }
    for (uint64_t job = 0; job < plan.jobs; ++job) {
      uint64_t number = 0;
      auto list = begin_job(number);
      write_part({host, number, plan.size_of(job), plan.at_once, delay}, urls,
                 *list);
      list->finish();
    }
  }

  void finish() {
    end_shared();
    table_->finish();
    io::sync_folder(folder_);
  }

 private:
  std::unique_ptr<io::Output> begin_job(uint64_t& number) {
    number = ++counts_.jobs;
    const std::string list = folder_ + '/' + job_list(number);
    io::make_folders(list.substr(0, list.rfind('/')));
    return io::open_output(list, true);
  }

  struct Part {
    std::string_view host;
    uint64_t job;
    uint64_t urls;
    uint64_t at_once;
    double delay;
  };

  void write_part(const Part& part, lines::LineStream& urls, io::Output& list) {
    std::string_view url;
    for (uint64_t i = 0; i < part.urls && urls.next(url); ++i) {
      list.write(url);
      list.write("\n");
    }
    std::string row = std::to_string(part.job) + '\t';
    row.append(part.host) += '\t';
    row += std::to_string(part.urls) + '\t' + std::to_string(part.at_once);
    table_->write(row + '\t' + seconds_text(part.delay) + '\n');
  }

  void end_shared() {
    if (shared_list_) std::exchange(shared_list_, nullptr)->finish();
    shared_seconds_ = 0;
  }

  std::string folder_;
  const JobOptions& options_;
  JobCounts& counts_;
  std::unique_ptr<io::Output> table_;
  // The job of several hosts that is filled.
  std::unique_ptr<io::Output> shared_list_;
  uint64_t shared_job_ = 0;
  double shared_seconds_ = 0;  // of its URLs
};

// The URLs of one host, as far as its robots.txt files allow them.
class HostUrls {
 public:
  HostUrls(const JobOptions& options, JobCounts& counts)
      : options_(options), counts_(counts) {}

  void add(std::string_view url) {
    if (options_.robots) {
      const RobotsRules& rules = options_.robots(url);
      if (!rules.allows(path_and_query(url))) {
        ++counts_.disallowed;
        return;
      }
      longest_ = std::max(longest_, rules.delay().value_or(0));
    }
    if (!urls_) urls_ = std::make_unique<io::Spool>(options_.sort.tmpdir);
    urls_->write(url);
    urls_->write("\n");
    ++count_;
  }

  void end(const std::string& host, JobWriter& writer) {
    if (count_ > 0) {
      auto lines = lines::lines_of(std::exchange(urls_, nullptr));
      writer.write(host, count_, longest_, *lines);
    }
    count_ = 0;
    longest_ = 0;
  }

 private:
  const JobOptions& options_;
  JobCounts& counts_;
  std::unique_ptr<io::Spool> urls_;
  uint64_t count_ = 0;
  double longest_ = 0;  // delay that a server states
};

void write_hosts(lines::LineStream& sorted, HostUrls& urls, JobWriter& writer) {
  std::string host;
  for (std::string_view line; sorted.next(line);) {
    const HostLine parsed = parse_host_line(line);
    if (parsed.host != host) {
      urls.end(host, writer);
      host = parsed.host;
    }
    urls.add(parsed.url);
  }
  urls.end(host, writer);
}

}  // namespace

std::string politeness_host(std::string_view url) {
  std::string host(cdx::host_of(url));
  cdx::canonicalize_host(host);
  return std::string(cdx::registered_domain(host));
}

std::string path_and_query(std::string_view url) {
  const cdx::UrlParts parts = cdx::split_url(url);
  std::string text(parts.path.empty() ? "/" : parts.path);
  return text += parts.query;
}

io::DirectoryKind job_folders() {
  namespace fs = std::filesystem;
  auto has_table = [](const std::string& folder) {
    const std::string table = folder + '/' + kJobsTable;
    std::error_code none;
    if (!fs::is_regular_file(table, none)) return false;
    std::string begin(kJobsHeader.size(), '\0');
    begin.resize(io::read(*io::open_file(table), begin.data(), begin.size()));
    return begin == kJobsHeader;
  };
  auto is_list = [](const std::string& path) {
    const fs::path name = io::whole_name(fs::path(path).filename().string());
    std::error_code none;
    return fs::is_regular_file(path, none) &&
           text::all_digits(name.stem().string()) && name.extension() == ".txt";
  };
  auto foreign = [is_list](const std::string& path) -> std::string {
    const std::string name = io::whole_name(fs::path(path).filename().string());
    std::error_code none;
    if (fs::is_regular_file(path, none) &&
        (name == kJobsTable || name == kJobsPicture)) {
      return {};
    }
    if (!text::all_digits(name) || !fs::is_directory(path, none)) return path;
    const std::vector<std::string> lists = io::entries_of(path);
    const auto other = std::find_if_not(lists.begin(), lists.end(), is_list);
    return other == lists.end() ? "" : *other;
  };
  return {"a folder of jobs", has_table, foreign};
}

std::string job_list(uint64_t number) {
  const std::string digits = std::to_string(1'000'000 + number).substr(1);
  const std::string name = number < 1'000'000 ? digits : std::to_string(number);
  return std::to_string(1000 + number / kJobsOfFolder).substr(1) + '/' + name +
         ".txt";
}

std::vector<std::string> lists_of_jobs(const std::string& folder) {
  std::vector<std::string> lists;
  for (const std::string& thousand : io::entries_of(folder)) {
    if (!std::filesystem::is_directory(thousand)) continue;
    for (const std::string& list : io::entries_of(thousand)) {
      if (list.ends_with(".txt")) lists.push_back(list);
    }
  }
  if (lists.empty()) {
    throw UsageError(folder + ": is no folder of wax-jobs: it has no lists " +
                     "like " + job_list(1));
  }
  return lists;
}

void write_jobs(lines::LineStream& urls, const std::string& folder,
                const JobOptions& options, JobCounts& counts) {
  lines::SortOptions half = options.sort;
  half.memory /= 2;
  UrlsByHost by_host(urls, options, counts);
  FirstOfUrl once(lines::sort_lines(lines::made_lines([&](std::string& line) {
                                      return by_host.next(line);
                                    }),
                                    half),
                  counts);
  auto sorted = lines::sort_lines(
      lines::made_lines([&](std::string& line) { return once.next(line); }),
      half);
  JobWriter writer(folder, options, counts);
  HostUrls of_host(options, counts);
  write_hosts(*sorted, of_host, writer);
  writer.finish();
}

}  // namespace wax::crawl
