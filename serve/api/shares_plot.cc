#include "serve/api/shares_plot.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "text/markup_writer.h"
#include "text/number.h"

namespace wax::serve {
namespace {

constexpr int kPlotWidth = 900;
constexpr int kPlotHeight = 200;
constexpr int kLeft = 70;
constexpr int kTop = 14;
constexpr int kBottom = kTop + kPlotHeight;
constexpr size_t kMostLabels = 10;

constexpr std::string_view kPlotStyle =
    "text{fill:#555;font:12px sans-serif;text-anchor:middle}"
    ".amount{text-anchor:end}.grid-line{stroke:#ccc}.bar{fill:#2a6f97}"
    "@media(prefers-color-scheme:dark){text{fill:#bbb}.grid-line{stroke:#555}"
    ".bar{fill:#7fb8d8}}";

int height_of(uint64_t value, uint64_t most) {
  return static_cast<int>(static_cast<double>(value) * kPlotHeight /
                          static_cast<double>(most));
}

void write_amounts(uint64_t most, text::MarkupWriter& svg) {
  for (uint64_t amount : {uint64_t{0}, most}) {
    const int y = kBottom - height_of(amount, most);
    svg.open("path").set("class", "grid-line");
    svg.set("d", 'M' + std::to_string(kLeft) + ' ' + std::to_string(y) + 'H' +
                     std::to_string(kLeft + kPlotWidth));
    svg.close();
    svg.open("text").set("class", "amount").set("x", kLeft - 8);
    svg.set("y", y + 4).text(text::grouped(amount)).close();
  }
}

}  // namespace

std::string shares_plot(const SharesOfPage& shares, bool is_in_page) {
  std::string out;
  if (shares.periods.empty()) return out;
  uint64_t most = 1;
  for (const PeriodShares& period : shares.periods) {
    most = std::max(most, period.numbers.shares);
  }
  text::MarkupWriter svg(out);
  svg.open("svg").set("class", "lines").set("role", "img");
  svg.set("aria-label", "Shares by " + shares.by);
  if (!is_in_page) svg.set("xmlns", "http://www.w3.org/2000/svg");
  svg.set("viewBox", "0 0 " + std::to_string(kLeft + kPlotWidth + 40) + ' ' +
                         std::to_string(kBottom + 40));
  if (!is_in_page) svg.element("style", kPlotStyle);
  write_amounts(most, svg);
  const size_t bars = shares.periods.size();
  const double step = static_cast<double>(kPlotWidth) /
                      static_cast<double>(std::max<size_t>(bars, 12));
  const size_t every = (bars + kMostLabels - 1) / kMostLabels;
  for (size_t i = 0; i < bars; ++i) {
    const PeriodShares& period = shares.periods[i];
    const int height = height_of(period.numbers.shares, most);
    const double x = kLeft + static_cast<double>(i) * step;
    if (period.numbers.shares > 0) {
      svg.open("rect").set("class", "bar").set("x", x);
      svg.set("y", kBottom - height).set("width", step * 0.8);
      svg.set("height", std::max(height, 1));
      svg.element("title", period.period.name + ": " +
                               text::grouped(period.numbers.shares));
      svg.close();
    }
    if (i % every == 0) {
      svg.open("text").set("x", x + step * 0.4).set("y", kBottom + 22);
      svg.text(period.period.name).close();
    }
  }
  svg.close();
  return out;
}

}  // namespace wax::serve
