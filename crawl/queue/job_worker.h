// A worker: takes jobs of a queue and runs a command for each.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "crawl/queue/job_command.h"
#include "crawl/queue/job_queue.h"

namespace wax::crawl {

struct WorkerOptions {
  std::vector<std::string> command;
  std::string worker;  // as in JobQueue::Options
  // The same as JobQueue::Options::lost_after; a third of it is the time
  // between two calls of keep().
  std::chrono::milliseconds lost_after{60'000};
  bool stays = false;  // for new jobs, when there are none
  std::string tmpdir;
};

// Called when a command has ended, and its job was no other worker's meanwhile.
struct WorkerReport {
  std::function<void(const QueuedJob&, const CommandEnd&)> succeeded;
  std::function<void(const QueuedJob&, const CommandEnd&)> failed;
};

// Works until no job of the queue is without a result, unless it stays. A job
// that succeeds has as its result one JSON object: job, worker, attempt,
// seconds, date, output. Throws what the queue throws, and IoError when the
// command cannot be started at all.
void work(JobQueue& queue, const WorkerOptions& options,
          const WorkerReport& report);

// "HOST:PID:NUMBER", which no other worker has.
[[nodiscard]] std::string worker_name(unsigned number);

}  // namespace wax::crawl
