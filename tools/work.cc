// wax-work: commands for the jobs of a queue.
#include <algorithm>
#include <exception>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "cdx/files/open_cdx.h"
#include "crawl/queue/job_worker.h"
#include "crawl/queue/queue_list.h"
#include "io/error.h"
#include "serve/http/metrics.h"
#include "serve/http/router.h"
#include "serve/http/server.h"
#include "tools/cli/tool.h"
#include "tools/cli/tool_options.h"

namespace wax::tools::work {
namespace {

constexpr cli::ToolInfo kInfo = {
    "wax-work",
    "run a command for each job of a queue, on many machines",
    "--redis URL [OPTION]... [--] [WORD]...",
    "wax-work --redis redis://queue -- wget -i {} --warc-file crawl",
    "wax-jobs",
    "Crawling"};

struct Options {
  std::vector<std::string> words;
  std::string redis;
  std::string queue = "wax";
  bool add = false;
  bool add_lists = false;
  bool retry = false;
  bool status = false;
  bool results = false;
  bool failures = false;
  bool stay = false;
  uint64_t attempts = 5;
  uint64_t lost_after = 60;
  std::string listen;
  uint64_t jobs = 1;
  std::string tmpdir;
};

void declare(cli::OptionTable& table, Options& options) {
  cli::declare_queue(table, options.redis, options.queue);
  table.flag("add", options.add,
             "WORDs are lists: add each line as a job to the queue");
  table.flag("add-lists", options.add_lists,
             "WORDs are lists: add each list as a job");
  table.flag("queue-status", options.status,
             "write how many jobs wait, run, are done and have failed, by "
             "reason");
  table.flag("results", options.results,
             "write the result of each job, one JSON object per line");
  table.flag("failures", options.failures,
             "write the jobs that have failed, a tab, and the reason");
  table.flag("retry-failed", options.retry,
             "put the jobs that have failed into the queue again");
  table.flag("stay", options.stay, "wait for new jobs when there are none");
  table.option("attempts", options.attempts, "N",
               "a job that fails N times is left out (default: 5)");
  table
      .option("lost-after", options.lost_after, "SECONDS",
              "give a job to another worker when its worker is silent for so "
              "long")
      .more = "The same for all workers of a queue.";
  table
      .option("listen", options.listen, "ADDRESS:PORT",
              "also answer /metrics and /status there")
      .more = "Without ADDRESS, as in :8080, it is 127.0.0.1.";
  table.group("Resources");
  table.option("at-once", options.jobs, "N",
               "run N commands at once (default: 1)");
  cli::declare_tmpdir(table, options.tmpdir);
  table.positionals(options.words, "WORD", 0, SIZE_MAX,
                    "the command; {} stands for the job: a line, or the file "
                    "of a list; without {}, the job is the last argument");
}

class Work {
 public:
  Work(const Options& options, cli::Console& console)
      : options_(options),
        console_(console),
        address_(crawl::RedisAddress::parse(options.redis)) {}

  cli::Outcome run() {
    if (options_.add || options_.add_lists) return add();
    if (options_.retry) return retry();
    if (options_.status || options_.results || options_.failures) {
      return show();
    }
    if (options_.words.empty()) {
      throw UsageError(
          "give a command for the jobs, or --add, --queue-status, --results");
    }
    return work_on();
  }

 private:
  [[nodiscard]] std::unique_ptr<crawl::JobQueue> open(
      std::string worker, std::function<bool(const Error&)> waits) const {
    crawl::JobQueue::Options queue;
    queue.name = options_.queue;
    queue.worker = std::move(worker);
    queue.lost_after = std::chrono::seconds(options_.lost_after);
    queue.most_attempts = options_.attempts;
    return std::make_unique<crawl::JobQueue>(address_, queue, std::move(waits));
  }
  // One that does not wait for a server that is gone.
  [[nodiscard]] std::unique_ptr<crawl::JobQueue> open() const {
    return open(crawl::worker_name(0), [](const Error&) { return false; });
  }

  cli::Outcome add() {
    auto queue = open();
    uint64_t added = 0;
    uint64_t known = 0;
    auto put = [&](const crawl::QueuedJob& job) {
      ++(queue->add(job) ? added : known);
    };
    for (const std::string& list : options_.words.empty()
                                       ? std::vector<std::string>{"-"}
                                       : options_.words) {
      if (options_.add_lists) {
        put(crawl::list_job(list, list));
        continue;
      }
      auto lines = cdx::open_lines(list);
      for (std::string_view line; lines->next(line);) {
        if (line.empty() || line.front() == '#') continue;
        crawl::QueuedJob job;
        job.id = job.text = line;
        put(job);
      }
    }
    console_.summary({{"added", added}, {"known", known}});
    return console_.outcome();
  }

  cli::Outcome retry() {
    console_.summary({{"put back", open()->retry_failed()}});
    return console_.outcome();
  }

