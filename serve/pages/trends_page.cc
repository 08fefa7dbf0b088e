#include "serve/pages/trends_page.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "index/search/results.h"
#include "io/error.h"
#include "serve/api/search_answer.h"
#include "serve/pages/frame.h"
#include "serve/pages/search_link.h"

namespace wax::serve {
namespace {

// Documents by period, "2007" or "200710".
using Counts = std::map<std::string, uint64_t>;

struct TrendLine {
  std::string text;  // of the query
  std::string fault;
  Counts counts;
};

struct Trends {
  bool by_month = false;
  bool as_share = false;
  std::vector<TrendLine> lines;
  std::vector<std::string> periods;  // all from the first to the last
  Counts all;                        // documents of the collection

  // What the plot shows: documents, or hundredths of a percent.
  [[nodiscard]] uint64_t value(const TrendLine& line,
                               const std::string& period) const {
    auto found = line.counts.find(period);
    if (found == line.counts.end()) return 0;
    if (!as_share) return found->second;
    auto total = all.find(period);
    constexpr uint64_t kWhole = 10'000;
    if (total == all.end() || total->second == 0) return 0;
    return found->second * kWhole / total->second;
  }
  [[nodiscard]] std::string shown(uint64_t value) const {
    if (!as_share) return grouped(value);
    std::array<char, 32> text;
    std::snprintf(text.data(), text.size(), "%.2f %%",
                  static_cast<double>(value) / 100);
    return text.data();
  }
};

std::string next_period(const std::string& period) {
  int year = std::stoi(period.substr(0, 4));
  int month = period.size() > 4 ? std::stoi(period.substr(4)) : 12;
  if (++month > 12) {
    month = 1;
    ++year;
  }
  std::array<char, 16> text;
  if (period.size() > 4) {
    std::snprintf(text.data(), text.size(), "%04d%02d", year, month);
  } else {
    std::snprintf(text.data(), text.size(), "%04d", year);
  }
  return text.data();
}

void fill_periods(Trends& trends) {
  std::string first;
  std::string last;
  for (const TrendLine& line : trends.lines) {
    if (line.counts.empty()) continue;
    const std::string& begin = line.counts.begin()->first;
    const std::string& end = line.counts.rbegin()->first;
    if (first.empty() || begin < first) first = begin;
    if (end > last) last = end;
  }
  constexpr size_t kMostPeriods = 1200;
  for (std::string at = first;
       !first.empty() && at <= last && trends.periods.size() < kMostPeriods;
       at = next_period(at)) {
    trends.periods.push_back(at);
  }
}

Counts counts_of(const Scope& scope, const Request& request,
                 const std::string& text, const std::string& period) {
  SearchRequest search;
  search.text = text;
  search.deadline = request.deadline;
  ReportedData problems(*scope.site);
  Counts counts;
  for (const index::FacetValue& value :
       index::trend(reader_of(scope), query_of(scope, search), period,
                    search_options(search, problems))) {
    counts[value.value] = value.count;
  }
  return counts;
}

Trends find_trends(const Scope& scope, const Request& request) {
  Trends trends;
  trends.by_month = request.parameters.get("period") == "month";
  trends.as_share = request.parameters.get("share") == "1";
  const std::string period = trends.by_month ? "month" : "year";
  for (const std::string& text : request.parameters.all("query")) {
    if (text.find_first_not_of(' ') == std::string::npos) continue;
    if (trends.lines.size() == kMostTrends) break;
    TrendLine line;
    line.text = text;
    try {
      line.counts = counts_of(scope, request, text, period);
    } catch (const UsageError& error) {
      line.fault = error.what();
    }
    trends.lines.push_back(std::move(line));
  }
  if (trends.as_share) trends.all = counts_of(scope, request, "", period);
  fill_periods(trends);
  return trends;
}

void append_trend_form(const Scope& scope, const Trends& trends, Markup& out) {
  out << "<form class=\"trends\" action=\"/trends\">" << in_field(scope)
      << "<fieldset><legend>Queries, a line for each</legend>";
  size_t boxes =
      std::min(kMostTrends, std::max<size_t>(trends.lines.size() + 1, 2));
  for (size_t i = 0; i < boxes; ++i) {
    std::string_view text =
        i < trends.lines.size() ? std::string_view(trends.lines[i].text) : "";
    out << "<input type=\"search\" name=\"query\" dir=\"auto\" "
           "autocomplete=\"off\" spellcheck=\"false\" aria-label=\"Query "
        << i + 1 << "\" value=\"" << text << "\">";
  }
  out << "</fieldset><div class=\"row\"><label><input type=\"checkbox\" "
         "name=\"period\" value=\"month\""
      << (trends.by_month ? std::string_view(" checked") : std::string_view())
      << "> by month</label><label><input type=\"checkbox\" name=\"share\" "
         "value=\"1\""
      << (trends.as_share ? std::string_view(" checked") : std::string_view())
      << "> as a share of all documents</label><button>Draw</button></div>"
         "</form>";
}

std::string shown_period(std::string_view period) {
  if (period.size() <= 4) return std::string(period);
  return std::string(period.substr(0, 4)) + '-' + std::string(period.substr(4));
}

void append_plot(const Trends& trends, uint64_t most, Markup& out) {
  constexpr int kPlotWidth = 900;
  constexpr int kPlotHeight = 280;
  constexpr int kLeft = 70;
  constexpr int kTop = 14;
  size_t steps = std::max<size_t>(trends.periods.size() - 1, 1);
  auto x = [&](size_t i) {
    return kLeft + static_cast<int>(i * kPlotWidth / steps);
  };
  auto y = [&](uint64_t value) {
    return kTop + kPlotHeight -
           static_cast<int>(value * static_cast<uint64_t>(kPlotHeight) / most);
  };
  out << "<div class=\"scroll\" tabindex=\"0\" role=\"region\" "
         "aria-labelledby=\"lines\"><svg class=\"lines\" role=\"img\" "
         "aria-label=\"Documents over time; the table below has the numbers\" "
         "viewBox=\"0 0 "
      << kLeft + kPlotWidth + 40 << " " << kTop + kPlotHeight + 40 << "\">";
  for (uint64_t part : {uint64_t{0}, most / 2, most}) {
    out << "<path class=\"grid-line\" d=\"M" << kLeft << " " << y(part) << "H"
        << kLeft + kPlotWidth << "\"/><text class=\"amount\" x=\"" << kLeft - 8
        << "\" y=\"" << y(part) + 4 << "\">" << trends.shown(part) << "</text>";
  }
  size_t every = std::max<size_t>(1, (trends.periods.size() + 11) / 12);
  for (size_t i = 0; i < trends.periods.size(); i += every) {
    out << "<text x=\"" << x(i) << "\" y=\"" << kTop + kPlotHeight + 22 << "\">"
        << shown_period(trends.periods[i]) << "</text>";
  }
  for (size_t line = 0; line < trends.lines.size(); ++line) {
    out << "<g class=\"line-" << line + 1 << "\"><title>"
        << trends.lines[line].text << "</title><polyline points=\"";
    for (size_t i = 0; i < trends.periods.size(); ++i) {
      uint64_t value = trends.value(trends.lines[line], trends.periods[i]);
      out << x(i) << "," << y(value) << " ";
    }
    out << "\"/>";
    constexpr size_t kMostPoints = 60;
    for (size_t i = 0;
         i < trends.periods.size() && trends.periods.size() <= kMostPoints;
         ++i) {
      uint64_t value = trends.value(trends.lines[line], trends.periods[i]);
      out << "<circle r=\"3.5\" cx=\"" << x(i) << "\" cy=\"" << y(value)
          << "\"><title>" << trends.lines[line].text << ", "
          << shown_period(trends.periods[i]) << ": " << trends.shown(value)
          << "</title></circle>";
    }
    out << "</g>";
  }
  out << "</svg></div>";
}

void append_trend_table(const Scope& scope, const Trends& trends, Markup& out) {
  out << "<details><summary>As a table</summary><div class=\"scroll\" "
         "tabindex=\"0\" role=\"region\" aria-label=\"Numbers\"><table "
         "class=\"numbers\"><thead><tr><th scope=\"col\">"
      << (trends.by_month ? std::string_view("Month")
                          : std::string_view("Year"))
      << "</th>";
  for (const TrendLine& line : trends.lines) {
    out << "<th scope=\"col\" dir=\"auto\">" << line.text << "</th>";
  }
  out << "</tr></thead><tbody>";
  for (const std::string& period : trends.periods) {
    out << "<tr><th scope=\"row\">" << shown_period(period) << "</th>";
    for (const TrendLine& line : trends.lines) {
      SearchLink link{&scope, {}};
      link.search.text = line.text;
      out << "<td><a href=\"" << link.with_year(period).href() << "\">"
          << trends.shown(trends.value(line, period)) << "</a></td>";
    }
    out << "</tr>";
  }
  out << "</tbody></table></div></details>";
}

void append_lines(const Scope& scope, const Trends& trends, Markup& out) {
  uint64_t most = 0;
  for (const TrendLine& line : trends.lines) {
    for (const std::string& period : trends.periods) {
      most = std::max(most, trends.value(line, period));
    }
  }
  out << "<section><h2 id=\"lines\">Documents by "
      << (trends.by_month ? std::string_view("month")
                          : std::string_view("year"))
      << " of capture</h2><ul class=\"legend\">";
  for (size_t i = 0; i < trends.lines.size(); ++i) {
    SearchLink link{&scope, {}};
    link.search.text = trends.lines[i].text;
    out << "<li class=\"line-" << i + 1
        << "\"><svg viewBox=\"0 0 26 8\" "
           "aria-hidden=\"true\"><polyline points=\"0,4 26,4\"/></svg><a "
           "dir=\"auto\" href=\""
        << link.href() << "\">" << trends.lines[i].text << "</a></li>";
  }
  out << "</ul>";
  if (most == 0) {
    out << "<p class=\"notice\">No document with a date was found.</p>";
  } else {
    append_plot(trends, most, out);
    append_trend_table(scope, trends, out);
  }
  out << "</section>";
}

}  // namespace

Response trends_page(const Site& site, const Request& request) {
  Scope scope = scope_of(site, request);
  Trends trends = find_trends(scope, request);
  PageFrame frame;
  frame.title = "Trends – " + scope.collection->name();
  frame.current = "/trends";
  Markup out;
  out << "<h1>Trends</h1><p>How many documents were captured over time with "
         "the words of a query.</p>";
  append_trend_form(scope, trends, out);
  int status = 200;
  for (const TrendLine& line : trends.lines) {
    if (line.fault.empty()) continue;
    status = 400;
    out << "<div class=\"error\" role=\"alert\"><h2>This query cannot be "
           "answered</h2><pre>"
        << line.fault << "</pre></div>";
  }
  if (!trends.lines.empty()) append_lines(scope, trends, out);
  return page(scope, frame, out, status);
}

}  // namespace wax::serve
