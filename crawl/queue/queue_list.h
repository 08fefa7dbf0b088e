// What is shown of a queue, and lists as jobs.
#pragma once

#include <string>

#include "crawl/queue/job_queue.h"
#include "io/output.h"

namespace wax::crawl {

// A job of the bytes of a file. Its id is `name`, "@" and the beginning of the
// SHA-1 of the bytes, so that a list that is added again is the same job.
// Throws IoError, UsageError for more than 64 MiB.
[[nodiscard]] QueuedJob list_job(const std::string& file,
                                 const std::string& name);

// Lines "waiting 3", "running 2", then "  WORKER 2", "done 5", "failed 1", then
// "  REASON 1".
[[nodiscard]] std::string status_text(const QueueStatus& status);
// The same in the text format of Prometheus: wax_jobs{state="waiting"} and
// wax_failed_jobs{reason="exit code 1"}.
[[nodiscard]] std::string status_metrics(const QueueStatus& status);

// In the order of the ids.
void write_results(JobQueue& queue, io::Output& output);
// "ID TAB REASON".
void write_failures(JobQueue& queue, io::Output& output);

}  // namespace wax::crawl