  cli::Outcome show() {
    auto queue = open();
    auto output = console_.open_line_output("-", false);
    if (options_.results) {
      crawl::write_results(*queue, *output);
    } else if (options_.failures) {
      crawl::write_failures(*queue, *output);
    } else {
      const crawl::QueueStatus status = queue->status();
      output->write(crawl::status_text(status));
      if (status.failed() > 0) {
        output->finish();
        return cli::Outcome::kIncomplete;
      }
    }
    output->finish();
    return console_.outcome();
  }

  // A worker waits for a server that is gone, however long, and says so once.
  bool waits(const Error& reason) {
    const std::lock_guard lock(mutex_);
    if (last_reason_ != reason.what()) {
      last_reason_ = reason.what();
      console_.message("waits for the queue: " + last_reason_);
    }
    return true;
  }

  void work_as(unsigned number) {
    auto queue = open(crawl::worker_name(number),
                      [this](const Error& reason) { return waits(reason); });
    crawl::WorkerOptions worker;
    worker.command = options_.words;
    worker.worker = crawl::worker_name(number);
    worker.lost_after = std::chrono::seconds(options_.lost_after);
    worker.stays = options_.stay;
    worker.tmpdir = options_.tmpdir;
    crawl::WorkerReport report;
    report.succeeded = [this](const crawl::QueuedJob&,
                              const crawl::CommandEnd&) {
      const std::lock_guard lock(mutex_);
      ++done_;
    };
    report.failed = [this](const crawl::QueuedJob& job,
                           const crawl::CommandEnd& end) {
      const std::lock_guard lock(mutex_);
      ++failed_;
      std::string text = job.id + ": " + end.reason();
      if (!end.last_error.empty()) text += ": " + end.last_error;
      console_.message(text);
    };
    crawl::work(*queue, worker, report);
  }

  cli::Outcome work_on() {
    std::unique_ptr<serve::Metrics> metrics;
    std::unique_ptr<serve::Server> server;
    serve::Router router;
    std::thread serving;
    if (!options_.listen.empty()) {
      metrics = std::make_unique<serve::Metrics>();
      server = listen(*metrics, router);
      serving = std::thread([&] { server->run(); });
    }
    std::vector<std::thread> workers;
    std::exception_ptr failure;
    for (unsigned i = 0; i < std::max<uint64_t>(1, options_.jobs); ++i) {
      workers.emplace_back([&, i] {
        try {
          work_as(i + 1);
        } catch (...) {
          const std::lock_guard lock(mutex_);
          failure = std::current_exception();
        }
      });
    }
    for (std::thread& worker : workers) worker.join();
    if (server) {
      server->stop();
      serving.join();
    }
    if (failure) std::rethrow_exception(failure);
    const uint64_t left_out = open()->status().failed();
    console_.summary(
        {{"done", done_}, {"failed", failed_}, {"jobs left out", left_out}});
    return left_out > 0 ? cli::Outcome::kIncomplete : console_.outcome();
  }

  std::unique_ptr<serve::Server> listen(serve::Metrics& metrics,
                                        serve::Router& router) {
    auto answers = [this](std::string (*text)(const crawl::QueueStatus&)) {
      return [this, text](const answers::Request&) {
        answers::Response response;
        try {
          response.body = text(open()->status());
        } catch (const Error& error) {
          response.status = 503;
          response.body = std::string(error.what()) + '\n';
        }
        return response;
      };
    };
    router.add("GET", "/metrics", answers(crawl::status_metrics));
    router.add("GET", "/status", answers(crawl::status_text));
    serve::ServerOptions server;
    serve::set_listen_address(options_.listen, server);
    server.jobs = 1;
    auto made = std::make_unique<serve::Server>(
        server,
        [&router](const answers::Request& request) {
          return router.answer(request);
        },
        metrics);
    console_.message("metrics at " + made->url() + "metrics");
    return made;
  }

  const Options& options_;
  cli::Console& console_;
  crawl::RedisAddress address_;
  std::mutex mutex_;
  std::string last_reason_;
  uint64_t done_ = 0;
  uint64_t failed_ = 0;
};

cli::Outcome run(const Options& options, cli::Console& console) {
  if (options.redis.empty()) {
    throw UsageError(
        "give the Redis server of the queue with --redis" +
        (options.words.empty() ? "" : ", to work with " + options.words[0]));
  }
  const int modes = options.add + options.add_lists + options.status +
                    options.results + options.failures + options.retry;
  if (modes > 1) {
    throw UsageError(
        "--add, --add-lists, --queue-status, --results, --failures and "
        "--retry-failed exclude each other");
  }
  if (options.attempts == 0 || options.lost_after == 0) {
    throw UsageError("--attempts and --lost-after take at least 1");
  }
  return Work(options, console).run();
}

}  // namespace
}  // namespace wax::tools::work

int main(int argc, char** argv) {
  using namespace wax::tools::work;
  return wax::tools::cli::tool_main<Options>(kInfo, argc, argv, declare, run);
}
