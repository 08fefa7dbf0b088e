// wax-jobs: lists of URLs to polite jobs of crawlers.
#include <charconv>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cdx/files/archive_paths.h"
#include "crawl/jobs/archived_robots.h"
#include "crawl/jobs/job_lists.h"
#include "crawl/jobs/schedule_plot.h"
#include "crawl/queue/job_worker.h"
#include "crawl/queue/queue_list.h"
#include "crawl/seen/url_line.h"
#include "io/error.h"
#include "io/new_directory.h"
#include "lines/sort.h"
#include "tools/cli/archive_inputs.h"
#include "tools/cli/tool.h"
#include "tools/cli/tool_options.h"

namespace wax::tools::jobs {
namespace {

constexpr cli::ToolInfo kInfo = {
    "wax-jobs",
    "divide a list of URLs into polite jobs for crawlers",
    "[OPTION]... OUT [URLS]...",
    "wax-jobs --delay 5 --job 600 jobs new-urls",
    "wax-seen wax-cdx-lookup",
    "Crawling"};

struct Options {
  std::vector<std::string> arguments;
  std::string delay = "5";
  std::string cycle = "14400";
  std::string job = "600";
  std::vector<std::string> robots;
  std::vector<std::string> archives;
  std::string agent = "wax";
  bool simulate = false;
  bool force = false;
  std::string redis;
  std::string queue = "wax";
  lines::SortOptions sort;
};

void declare(cli::OptionTable& table, Options& options) {
  table.option("delay", options.delay, "SECONDS",
               "time between two requests to a host");
  table
      .option("cycle", options.cycle, "SECONDS",
              "time in which all URLs are to be captured")
      .more =
      "A host with more URLs than fit into this time gets several jobs at "
      "once.";
  table.option("job", options.job, "SECONDS", "time that a job takes at most");
  table
      .option("robots-txt", options.robots, "CDX",
              "leave out URLs that the last archived robots.txt disallows, and "
              "take its delay (may be repeated)")
      .more = "The CDX file is sorted and has offsets and file names.";
  cli::declare_archives_of_lines(table, options.archives);
  table.option("agent", options.agent, "NAME",
               "name of the crawler in robots.txt files");
  table.flag("simulate", options.simulate,
             "also write OUT/schedule.svg, which shows when jobs run");
  cli::declare_queue(table, options.redis, options.queue);
  table.flag("force,f", options.force, "replace OUT if it exists");
  table.group("Resources");
  cli::declare_sorting(table, options.sort.memory, options.sort.tmpdir);
  table.positionals(options.arguments, "OUT URLS", 1, SIZE_MAX,
                    "OUT is a new folder. URLS has one URL per line; what "
                    "follows it is left out (default: standard input)");
}

double seconds_of(const std::string& text, const char* option) {
  double seconds = 0;
  const char* end = text.data() + text.size();
  auto [stop, error] = std::from_chars(text.data(), end, seconds);
  if (error != std::errc() || stop != end ||
      !(seconds >= 0.001 && seconds <= 1e9)) {
    throw UsageError(std::string("--") + option +
                     " takes seconds, from 0.001 to 1000000000");
  }
  return seconds;
}

// Throws when the server does not answer.
void open_queue(const Options& options, std::optional<crawl::JobQueue>& queue) {
  crawl::JobQueue::Options queue_options;
  queue_options.name = options.queue;
  queue_options.worker = crawl::worker_name(0);
  queue.emplace(crawl::RedisAddress::parse(options.redis), queue_options,
                [](const Error&) { return false; });
  (void)queue->status();
}

// Each list is a job of wax-work. Throws IoError.
void add_to_queue(const Options& options, uint64_t jobs, crawl::JobQueue& queue,
                  cli::Console& console) {
  const std::filesystem::path out = options.arguments.front();
  uint64_t added = 0;
  for (uint64_t job = 1; job <= jobs; ++job) {
    const std::string list = crawl::job_list(job);
    added += queue.add(crawl::list_job(out / list,
                                       out.filename().string() + '/' + list))
                 ? 1
                 : 0;
  }
  console.message("jobs added to the queue " + options.queue + ": " +
                  std::to_string(added));
}

// The same; a failure tells how to go on, as OUT is there.
void fill_queue(const Options& options, uint64_t jobs, crawl::JobQueue& queue,
                cli::Console& console) {
  try {
    add_to_queue(options, jobs, queue, console);
  } catch (const Error& error) {
    throw IoError(options.arguments.front(),
                  std::string("is written, but not all of its jobs are in the "
                              "queue; repeat the command with --force: ") +
                      error.what());
  }
}

cli::Outcome run(const Options& options, cli::Console& console) {
  crawl::JobTimes times;
  times.delay = seconds_of(options.delay, "delay");
  times.cycle = seconds_of(options.cycle, "cycle");
  times.job = seconds_of(options.job, "job");
  if (options.robots.empty() && !options.archives.empty()) {
    throw UsageError("--archives needs --robots-txt");
  }
  std::vector<std::string> lists(options.arguments.begin() + 1,
                                 options.arguments.end());
  if (lists.empty()) lists = {"-"};
  crawl::UrlLists urls(lists);

  const cdx::ArchivePaths paths(options.archives, {}, console);
  crawl::JobOptions jobs{times, options.sort};
  jobs.bad_line = crawl::bad_line_reporter(urls, console);
  jobs.sort.jobs = 1;
  std::unique_ptr<crawl::ArchivedRobots> robots;
  if (!options.robots.empty()) {
    robots = std::make_unique<crawl::ArchivedRobots>(options.robots, paths,
                                                     options.agent, console);
    jobs.robots = [&](std::string_view url) -> const crawl::RobotsRules& {
      return robots->of(url);
    };
  }
  crawl::SchedulePlot plot(times);
  if (options.simulate) {
    jobs.planned = [&](const std::string& host, const crawl::HostPlan& plan,
                       double delay) { plot.add(host, plan, delay); };
  }
  // A server that is gone leaves nothing behind.
  std::optional<crawl::JobQueue> queue;
  if (!options.redis.empty()) open_queue(options, queue);
  std::vector<std::string> inputs = lists;
  for (const auto* more : {&options.robots, &options.archives}) {
    inputs.insert(inputs.end(), more->begin(), more->end());
  }
  io::NewDirectory out(options.arguments.front(), options.force,
                       crawl::job_folders(), inputs);
  crawl::JobCounts counts;
  crawl::write_jobs(urls, out.part(), jobs, counts);
  if (options.simulate) {
    auto picture =
        console.open_output(out.part() + '/' + crawl::kJobsPicture, false);
    picture->write(plot.svg_document());
    picture->finish();
  }
  out.finish();
  if (queue) fill_queue(options, counts.jobs, *queue, console);
  console.summary({{"read", counts.read},
                   {"in jobs", counts.urls},
                   {"again", counts.again},
                   {"disallowed", counts.disallowed},
                   {"without a host", counts.without_host},
                   {"hosts", counts.hosts},
                   {"jobs", counts.jobs}});
  return console.outcome();
}

}  // namespace
}  // namespace wax::tools::jobs

int main(int argc, char** argv) {
  using namespace wax::tools::jobs;
  return wax::tools::cli::tool_main<Options>(kInfo, argc, argv, declare, run);
}
