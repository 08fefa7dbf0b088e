#include "cdx/stats/stats_report.h"

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

}  // namespace
}  // namespace wax::cdx
