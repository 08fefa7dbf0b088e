#include "crawl/queue/job_queue.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "text/number.h"

namespace wax::crawl {
namespace {

constexpr std::string_view kGroup = "workers";
constexpr char kLine = 'l';
constexpr char kList = 'f';

// The keys of all scripts: jobs, known, attempts, results, failed.
constexpr std::string_view kAdd = R"(
if redis.call('HSETNX', KEYS[2], ARGV[1], ARGV[2]) == 0 then return 0 end
redis.call('XADD', KEYS[1], '*', 'id', ARGV[1], 'job', ARGV[2])
return 1)";

// ARGV: id, entry, result. The text of a job is of no use any more.
constexpr std::string_view kFinish = R"(
local new = redis.call('HSETNX', KEYS[4], ARGV[1], ARGV[3])
redis.call('HSET', KEYS[2], ARGV[1], '')
redis.call('HDEL', KEYS[3], ARGV[1])
redis.call('HDEL', KEYS[5], ARGV[1])
redis.call('XACK', KEYS[1], 'workers', ARGV[2])
redis.call('XDEL', KEYS[1], ARGV[2])
return new)";

// ARGV: id, entry, worker, reason, most attempts. Another worker's job stays.
constexpr std::string_view kFail = R"(
local owner = redis.call('XPENDING', KEYS[1], 'workers', ARGV[2], ARGV[2], 1)
if #owner == 0 or owner[1][2] ~= ARGV[3] then return 0 end
redis.call('XACK', KEYS[1], 'workers', ARGV[2])
redis.call('XDEL', KEYS[1], ARGV[2])
if redis.call('HEXISTS', KEYS[4], ARGV[1]) == 1 then return 0 end
local job = redis.call('HGET', KEYS[2], ARGV[1])
if redis.call('HINCRBY', KEYS[3], ARGV[1], 1) < tonumber(ARGV[5]) then
  redis.call('XADD', KEYS[1], '*', 'id', ARGV[1], 'job', job)
else
  redis.call('HDEL', KEYS[3], ARGV[1])
  redis.call('HSET', KEYS[5], ARGV[1], ARGV[4])
end
return 1)";

// ARGV: id.
constexpr std::string_view kRetry = R"(
if redis.call('HDEL', KEYS[5], ARGV[1]) == 0 then return 0 end
redis.call('XADD', KEYS[1], '*', 'id', ARGV[1], 'job',
           redis.call('HGET', KEYS[2], ARGV[1]))
return 1)";

// "id ID job JOB" of an entry of the stream: [entry, [name, value, ...]].
std::optional<QueuedJob> job_of(const RedisValue& entry) {
  if (entry.list.size() != 2 || entry.list[1].list.size() < 4) return {};
  QueuedJob job;
  job.entry = entry.list[0].text;
  job.id = entry.list[1].list[1].text;
  const std::string& text = entry.list[1].list[3].text;
  job.is_list = text.starts_with(kList);
  job.text = text.substr(std::min<size_t>(1, text.size()));
  return job;
}

bool is_without_group(const RedisRefusal& refusal) {
  return std::string_view(refusal.what()).starts_with("NOGROUP");
}

uint64_t count_of(const RedisValue& value) {
  return static_cast<uint64_t>(std::max<int64_t>(value.number, 0));
}

}  // namespace

uint64_t QueueStatus::failed() const {
  uint64_t all = 0;
  for (const auto& [reason, jobs] : failed_by_reason) all += jobs;
  return all;
}

JobQueue::JobQueue(RedisAddress address, Options options,
                   std::function<bool(const Error& reason)> waits)
    : redis_(std::move(address)),
      options_(std::move(options)),
      waits_(std::move(waits)) {}

std::string JobQueue::key(std::string_view part) const {
  return '{' + options_.name + "}:" + std::string(part);
}

RedisValue JobQueue::ask(const std::vector<std::string>& words) {
  return redis_.persistent_command(words, waits_);
}

RedisValue JobQueue::run(std::string_view script,
                         std::vector<std::string> arguments) {
  std::vector<std::string> words = {
      "EVAL",         std::string(script), "5",
      key("jobs"),    key("known"),        key("attempts"),
      key("results"), key("failed")};
  std::move(arguments.begin(), arguments.end(), std::back_inserter(words));
  return ask(words);
}

void JobQueue::make_group() {
  if (has_group_) return;
  try {
    ask({"XGROUP", "CREATE", key("jobs"), std::string(kGroup), "0",
         "MKSTREAM"});
  } catch (const RedisRefusal& refusal) {
    if (!std::string_view(refusal.what()).starts_with("BUSYGROUP")) throw;
  }
  has_group_ = true;
}

bool JobQueue::add(const QueuedJob& job) {
  return run(kAdd, {job.id, (job.is_list ? kList : kLine) + job.text}).number ==
         1;
}

