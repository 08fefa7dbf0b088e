#include "crawl/queue/queue_list.h"

#include <gtest/gtest.h>

#include "io/error.h"
#include "tests/crawl/queue/redis_server.h"
#include "tests/support/temp_dir.h"

namespace wax::crawl {
namespace {

TEST(QueueList, ListsAreJobsOfTheirBytes) {
  tests::TempDir folder;
  const QueuedJob job = list_job(folder.write("l", "http://e.org/\n"), "j/1");
  EXPECT_EQ(job.text, "http://e.org/\n");
  EXPECT_TRUE(job.is_list);
  EXPECT_EQ(job.id.substr(0, 4), "j/1@");
  EXPECT_EQ(list_job(folder / "l", "j/1").id, job.id);
  EXPECT_NE(list_job(folder.write("m", "http://e.org/x\n"), "j/1").id, job.id);
  EXPECT_THROW((void)list_job(folder / "none", "n"), IoError);
}

TEST(QueueList, StatusIsTextAndMetrics) {
  QueueStatus status;
  status.waiting = 3;
  status.running = 1;
  status.done = 5;
  status.running_by_worker = {{"a:1:1", 1}};
  status.failed_by_reason = {{"exit code 1", 2}, {"signal 9 (Killed)", 1}};
  EXPECT_EQ(status_text(status),
            "waiting 3\nrunning 1\n  a:1:1 1\ndone 5\nfailed 3\n"
            "  exit code 1 2\n  signal 9 (Killed) 1\n");
  const std::string metrics = status_metrics(status);
  EXPECT_NE(metrics.find("wax_jobs{state=\"failed\"} 3\n"), metrics.npos);
  EXPECT_NE(metrics.find("wax_failed_jobs{reason=\"exit code 1\"} 2\n"),
            metrics.npos);
}

TEST(QueueList, ResultsAndFailuresAreSorted) {
  tests::RedisServer server;
  if (!server.start()) GTEST_SKIP() << "redis-server is not installed";
  JobQueue::Options options;
  options.worker = "w";
  options.most_attempts = 1;
  JobQueue queue(server.address(), options, [](const Error&) { return false; });
  for (const char* id : {"b", "d", "a", "c"}) queue.add({id, id, false, "", 1});
  for (int i = 0; i < 4; ++i) {
    const auto job = queue.take(std::chrono::milliseconds(1));
    ASSERT_TRUE(job);
    if (i % 2 == 0) {
      queue.finish(*job, "result of " + job->id);
    } else {
      queue.fail(*job, "no");
    }
  }
  std::string results;
  auto output = io::open_memory(results);
  write_results(queue, *output);
  output->finish();
  EXPECT_EQ(results, "result of a\nresult of b\n");
  std::string failures;
  output = io::open_memory(failures);
  write_failures(queue, *output);
  output->finish();
  EXPECT_EQ(failures, "c\tno\nd\tno\n");
}

}  // namespace
}  // namespace wax::crawl
