#include "crawl/queue/job_worker.h"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "tests/crawl/queue/redis_server.h"
#include "tests/support/temp_dir.h"

namespace wax::crawl {
namespace {

TEST(JobWorker, RunsTheCommandForEachJob) {
  tests::RedisServer server;
  if (!server.start()) GTEST_SKIP() << "redis-server is not installed";
  JobQueue::Options options;
  options.worker = worker_name(1);
  options.most_attempts = 2;
  JobQueue queue(server.address(), options, [](const Error&) { return false; });
  for (const char* id : {"1", "2"}) queue.add({id, id, false, "", 1});
  std::vector<std::string> ends;
  WorkerOptions worker;
  worker.command = {"sh", "-c", "test {} = 1 && echo one"};
  worker.worker = options.worker;
  WorkerReport report;
  report.succeeded = [&](const QueuedJob& job, const CommandEnd&) {
    ends.push_back(job.id + " done");
  };
  report.failed = [&](const QueuedJob& job, const CommandEnd& end) {
    ends.push_back(job.id + ' ' + end.reason());
  };
  work(queue, worker, report);
  EXPECT_EQ(ends, (std::vector<std::string>{"1 done", "2 exit code 1",
                                            "2 exit code 1"}));
  queue.each_result([&](const std::string& id, const std::string& result) {
    EXPECT_EQ(id, "1");
    EXPECT_TRUE(result.starts_with("{\"job\": \"1\", \"worker\": ")) << result;
    EXPECT_TRUE(result.ends_with("\"output\": \"one\\n\"}")) << result;
  });
}

TEST(JobWorker, AJobThatAnotherOneHasDoneIsNotItsOwn) {
  tests::RedisServer server;
  if (!server.start()) GTEST_SKIP() << "redis-server is not installed";
  auto waits = [](const Error&) { return false; };
  JobQueue::Options options;
  options.worker = "other";
  JobQueue other(server.address(), options, waits);
  other.add({"1", "1", false, "", 1});
  options.worker = worker_name(1);
  JobQueue queue(server.address(), options, waits);
  tests::TempDir folder;
  WorkerOptions worker;
  worker.command = {"sh", "-c",
                    "touch '" + folder.path() + "/begun'; until test -e '" +
                        folder.path() + "/done'; do sleep .01; done"};
  worker.worker = options.worker;
  int reports = 0;
  WorkerReport report;
  report.succeeded =
      report.failed = [&](const QueuedJob&, const CommandEnd&) { ++reports; };
  std::thread working([&] { work(queue, worker, report); });
  while (!std::filesystem::exists(folder / "begun")) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  other.finish({"1", "1", false, "0-1", 1}, "its result");
  (void)folder.write("done", "");
  working.join();
  EXPECT_EQ(reports, 0);
  EXPECT_EQ(other.status().done, 1U);
}

TEST(JobWorker, HasANameOfItsOwn) {
  EXPECT_NE(worker_name(1), worker_name(2));
  EXPECT_EQ(worker_name(1), worker_name(1));
}

}  // namespace
}  // namespace wax::crawl