std::optional<QueuedJob> JobQueue::take_lost() {
  for (;;) {
    // [next, entries, ...]
    const RedisValue claimed =
        ask({"XAUTOCLAIM", key("jobs"), std::string(kGroup), options_.worker,
             std::to_string(options_.lost_after.count()), "0", "COUNT", "1"});
    if (claimed.list.size() < 2 || claimed.list[1].list.empty()) return {};
    auto job = job_of(claimed.list[1].list[0]);
    if (!job) return {};
    // [[entry, worker, idle, deliveries]]
    const RedisValue pending =
        ask({"XPENDING", key("jobs"), std::string(kGroup), job->entry,
             job->entry, "1"});
    if (pending.list.empty() || pending.list[0].list.size() < 4) continue;
    job->attempt = count_of(pending.list[0].list[3]);
    if (job->attempt <= options_.most_attempts) return job;
    run(kFail,
        {job->id, job->entry, options_.worker, "its workers were lost", "0"});
  }
}

std::optional<QueuedJob> JobQueue::take(std::chrono::milliseconds wait) {
  for (;;) {
    make_group();
    try {
      if (auto lost = take_lost()) return lost;
      // [[stream, entries]]
      const RedisValue read = ask(
          {"XREADGROUP", "GROUP", std::string(kGroup), options_.worker, "COUNT",
           "1", "BLOCK", std::to_string(std::max<int64_t>(1, wait.count())),
           "STREAMS", key("jobs"), ">"});
      if (read.list.empty()) return {};
      auto job = job_of(read.list[0].list.at(1).list.at(0));
      if (!job) return {};
      const RedisValue before = ask({"HGET", key("attempts"), job->id});
      job->attempt = text::whole_number<uint64_t>(before.text).value_or(0) + 1;
      return job;
    } catch (const RedisRefusal& refusal) {
      // The server has lost its data.
      if (!is_without_group(refusal)) throw;
      has_group_ = false;
    }
  }
}

bool JobQueue::has_jobs() { return ask({"XLEN", key("jobs")}).number > 0; }

bool JobQueue::keep(const QueuedJob& job) {
  // Claimed by whom it belongs to: it is idle no more.
  constexpr std::string_view kKeep = R"(
local owner = redis.call('XPENDING', KEYS[1], 'workers', ARGV[1], ARGV[1], 1)
if #owner == 0 or owner[1][2] ~= ARGV[2] then return 0 end
redis.call('XCLAIM', KEYS[1], 'workers', ARGV[2], 0, ARGV[1], 'JUSTID')
return 1)";
  try {
    return redis_
               .command({"EVAL", std::string(kKeep), "1", key("jobs"),
                         job.entry, options_.worker})
               .number == 1;
  } catch (const RedisGone&) {
    return true;
  } catch (const RedisRefusal&) {
    return true;
  }
}

bool JobQueue::finish(const QueuedJob& job, const std::string& result) {
  return run(kFinish, {job.id, job.entry, result}).number == 1;
}

void JobQueue::fail(const QueuedJob& job, const std::string& reason) {
  run(kFail, {job.id, job.entry, options_.worker, reason,
              std::to_string(options_.most_attempts)});
}

uint64_t JobQueue::retry_failed() {
  std::vector<std::string> ids;
  each_failure([&](const JobFailure& failure) { ids.push_back(failure.id); });
  uint64_t again = 0;
  for (const std::string& id : ids) again += count_of(run(kRetry, {id}));
  return again;
}

// [count, first, last, [[worker, count], ...]]; nothing without a group.
RedisValue JobQueue::pending() {
  try {
    return ask({"XPENDING", key("jobs"), std::string(kGroup)});
  } catch (const RedisRefusal& refusal) {
    if (!is_without_group(refusal)) throw;
    return {};
  }
}

QueueStatus JobQueue::status() {
  QueueStatus status;
  const RedisValue pending = this->pending();
  if (!pending.list.empty()) status.running = count_of(pending.list[0]);
  if (pending.list.size() > 3) {
    for (const RedisValue& worker : pending.list[3].list) {
      if (worker.list.size() != 2) continue;
      status.running_by_worker[worker.list[0].text] =
          text::whole_number<uint64_t>(worker.list[1].text).value_or(0);
    }
  }
  const uint64_t all = count_of(ask({"XLEN", key("jobs")}));
  status.waiting = all - std::min(all, status.running);
  status.done = count_of(ask({"HLEN", key("results")}));
  each_failure([&](const JobFailure& failure) {
    ++status.failed_by_reason[failure.reason];
  });
  return status;
}

void JobQueue::scan(
    std::string_view part,
    const std::function<void(const std::string&, const std::string&)>& use) {
  std::map<std::string, bool> seen;  // a scan may give a field twice
  std::string cursor = "0";
  do {
    const RedisValue page = ask({"HSCAN", key(part), cursor, "COUNT", "1000"});
    if (page.list.size() != 2) return;
    cursor = page.list[0].text;
    const std::vector<RedisValue>& fields = page.list[1].list;
    for (size_t i = 0; i + 1 < fields.size(); i += 2) {
      if (seen.emplace(fields[i].text, true).second) {
        use(fields[i].text, fields[i + 1].text);
      }
    }
  } while (cursor != "0");
}

void JobQueue::each_result(
    const std::function<void(const std::string& id, const std::string& result)>&
        use) {
  scan("results", use);
}

void JobQueue::each_failure(const std::function<void(const JobFailure&)>& use) {
  scan("failed", [&](const std::string& id, const std::string& reason) {
    use({id, reason});
  });
}

}  // namespace wax::crawl
