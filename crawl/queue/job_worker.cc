#include "crawl/queue/job_worker.h"

#include <unistd.h>

#include <array>
#include <cstdio>
#include <ctime>

#include "text/json.h"
#include "warc/record/date.h"

namespace wax::crawl {
namespace {

constexpr std::chrono::milliseconds kWait{1'000};

std::string result_of(const QueuedJob& job, const std::string& worker,
                      const CommandEnd& end) {
  std::string json = "{\"job\": ";
  text::append_json_string(job.id, json);
  json += ", \"worker\": ";
  text::append_json_string(worker, json);
  json += ", \"attempt\": " + std::to_string(job.attempt);
  std::array<char, 32> seconds{};
  (void)snprintf(seconds.data(), seconds.size(), "%.3f", end.seconds);
  json += ", \"seconds\": ";
  json += seconds.data();
  json += ", \"date\": \"" + warc::date14_of_seconds(::time(nullptr));
  json += "\", \"output\": ";
  text::append_json_string(end.output, json);
  return json + '}';
}

// Runs the command; nothing when the job is another worker's meanwhile.
std::optional<CommandEnd> run(JobQueue& queue, const WorkerOptions& options,
                              const QueuedJob& job) {
  JobCommand command(options.command, job, options.tmpdir);
  for (;;) {
    if (auto end = command.wait(options.lost_after / 3)) return end;
    if (!queue.keep(job)) return {};
  }
}

}  // namespace

void work(JobQueue& queue, const WorkerOptions& options,
          const WorkerReport& report) {
  for (;;) {
    const auto job = queue.take(kWait);
    if (!job) {
      if (options.stays || queue.has_jobs()) continue;
      return;
    }
    const auto end = run(queue, options, *job);
    if (!end) continue;
    if (end->is_success()) {
      if (queue.finish(*job, result_of(*job, options.worker, *end))) {
        report.succeeded(*job, *end);
      }
    } else {
      queue.fail(*job, end->reason());
      report.failed(*job, *end);
    }
  }
}

std::string worker_name(unsigned number) {
  std::array<char, 256> host{};
  if (::gethostname(host.data(), host.size() - 1) != 0) host[0] = '?';
  return std::string(host.data()) + ':' + std::to_string(::getpid()) + ':' +
         std::to_string(number);
}

}  // namespace wax::crawl
