// A picture of when the jobs of hosts run, if every job begins in time.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "crawl/jobs/job_plan.h"

namespace wax::crawl {

// The hosts that take longest. For one thread.
class SchedulePlot {
 public:
  explicit SchedulePlot(const JobTimes& times) : times_(times) {}
  // Times of a host: those of all but for the delay.
  void add(const std::string& host, const HostPlan& plan, double delay);

  // The seconds until the last job has ended.
  [[nodiscard]] double end() const { return end_; }
  // An SVG document.
  [[nodiscard]] std::string svg_document() const;

 private:
  struct Host {
    std::string name;
    HostPlan plan;
    JobTimes times;
    double end = 0;
  };

  JobTimes times_;
  std::vector<Host> longest_;  // first those that end last
  uint64_t hosts_ = 0;
  double end_ = 0;
};

}  // namespace wax::crawl
