#include "cdx/stats/stats_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace wax::cdx {
namespace {

CaptureStats sample() {
  CaptureStats stats;
  stats.all = {6, 340};
  stats.urls = 4;
  stats.hosts = 3;
  stats.revisits_unresolved = 1;
  stats.months["2007-01"] = {{1, 100}, {}, {}};
  stats.months["2007-12"] = {{1, 10}, {2, 20}, {3, 30}};
  stats.months["2008-01"] = {{1, 5}, {}, {}};
  stats.months["-"] = {{0, 0}, {1, 1}, {}};
  stats.mimes = {{"text/html", {4, 300}}, {"a\"b", {1, 20}}, {"c/d", {1, 20}}};
  stats.statuses = {{"200", {6, 340}}};
  stats.top_hosts = {{"a.com", {4, 300}}};
  return stats;
}

std::string row(const std::string& name, const std::string& one,
                const std::string& two = "", const std::string& three = "") {
  std::string line = name + std::string(28 - name.size(), ' ');
  for (const std::string& number : {one, two, three}) {
    if (number.empty()) continue;
    line += std::string(14 - number.size(), ' ') + number;
  }
  return line + "\n";
}

TEST(StatsReport, HasTablesForPeople) {
  std::string text = "\n" + stats_tables(sample(), 1);
  for (const std::string& expected :
       {row("captures", "6"), row("revisits unresolved", "1"),
        row("media type", "captures", "bytes") + row("text/html", "4", "300") +
            row("(others)", "2", "40"),
        row("status", "captures", "bytes") + row("200", "6", "340"),
        row("host", "captures", "bytes") + row("a.com", "4", "300") +
            row("(others)", "2", "40"),
        row("year", "first", "duplicates", "revisits") +
            row("-", "0", "1", "0") + row("2007", "2", "2", "3") +
            row("2008", "1", "0", "0")}) {
    EXPECT_NE(text.find("\n" + expected), std::string::npos)
        << expected << "---" << text;
  }
}

TEST(StatsReport, ALongNameMovesItsNumbers) {
  CaptureStats stats;
  stats.mimes = {{std::string(40, 'm'), {1, 2}}};
  EXPECT_NE(
      stats_tables(stats, 5).find(std::string(40, 'm') + "             1"),
      std::string::npos);
}

TEST(StatsReport, IsOneObjectForPrograms) {
  std::string text = stats_json(sample(), 1);
  for (const char* expected :
       {R"x({"captures": 6, "urls": 4, "hosts": 3, )x",
        R"x("mimes": [{"name": "text/html", "captures": 4, "bytes": 300}, )x"
        R"x({"name": "(others)", "captures": 2, "bytes": 40}])x",
        R"x("statuses": [{"name": "200", "captures": 6, "bytes": 340}])x",
        R"x("2007-12": {"first": 1, "duplicates": 2, "revisits": 3, )x"
        R"x("bytes": 60})x"}) {
    EXPECT_NE(text.find(expected), std::string::npos) << expected << "\n"
                                                      << text;
  }
  EXPECT_TRUE(text.ends_with("}}\n"));
  EXPECT_NE(stats_json(sample(), 3).find(R"x("name": "a\"b")x"),
            std::string::npos);
}

using testing::HasSubstr;
using testing::Not;

MonthCounts captures(uint64_t first) {
  MonthCounts count;
  count.first.captures = first;
  return count;
}

size_t bars(const std::string& svg) {
  size_t count = 0;
  for (size_t at = svg.find("<title>"); at != svg.npos;
       at = svg.find("<title>", at + 1)) {
    ++count;
  }
  return count;
}

TEST(MonthPlot, StacksThePartsOfAMonth) {
  MonthCounts month = captures(1200);
  month.duplicate.captures = 2;
  month.revisit.captures = 3;
  std::string svg = month_plot({{"2007-11", month}, {"2008-02", captures(1)}});
  EXPECT_EQ(bars(svg), 4u);
  EXPECT_THAT(svg, HasSubstr("2007-11: 1,200 first captures"));
  EXPECT_THAT(svg, HasSubstr(">2007-12</text>")) << "months between have room";
  EXPECT_THAT(svg, HasSubstr("Captures per month"));
  EXPECT_TRUE(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
}

TEST(MonthPlot, HasYearsWhenThereAreManyMonths) {
  std::string svg =
      month_plot({{"1996-01", captures(1)}, {"2024-12", captures(1)}});
  EXPECT_THAT(svg, HasSubstr("Captures per year"));
  EXPECT_EQ(bars(svg), 2u);
  EXPECT_EQ(
      bars(month_plot({{"0001-01", captures(1)}, {"9999-12", captures(1)}})),
      2u);
}

TEST(MonthPlot, HasYearsWhenAMonthIsNotKnown) {
  std::string svg =
      month_plot({{"2007", captures(2)}, {"2007-05", captures(1)}});
  EXPECT_THAT(svg, HasSubstr("Captures per year"));
  EXPECT_THAT(svg, HasSubstr("2007: 3 first captures"));
  EXPECT_THAT(svg, Not(HasSubstr("without a valid date")));
}

TEST(MonthPlot, CountsCapturesWithoutADate) {
  std::string svg = month_plot({{"-", captures(7)}, {"2007-13", captures(1)}});
  EXPECT_THAT(svg, HasSubstr("no dated captures"));
  EXPECT_THAT(svg, HasSubstr("8 captures without a valid date"));
  EXPECT_THAT(month_plot({}), Not(HasSubstr("without")));
}

}  // namespace

}  // namespace wax::cdx
