#include "crawl/jobs/job_plan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace wax::crawl {
namespace {

TEST(JobPlan, JobsOfAHostAreOfOneSize) {
  const JobTimes times{5, 14400, 600};
  EXPECT_EQ(job_capacity(times), 120U);
  EXPECT_EQ(plan_host(119, times).jobs, 1U);
  EXPECT_EQ(plan_host(120, times).jobs, 1U);
  HostPlan two = plan_host(121, times);
  EXPECT_EQ(two.jobs, 2U);
  EXPECT_EQ(two.at_once, 1U);
  EXPECT_EQ(two.size_of(0), 61U);
  EXPECT_EQ(two.size_of(1), 60U);
  HostPlan full = plan_host(2880, times);
  EXPECT_EQ(full.jobs, 24U);
  EXPECT_EQ(full.at_once, 1U);
  for (uint64_t job = 0; job < 24; ++job) EXPECT_EQ(full.size_of(job), 120U);
  EXPECT_EQ(plan_host(2881, times).at_once, 2U);
}

TEST(JobPlan, TimesNeedNotBeWhole) {
  EXPECT_EQ(job_capacity({.1, 100, .3}), 3U);
  EXPECT_EQ(job_capacity({10, 100, 1}), 1U);
  EXPECT_EQ(plan_host(5, {10, 100, 1}).jobs, 5U);
  EXPECT_EQ(plan_host(1, {1e6, 1, 1}).at_once, 1U);
}

TEST(JobPlan, ADelayThatTheSiteStatesIsNeverDivided) {
  const HostPlan plan = plan_host(5, {7200, 14400, 600, true});
  EXPECT_EQ(plan.jobs, 5U);
  EXPECT_EQ(plan.at_once, 1U);
  EXPECT_EQ(plan_host(5, {7200, 14400, 600}).at_once, 3U);
}

TEST(JobPlan, RequestsKeepTheirDistance) {
  for (uint64_t urls : {1, 2, 119, 121, 2880, 2881, 10'000}) {
    const JobTimes times{5, 14400, 600};
    const HostPlan plan = plan_host(urls, times);
    std::vector<double> requests;
    for (uint64_t job = 0; job < plan.jobs; ++job) {
      EXPECT_LE(plan.size_of(job), job_capacity(times));
      for (uint64_t url = 0; url < plan.size_of(job); ++url) {
        requests.push_back(request_time(plan, job, url, times));
      }
    }
    ASSERT_EQ(requests.size(), urls);
    std::sort(requests.begin(), requests.end());
    const double distance = times.delay / static_cast<double>(plan.at_once);
    for (size_t i = 1; i < requests.size(); ++i) {
      ASSERT_GE(requests[i] - requests[i - 1], distance - 1e-9) << urls;
    }
    EXPECT_LE(requests.back() + times.delay, times.cycle + times.job) << urls;
  }
}

}  // namespace
}  // namespace wax::crawl
