// How many jobs the URLs of a host make, so that a crawler is polite to it
// although its workers know nothing of one another. After Moz's Fresh Web
// Explorer. Any number of threads may call these functions.
#pragma once

#include <cstdint>

namespace wax::crawl {

// Times in seconds, each more than 0.
struct JobTimes {
  double delay = 5;      // between two requests to a host
  double cycle = 14400;  // in which all URLs are to be captured
  double job = 600;      // that a job takes at most
  // The site asks for the delay: no two of its jobs run at once.
  bool is_stated = false;
};

struct HostPlan {
  uint64_t urls = 0;
  uint64_t jobs = 0;
  // So many of them run at once, that the cycle suffices. 1: the delay is kept;
  // more: requests come so many times as often. 1 for a delay that the site
  // states, however long its jobs take.
  uint64_t at_once = 0;

  // URLs of a job from 0 on: they differ by one at most.
  [[nodiscard]] uint64_t size_of(uint64_t job) const {
    return urls / jobs + (job < urls % jobs ? 1 : 0);
  }
};

// URLs of one host that a job may have: at least 1.
[[nodiscard]] uint64_t job_capacity(const JobTimes& times);

// Plans the jobs of a host with `urls` URLs (at least 1).
[[nodiscard]] HostPlan plan_host(uint64_t urls, const JobTimes& times);

// Seconds from the beginning of the cycle to the request for a URL of a job,
// both counted from 0. Jobs that run at once begin a part of the delay after
// one another, so that two requests to the host are never closer than delay /
// at_once.
[[nodiscard]] double request_time(const HostPlan& plan, uint64_t job,
                                  uint64_t url, const JobTimes& times);

}  // namespace wax::crawl
