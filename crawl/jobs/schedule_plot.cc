#include "crawl/jobs/schedule_plot.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "text/number.h"
#include "text/plot_canvas.h"

namespace wax::crawl {
namespace {

using text::PlotCanvas;

constexpr size_t kMostRows = 20;
constexpr size_t kLongestName = 24;
constexpr double kFirst = 190;  // where bars begin, right of the names
constexpr double kLast = PlotCanvas::kWidth - PlotCanvas::kRight;
constexpr std::string_view kColors[] = {"#4a7ab0", "#9dbbd9"};

double end_of(const HostPlan& plan, uint64_t job, const JobTimes& times) {
  return request_time(plan, job, plan.size_of(job) - 1, times) + times.delay;
}

std::string cut_name(const std::string& name) {
  return name.size() <= kLongestName ? name
                                     : name.substr(0, kLongestName - 3) + "...";
}

std::string seconds(double number) {
  return text::grouped(static_cast<uint64_t>(std::llround(number))) + " s";
}

}  // namespace

void SchedulePlot::add(const std::string& host, const HostPlan& plan,
                       double delay) {
  Host one{host, plan, times_};
  one.times.delay = delay;
  for (uint64_t job = plan.jobs - std::min(plan.jobs, plan.at_once);
       job < plan.jobs; ++job) {
    one.end = std::max(one.end, end_of(plan, job, one.times));
  }
  ++hosts_;
  end_ = std::max(end_, one.end);
  auto place = std::upper_bound(
      longest_.begin(), longest_.end(), one.end,
      [](double end, const Host& other) { return end > other.end; });
  if (place == longest_.end() && longest_.size() == kMostRows) return;
  longest_.insert(place, std::move(one));
  if (longest_.size() > kMostRows) longest_.pop_back();
}

std::string SchedulePlot::svg_document() const {
  std::string out;
  PlotCanvas canvas("Jobs of the " + text::grouped(longest_.size()) +
                        " hosts that take longest, of " + text::grouped(hosts_),
                    out);
  const double last = std::max(end_, times_.cycle);
  const double scale = (kLast - kFirst) / last;
  const double row =
      (PlotCanvas::kBottom - PlotCanvas::kTop) / static_cast<double>(kMostRows);
  double y = PlotCanvas::kTop;
  for (const Host& host : longest_) {
    canvas.label(kFirst - 8, y + row - 4, "end", cut_name(host.name));
    const double height =
        std::max(0.5, (row - 2) / static_cast<double>(host.plan.at_once));
    for (uint64_t job = 0; job < host.plan.jobs; ++job) {
      const double begin = request_time(host.plan, job, 0, host.times);
      const double end = end_of(host.plan, job, host.times);
      const auto line = static_cast<double>(job % host.plan.at_once);
      canvas.rectangle(kFirst + begin * scale, y + line * height,
                       std::max(0.5, (end - begin) * scale), height,
                       kColors[job / host.plan.at_once % 2],
                       host.name + ": " +
                           text::grouped(host.plan.size_of(job)) + " URLs, " +
                           seconds(begin) + " to " + seconds(end));
    }
    y += row;
  }
  const double cycle = kFirst + times_.cycle * scale;
  canvas.line(cycle, PlotCanvas::kTop - 6, cycle, PlotCanvas::kBottom,
              "#b04a4a");
  canvas.label(cycle, PlotCanvas::kTop - 10, "end",
               "cycle: " + seconds(times_.cycle));
  canvas.label(kFirst, PlotCanvas::kBottom + 18, "start", "0");
  canvas.label(kLast, PlotCanvas::kBottom + 18, "end", seconds(last));
  canvas.finish();
  return out;
}

}  // namespace wax::crawl
