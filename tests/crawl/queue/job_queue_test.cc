#include "crawl/queue/job_queue.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <thread>

#include "tests/crawl/queue/redis_server.h"

namespace wax::crawl {
namespace {

using std::chrono::milliseconds;

class JobQueueTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!server_.start()) GTEST_SKIP() << "redis-server is not installed";
  }

  [[nodiscard]] JobQueue queue(const std::string& worker) const {
    JobQueue::Options options;
    options.worker = worker;
    options.lost_after = milliseconds(200);
    options.most_attempts = 2;
    return {server_.address(), options, [](const Error&) { return false; }};
  }

  static QueuedJob job(const std::string& id) { return {id, id, false, "", 1}; }

  static std::set<std::string> results(JobQueue& queue) {
    std::set<std::string> all;
    queue.each_result([&](const std::string& id, const std::string& result) {
      EXPECT_TRUE(all.insert(id + ' ' + result).second);
    });
    return all;
  }

  tests::RedisServer server_;
};

TEST_F(JobQueueTest, JobsAreTakenOnceAndHaveOneResult) {
  JobQueue a = queue("a");
  JobQueue b = queue("b");
  EXPECT_FALSE(a.has_jobs());
  EXPECT_TRUE(a.add(job("1")));
  EXPECT_TRUE(a.add({"2", std::string("x\ny\0", 4), true, "", 1}));
  EXPECT_FALSE(b.add(job("1")));
  auto first = a.take(milliseconds(1));
  auto second = b.take(milliseconds(1));
  ASSERT_TRUE(first && second);
  EXPECT_EQ(first->id, "1");
  EXPECT_EQ(second->text, std::string("x\ny\0", 4));
  EXPECT_TRUE(second->is_list);
  EXPECT_FALSE(a.take(milliseconds(1)));
  EXPECT_EQ(a.status().running_by_worker,
            (std::map<std::string, uint64_t>{{"a", 1}, {"b", 1}}));
  EXPECT_TRUE(a.finish(*first, "r"));
  EXPECT_FALSE(b.finish(*first, "again"));
  EXPECT_TRUE(b.finish(*second, "s"));
  EXPECT_EQ(results(a), (std::set<std::string>{"1 r", "2 s"}));
  EXPECT_FALSE(a.has_jobs());
  EXPECT_FALSE(a.add(job("1")));
}

TEST_F(JobQueueTest, JobsOfLostWorkersAreTakenByOthers) {
  JobQueue a = queue("a");
  JobQueue b = queue("b");
  a.add(job("1"));
  auto lost = a.take(milliseconds(1));
  ASSERT_TRUE(lost);
  for (int i = 0; i < 4; ++i) {
    std::this_thread::sleep_for(milliseconds(100));
    EXPECT_TRUE(a.keep(*lost));
    EXPECT_FALSE(b.take(milliseconds(1)));
  }
  std::this_thread::sleep_for(milliseconds(300));
  auto found = b.take(milliseconds(1));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->id, "1");
  EXPECT_EQ(found->attempt, 2U);
  EXPECT_FALSE(a.keep(*lost));
  a.fail(*lost, "late");  // no more its own
  EXPECT_TRUE(a.finish(*lost, "first"));
  EXPECT_FALSE(b.finish(*found, "second"));
  EXPECT_EQ(results(b), std::set<std::string>{"1 first"});
}

TEST_F(JobQueueTest, JobsFailForGoodAfterSomeAttempts) {
  JobQueue a = queue("a");
  for (const char* id : {"1", "2", "3"}) a.add(job(id));
  for (int i = 0; i < 2; ++i) {
    for (int n = 0; n < 2; ++n) a.fail(*a.take(milliseconds(1)), "exit code 3");
    if (i == 0) a.finish(*a.take(milliseconds(1)), "r");
  }
  EXPECT_FALSE(a.has_jobs());
  QueueStatus status = a.status();
  EXPECT_EQ(status.done, 1U);
  EXPECT_EQ(status.failed_by_reason,
            (std::map<std::string, uint64_t>{{"exit code 3", 2}}));
  EXPECT_EQ(a.retry_failed(), 2U);
  status = a.status();
  EXPECT_EQ(status.failed(), 0U);
  EXPECT_EQ(status.waiting, 2U);
  EXPECT_EQ(a.take(milliseconds(1))->attempt, 1U);
}

TEST_F(JobQueueTest, JobsThatEndTheirWorkersFail) {
  JobQueue a = queue("a");
  a.add(job("1"));
  EXPECT_TRUE(a.take(milliseconds(1)));
  std::this_thread::sleep_for(milliseconds(250));
  EXPECT_TRUE(a.take(milliseconds(1)));
  std::this_thread::sleep_for(milliseconds(250));
  EXPECT_FALSE(a.take(milliseconds(1)));
  EXPECT_EQ(a.status().failed_by_reason,
            (std::map<std::string, uint64_t>{{"its workers were lost", 1}}));
}

TEST_F(JobQueueTest, IsThereAfterAPowerCut) {
  JobQueue a = queue("a");
  a.add(job("1"));
  a.add(job("2"));
  a.finish(*a.take(milliseconds(1)), "r");
  server_.stop();
  EXPECT_THROW((void)a.take(milliseconds(1)), RedisGone);
  ASSERT_TRUE(server_.start());
  EXPECT_EQ(results(a), std::set<std::string>{"1 r"});
  EXPECT_EQ(a.take(milliseconds(1))->id, "2");
}

}  // namespace
}  // namespace wax::crawl
