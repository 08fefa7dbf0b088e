#include "crawl/jobs/job_plan.h"

#include <algorithm>
#include <cmath>

namespace wax::crawl {
namespace {

// A quotient that rounding leaves a little beside a whole number is that
// number: 0.3 / 0.1 is 3.
double nearly_whole(double quotient) {
  const double whole = std::round(quotient);
  return std::abs(quotient - whole) < 1e-9 * std::max(1.0, whole) ? whole
                                                                  : quotient;
}

uint64_t rounded_up(double quotient) {
  return static_cast<uint64_t>(std::ceil(nearly_whole(quotient)));
}

}  // namespace

uint64_t job_capacity(const JobTimes& times) {
  return std::max<uint64_t>(
      1,
      static_cast<uint64_t>(std::floor(nearly_whole(times.job / times.delay))));
}

HostPlan plan_host(uint64_t urls, const JobTimes& times) {
  HostPlan plan;
  plan.urls = urls;
  const uint64_t capacity = job_capacity(times);
  plan.jobs = (urls + capacity - 1) / capacity;
  plan.at_once = times.is_stated ? 1
                                 : std::clamp<uint64_t>(
                                       rounded_up(static_cast<double>(urls) *
                                                  times.delay / times.cycle),
                                       1, plan.jobs);
  return plan;
}

double request_time(const HostPlan& plan, uint64_t job, uint64_t url,
                    const JobTimes& times) {
  const auto at_once = static_cast<double>(plan.at_once);
  const auto row = static_cast<double>(job % plan.at_once);
  // Jobs of one row follow one another; none has more URLs than the first.
  const uint64_t before = job / plan.at_once * plan.size_of(0);
  const auto turn = static_cast<double>(before + url);
  return (turn + row / at_once) * times.delay;
}

}  // namespace wax::crawl
