#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "answers/shown/trends.h"
#include "serve/pages/frame.h"
#include "serve/pages/page_routes.h"
#include "serve/pages/search_hit.h"
#include "text/markup_writer.h"
#include "text/number.h"

namespace wax::serve {
namespace {

std::string trend_value(const Words& words, const answers::Trends& trends,
                        uint64_t value) {
  if (!trends.as_share) return words.number(value);
  return words.decimal(static_cast<double>(value) / 100, 2) + " %";
}

std::string shown_period(std::string_view period) {
  if (period.size() <= 4) return std::string(period);
  return std::string(period.substr(0, 4)) + '-' + std::string(period.substr(4));
}

// A line for each query, with points when they are few.
class TrendPlot {
 public:
  TrendPlot(const Words& words, const answers::Trends& trends, uint64_t most)
      : words_(&words), trends_(&trends), most_(most), svg_(out_) {}

  [[nodiscard]] std::string text() && {
    svg_.open("svg").set("class", "lines").set("role", "img");
    svg_.set("aria-label",
             words_->of("Pages over time; the table below has the numbers"));
    svg_.set("viewBox", "0 0 " + std::to_string(kLeft + kPlotWidth + 40) + ' ' +
                            std::to_string(kBottom + 40));
    write_grid();
    for (size_t i = 0; i < trends_->lines.size(); ++i) write_line(i);
    svg_.close();
    return std::move(out_);
  }

 private:
  static constexpr int kPlotWidth = 900;
  static constexpr int kPlotHeight = 280;
  static constexpr int kLeft = 70;
  static constexpr int kTop = 14;
  static constexpr int kBottom = kTop + kPlotHeight;

  [[nodiscard]] int x(size_t period) const {
    size_t steps = std::max<size_t>(trends_->periods.size() - 1, 1);
    return kLeft + static_cast<int>(period * kPlotWidth / steps);
  }
  [[nodiscard]] int y(uint64_t value) const {
    return kBottom -
           static_cast<int>(value * static_cast<uint64_t>(kPlotHeight) / most_);
  }

  void write_grid() {
    for (uint64_t part : {uint64_t{0}, most_ / 2, most_}) {
      svg_.open("path").set("class", "grid-line");
      svg_.set("d", 'M' + std::to_string(kLeft) + ' ' +
                        std::to_string(y(part)) + 'H' +
                        std::to_string(kLeft + kPlotWidth));
      svg_.close();
      svg_.open("text").set("class", "amount").set("x", kLeft - 8);
      svg_.set("y", y(part) + 4)
          .text(trend_value(*words_, *trends_, part))
          .close();
    }
    size_t every = std::max<size_t>(1, (trends_->periods.size() + 11) / 12);
    for (size_t i = 0; i < trends_->periods.size(); i += every) {
      svg_.open("text").set("x", x(i)).set("y", kBottom + 22);
      svg_.text(shown_period(trends_->periods[i])).close();
    }
  }

  void write_line(size_t number) {
    const answers::Trend& line = trends_->lines[number];
    const std::vector<std::string>& periods = trends_->periods;
    svg_.open("g").set("class", "line-" + std::to_string(number + 1));
    svg_.element("title", line.text);
    std::string points;
    for (size_t i = 0; i < periods.size(); ++i) {
      points += std::to_string(x(i)) + ',' +
                std::to_string(y(trends_->value(line, periods[i]))) + ' ';
    }
    svg_.open("polyline").set("points", points).close();
    constexpr size_t kMostPoints = 60;
    for (size_t i = 0; i < periods.size() && periods.size() <= kMostPoints;
         ++i) {
      uint64_t value = trends_->value(line, periods[i]);
      svg_.open("circle").set("r", "3.5").set("cx", x(i)).set("cy", y(value));
      svg_.element("title", line.text + ", " + shown_period(periods[i]) + ": " +
                                trend_value(*words_, *trends_, value));
      svg_.close();
    }
    svg_.close();
  }

  const Words* words_;
  const answers::Trends* trends_;
  uint64_t most_;
  std::string out_;
  text::MarkupWriter svg_;
};

std::vector<Values> box_values(const answers::Trends& trends) {
  size_t boxes = std::min(answers::kMostTrends,
                          std::max<size_t>(trends.lines.size() + 1, 2));
  std::vector<Values> list;
  for (size_t i = 0; i < boxes; ++i) {
    list.push_back({{"number", i + 1},
                    {"text", i < trends.lines.size()
                                 ? std::string_view(trends.lines[i].text)
                                 : std::string_view()}});
  }
  return list;
}

std::vector<Values> row_values(const answers::Scope& scope,
                               const answers::Trends& trends) {
  const Words& words = words_of(scope);
  std::vector<Values> rows;
  for (const std::string& period : trends.periods) {
    std::vector<Values> cells;
    for (const answers::Trend& line : trends.lines) {
      SearchLink link{&scope, {}};
      link.search.text = line.text;
      cells.push_back(
          {{"href", link.with_year(period).href()},
           {"value", trend_value(words, trends, trends.value(line, period))}});
    }
    rows.push_back({{"period", shown_period(period)}, {"cells", cells}});
  }
  return rows;
}

void set_lines(const answers::Scope& scope, const answers::Trends& trends,
               Values& values) {
  uint64_t most = 0;
  for (const answers::Trend& line : trends.lines) {
    for (const std::string& period : trends.periods) {
      most = std::max(most, trends.value(line, period));
    }
  }
  std::vector<Values> lines;
  for (size_t i = 0; i < trends.lines.size(); ++i) {
    SearchLink link{&scope, {}};
    link.search.text = trends.lines[i].text;
    link.search.from = trends.from;
    link.search.to = trends.to;
    lines.push_back({{"number", i + 1},
                     {"href", link.href()},
                     {"text", trends.lines[i].text}});
  }
  const Words& words = words_of(scope);
  values.set("lines_by",
             words.of(trends.by_month ? "Pages by month of capture"
                                      : "Pages by year of capture"));
  values.set("period_name", words.of(trends.by_month ? "Month" : "Year"));
  values.set("lines", lines);
  if (most == 0) return;
  values.set("plot", TrendPlot(words, trends, most).text());
  values.set("rows", row_values(scope, trends));
}

}  // namespace

answers::Response trends_page(const answers::Holdings& holdings,
                              const answers::Request& request) {
  answers::Scope scope = search_scope_of(holdings, request);
  answers::Trends trends = find_trends(scope, request);
  PageFrame frame;
  const Words& words = words_of(scope);
  frame.title = words.with("Trends – %collection%",
                           {{"collection", collection_title(scope)}});
  frame.current = "/trends";
  std::vector<Values> faults;
  for (const answers::Trend& line : trends.lines) {
    if (!line.fault.empty()) faults.push_back({{"fault", line.fault}});
  }
  Values values = {{"boxes", box_values(trends)},
                   {"by_month", trends.by_month},
                   {"as_share", trends.as_share},
                   {"from", trends.from},
                   {"to", trends.to},
                   {"faults", faults}};
  auto add_missing = [&frame](const std::string& text,
                              const answers::Trend& trend) {
    for (const std::string& reason : trend.missing.reasons()) {
      frame.missing.push_back(text + ": " + reason);
    }
  };
  for (const answers::Trend& line : trends.lines) add_missing(line.text, line);
  add_missing(std::string(words.of("all pages")), trends.all);
  if (!trends.lines.empty()) set_lines(scope, trends, values);
  return page(scope, frame, "trends", std::move(values),
              faults.empty() ? 200 : 400);
}

}  // namespace wax::serve
