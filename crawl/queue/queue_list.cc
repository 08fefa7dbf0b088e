#include "crawl/queue/queue_list.h"

#include <map>

#include "io/byte_source.h"
#include "io/error.h"
#include "text/json.h"
#include "warc/record/digest.h"

namespace wax::crawl {
namespace {

constexpr uint64_t kLongestList = uint64_t{64} << 20;
constexpr size_t kDigestCharacters = 12;

std::string count_line(std::string_view name, uint64_t count) {
  return std::string(name) + ' ' + std::to_string(count) + '\n';
}

std::string metric(std::string_view name, std::string_view label,
                   std::string_view value, uint64_t count) {
  std::string line(name);
  line.append("{").append(label).append("=");
  text::append_json_string(value, line);
  return line + "} " + std::to_string(count) + '\n';
}

}  // namespace

QueuedJob list_job(const std::string& file, const std::string& name) {
  QueuedJob job;
  job.is_list = true;
  auto source = io::open_file(file);
  job.text = io::read_all(*source, kLongestList);
  if (!source->peek().empty()) {
    throw UsageError(file + ": a list of a job has at most 64 MiB");
  }
  warc::Digester digester;
  digester.update(job.text);
  const warc::Digest digest = digester.finish();
  job.id =
      name + '@' + warc::to_base32(digest.bytes()).substr(0, kDigestCharacters);
  return job;
}

std::string status_text(const QueueStatus& status) {
  std::string text = count_line("waiting", status.waiting);
  text += count_line("running", status.running);
  for (const auto& [worker, jobs] : status.running_by_worker) {
    text += count_line("  " + worker, jobs);
  }
  text += count_line("done", status.done);
  text += count_line("failed", status.failed());
  for (const auto& [reason, jobs] : status.failed_by_reason) {
    text += count_line("  " + reason, jobs);
  }
  return text;
}

std::string status_metrics(const QueueStatus& status) {
  std::string text =
      "# HELP wax_jobs Jobs of the queue.\n# TYPE wax_jobs gauge\n";
  text += metric("wax_jobs", "state", "waiting", status.waiting);
  text += metric("wax_jobs", "state", "running", status.running);
  text += metric("wax_jobs", "state", "done", status.done);
  text += metric("wax_jobs", "state", "failed", status.failed());
  text +=
      "# HELP wax_failed_jobs Jobs that are left out, by reason.\n"
      "# TYPE wax_failed_jobs gauge\n";
  for (const auto& [reason, jobs] : status.failed_by_reason) {
    text += metric("wax_failed_jobs", "reason", reason, jobs);
  }
  return text;
}

void write_results(JobQueue& queue, io::Output& output) {
  std::map<std::string, std::string> results;
  queue.each_result([&](const std::string& id, const std::string& result) {
    results.emplace(id, result);
  });
  for (const auto& [id, result] : results) output.write(result + '\n');
}

void write_failures(JobQueue& queue, io::Output& output) {
  std::map<std::string, std::string> failures;
  queue.each_failure([&](const JobFailure& failure) {
    failures.emplace(failure.id, failure.reason);
  });
  for (const auto& [id, reason] : failures) {
    output.write(id + '\t' + reason + '\n');
  }
}

}  // namespace wax::crawl
