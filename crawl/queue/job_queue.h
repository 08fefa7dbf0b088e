// A queue of jobs in Redis, for any number of workers on any number of
// machines.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "crawl/queue/redis.h"

namespace wax::crawl {

struct QueuedJob {
  std::string id;
  std::string text;      // a line, or the bytes of a list
  bool is_list = false;  // a list, which commands get as a file
  std::string entry;     // of the stream; set by take()
  uint64_t attempt = 1;  // the first is 1
};

struct QueueStatus {
  uint64_t waiting = 0;
  uint64_t running = 0;
  uint64_t done = 0;
  std::map<std::string, uint64_t> running_by_worker;
  std::map<std::string, uint64_t> failed_by_reason;

  [[nodiscard]] uint64_t failed() const;
};

// The job that is left out of the queue for good: how often it was tried, and
// why it failed the last time.
struct JobFailure {
  std::string id;
  std::string reason;
};

// Redis has, for a queue NAME: the stream {NAME}:jobs with the consumer group
// "workers", and the hashes {NAME}:known (id to kind and text),
// {NAME}:attempts, {NAME}:results and {NAME}:failed.
//
// A job that a worker has taken is its own as long as it calls keep(); after
// `lost_after` without, another worker takes it. So a command may run twice,
// but a job has one result: the first. Each change is one script of Redis,
// which is carried out whole or not at all, and twice is as once.
//
// For one thread. `waits` says whether a server that is gone is waited for
// (Redis::persistent_command()); all throw what that throws.
class JobQueue {
 public:
  struct Options {
    std::string name = "wax";
    std::string worker;  // names of workers differ
    std::chrono::milliseconds lost_after{60'000};
    uint64_t most_attempts = 5;
  };
  JobQueue(RedisAddress address, Options options,
           std::function<bool(const Error& reason)> waits);

  // False when there has been a job with this id: nothing is changed.
  bool add(const QueuedJob& job);

  // Takes a job of a worker that is lost, or else the next one that waits;
  // nothing when no job comes within `wait`. A job that has been lost
  // most_attempts times fails.
  [[nodiscard]] std::optional<QueuedJob> take(std::chrono::milliseconds wait);
  // Whether there are jobs that have no result and have not failed.
  [[nodiscard]] bool has_jobs();

  // The worker is still at it. Waits for no server; false when the job is
  // another worker's now.
  bool keep(const QueuedJob& job);
  // False when the job has had a result.
  bool finish(const QueuedJob& job, const std::string& result);
  // Puts the job back, or, after most_attempts, among those that failed.
  void fail(const QueuedJob& job, const std::string& reason);

  // Puts those that failed back, and returns how many.
  uint64_t retry_failed();

  // Changes nothing, so that a server that is full answers, too.
  [[nodiscard]] QueueStatus status();
  // In no order.
  void each_result(const std::function<void(const std::string& id,
                                            const std::string& result)>& use);
  void each_failure(const std::function<void(const JobFailure&)>& use);

 private:
  RedisValue ask(const std::vector<std::string>& words);
  RedisValue run(std::string_view script, std::vector<std::string> arguments);
  [[nodiscard]] std::string key(std::string_view part) const;
  void make_group();
  [[nodiscard]] RedisValue pending();
  [[nodiscard]] std::optional<QueuedJob> take_lost();
  void scan(
      std::string_view part,
      const std::function<void(const std::string&, const std::string&)>& use);

  Redis redis_;
  Options options_;
  std::function<bool(const Error& reason)> waits_;
  bool has_group_ = false;
};

}  // namespace wax::crawl
