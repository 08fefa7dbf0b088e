#include "crawl/jobs/job_lists.h"

#include <memory>
#include <string_view>
#include <utility>

#include "cdx/url/host.h"
#include "crawl/seen/url_line.h"
#include "io/folder.h"
#include "io/output.h"
#include "io/spool.h"
#include "text/number.h"

namespace wax::crawl {
namespace {

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

std::string politeness_host(std::string_view url) {
  std::string host(cdx::host_of(url));
  cdx::canonicalize_host(host);
  return std::string(cdx::registered_domain(host));
}

// The lines "host url TAB number" of a list.
class UrlsByHost {
 public:
  UrlsByHost(lines::LineStream& urls, JobCounts& counts)
      : urls_(urls), counts_(counts) {}

  bool next(std::string& line) {
    std::string_view text;
    while (urls_.next(text)) {
      auto parsed = parse_url_line(text);
      if (!parsed) continue;
      ++counts_.read;
      line = politeness_host(parsed->url);
      if (line.empty() || line.find(' ') != line.npos) {
        ++counts_.without_host;
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
  JobWriter(std::string folder, const JobTimes& times, JobCounts& counts)
      : folder_(std::move(folder)),
        times_(times),
        counts_(counts),
        table_(io::open_output(folder_ + "/jobs.tsv", true)) {
    table_->write("job\thost\turls\tat-once\n");
  }

  // The URLs of a host, one a line.
  void write(const std::string& host, uint64_t count, lines::LineStream& urls) {
    ++counts_.hosts;
    counts_.urls += count;
    const HostPlan plan = plan_host(count, times_);
    if (count * 2 <= job_capacity(times_)) {
      if (shared_ + count > job_capacity(times_)) end_shared();
      if (!shared_list_) shared_list_ = begin_job(shared_job_);
      write_part(host, shared_job_, plan, count, urls, *shared_list_);
      shared_ += count;
      return;
    }
    for (uint64_t job = 0; job < plan.jobs; ++job) {
      uint64_t number = 0;
      auto list = begin_job(number);
      write_part(host, number, plan, plan.size_of(job), urls, *list);
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
    const std::string digits = std::to_string(1'000'000 + number).substr(1);
    const std::string name =
        number < 1'000'000 ? digits : std::to_string(number);
    std::string below = std::to_string(1000 + number / kJobsOfFolder).substr(1);
    below.insert(0, folder_ + "/");
    io::make_folders(below);
    return io::open_output(below + '/' + name + ".txt", true);
  }

  void write_part(const std::string& host, uint64_t job, const HostPlan& plan,
                  uint64_t count, lines::LineStream& urls, io::Output& list) {
    std::string_view url;
    for (uint64_t i = 0; i < count && urls.next(url); ++i) {
      list.write(url);
      list.write("\n");
    }
    table_->write(std::to_string(job) + '\t' + host + '\t' +
                  std::to_string(count) + '\t' + std::to_string(plan.at_once) +
                  '\n');
  }

  void end_shared() {
    if (shared_list_) std::exchange(shared_list_, nullptr)->finish();
    shared_ = 0;
  }

  std::string folder_;
  const JobTimes& times_;
  JobCounts& counts_;
  std::unique_ptr<io::Output> table_;
  // The job of several hosts that is filled.
  std::unique_ptr<io::Output> shared_list_;
  uint64_t shared_job_ = 0;
  uint64_t shared_ = 0;  // URLs in it
};

// Hosts one after another, with how many URLs they have before these.
void write_hosts(lines::LineStream& sorted, const std::string& tmpdir,
                 JobWriter& writer) {
  std::string host;
  uint64_t count = 0;
  auto urls = std::make_unique<io::Spool>(tmpdir);
  auto end_host = [&] {
    if (count == 0) return;
    auto lines = lines::lines_of(std::move(urls));
    writer.write(host, count, *lines);
    urls = std::make_unique<io::Spool>(tmpdir);
    count = 0;
  };
  for (std::string_view line; sorted.next(line);) {
    const HostLine parsed = parse_host_line(line);
    if (parsed.host != host) {
      end_host();
      host = parsed.host;
    }
    urls->write(parsed.url);
    urls->write("\n");
    ++count;
  }
  end_host();
}

}  // namespace

void write_jobs(lines::LineStream& urls, const std::string& folder,
                const JobTimes& times, const lines::SortOptions& sort,
                JobCounts& counts) {
  lines::SortOptions half = sort;
  half.memory /= 2;
  UrlsByHost by_host(urls, counts);
  FirstOfUrl once(lines::sort_lines(lines::made_lines([&](std::string& line) {
                                      return by_host.next(line);
                                    }),
                                    half),
                  counts);
  auto sorted = lines::sort_lines(
      lines::made_lines([&](std::string& line) { return once.next(line); }),
      half);
  JobWriter writer(folder, times, counts);
  write_hosts(*sorted, sort.tmpdir, writer);
  writer.finish();
}

}  // namespace wax::crawl
