#include "crawl/jobs/schedule_plot.h"

#include <gtest/gtest.h>

#include <string>

namespace wax::crawl {
namespace {

TEST(SchedulePlot, HasTheHostsThatTakeLongest) {
  const JobTimes times{5, 14400, 600};
  SchedulePlot plot(times);
  for (uint64_t urls = 1; urls <= 40; ++urls) {
    plot.add("h" + std::to_string(urls) + ".example", plan_host(urls, times),
             times.delay);
  }
  plot.add("big.example", plan_host(2880, times), times.delay);
  EXPECT_EQ(plot.end(), 14400);
  plot.add("huge.example", plan_host(28'800, times), times.delay);
  EXPECT_LE(plot.end(), 14400 + 600);
  const std::string svg = plot.svg_document();
  EXPECT_NE(svg.find(">big.example<"), std::string::npos);
  EXPECT_NE(svg.find(">h40.example<"), std::string::npos);
  EXPECT_EQ(svg.find(">h1.example<"), std::string::npos);
  EXPECT_NE(svg.find("big.example: 120 URLs, 0 s to 600 s"), std::string::npos);
  EXPECT_NE(svg.find("20 hosts that take longest, of 42"), std::string::npos);
}

TEST(SchedulePlot, MayBeEmpty) {
  EXPECT_NE(SchedulePlot({}).svg_document().find("</svg>"), std::string::npos);
}

}  // namespace
}  // namespace wax::crawl
