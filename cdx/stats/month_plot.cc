#include "cdx/stats/month_plot.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <utility>
#include <vector>

namespace wax::cdx {
namespace {

constexpr double kWidth = 960;
constexpr double kHeight = 400;
constexpr double kLeft = 76;
constexpr double kRight = 24;
constexpr double kTop = 64;
constexpr double kBottom = 56;
constexpr size_t kMostMonths = 72;
constexpr size_t kMostYears = 200;

struct Bar {
  std::string label;
  std::array<uint64_t, 3> parts{};

  [[nodiscard]] uint64_t total() const {
    return parts[0] + parts[1] + parts[2];
  }
};

struct Part {
  const char* name;
  const char* color;
};
constexpr std::array<Part, 3> kParts = {{{"first captures", "#2a6f97"},
                                         {"duplicates", "#e9a23b"},
                                         {"revisit records", "#9aa5b1"}}};

void add(Bar& bar, const MonthTally& month) {
  bar.parts[0] += month.first.captures;
  bar.parts[1] += month.duplicate.captures;
  bar.parts[2] += month.revisit.captures;
}

bool is_year(const std::string& name) { return name.size() == 4; }

bool is_month(const std::string& text) {
  return text.size() == 7 && text >= "0000-01" && text.substr(5) >= "01" &&
         text.substr(5) <= "12";
}

std::string next_month(const std::string& month) {
  int year = std::stoi(month.substr(0, 4));
  int number = std::stoi(month.substr(5));
  if (++number > 12) {
    number = 1;
    ++year;
  }
  std::array<char, 24> text;
  std::snprintf(text.data(), text.size(), "%04d-%02d", year, number);
  return text.data();
}

// Periods without captures have a place too, if they are not too many.
std::vector<Bar> bars_of(const std::map<std::string, MonthTally>& months,
                         uint64_t& undated) {
  std::map<std::string, Bar> by_month;
  std::map<std::string, Bar> by_year;
  bool no_month = false;
  for (const auto& [name, month] : months) {
    Bar count;
    add(count, month);
    if (is_year(name)) {
      no_month = true;
      add(by_year[name], month);
      continue;
    }
    if (!is_month(name)) {
      undated += count.total();
      continue;
    }
    add(by_month[name], month);
    add(by_year[name.substr(0, 4)], month);
  }
  std::vector<Bar> bars;
  if (by_year.empty()) return bars;
  if (!no_month) {
    const std::string last = by_month.rbegin()->first;
    for (std::string name = by_month.begin()->first;; name = next_month(name)) {
      if (bars.size() == kMostMonths) break;
      bars.push_back(by_month[name]);
      bars.back().label = name;
      if (name == last) return bars;
    }
    bars.clear();
  }
  int first_year = std::stoi(by_year.begin()->first);
  int last_year = std::stoi(by_year.rbegin()->first);
  bool gaps = static_cast<size_t>(last_year - first_year) < kMostYears;
  for (int year = first_year; gaps && year <= last_year; ++year) {
    std::array<char, 16> name;
    std::snprintf(name.data(), name.size(), "%04d", year);
    by_year.try_emplace(name.data());
  }
  for (auto& [name, bar] : by_year) {
    bars.push_back(bar);
    bars.back().label = name;
  }
  return bars;
}

// The distance of grid lines: 1, 2 or 5 times a power of ten.
uint64_t step_of(uint64_t most) {
  uint64_t step = 1;
  for (int i = 0; most / step > 6; ++i) {
    step = i % 3 == 1 ? step / 2 * 5 : step * 2;
  }
  return step;
}

std::string grouped(uint64_t number) {
  std::string digits = std::to_string(number);
  for (size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, ",");
  return digits;
}

class Svg {
 public:
  void rectangle(double x, double y, double width, double height,
                 const char* color, const std::string& title = {}) {
    put("<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" ", x, y,
        width, height);
    text_ += "fill=\"" + std::string(color) + "\"";
    text_ += title.empty() ? "/>\n" : "><title>" + title + "</title></rect>\n";
  }
  void line(double y, const char* color) {
    put("<path d=\"M%.1f %.1fH%.1f\" ", kLeft, y, kWidth - kRight);
    text_ += "stroke=\"" + std::string(color) + "\"/>\n";
  }
  void text(double x, double y, const char* anchor, const std::string& text,
            const char* more = "") {
    put("<text x=\"%.1f\" y=\"%.1f\" ", x, y);
    text_ += "text-anchor=\"" + std::string(anchor) + "\"" + more + ">" + text +
             "</text>\n";
  }
  void raw(const std::string& text) { text_ += text; }
  std::string take() { return std::move(text_); }

 private:
  template <typename... Numbers>
  void put(const char* format, Numbers... numbers) {
    std::array<char, 160> text;
    std::snprintf(text.data(), text.size(), format, numbers...);
    text_ += text.data();
  }
  std::string text_;
};

}  // namespace

std::string month_plot(const std::map<std::string, MonthTally>& months) {
  uint64_t undated = 0;
  std::vector<Bar> bars = bars_of(months, undated);
  uint64_t most = 1;
  for (const Bar& bar : bars) most = std::max(most, bar.total());
  uint64_t step = step_of(most);
  uint64_t top = (most + step - 1) / step * step;
  const double bottom = kHeight - kBottom;
  const double scale = (bottom - kTop) / static_cast<double>(top);

  Svg svg;
  svg.raw(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"960\" "
      "height=\"400\" viewBox=\"0 0 960 400\" font-family=\"sans-serif\" "
      "font-size=\"12\" fill=\"#333\">\n");
  svg.rectangle(0, 0, kWidth, kHeight, "#fff");
  bool yearly = !bars.empty() && bars[0].label.size() == 4;
  svg.text(kLeft, 26, "start",
           yearly ? "Captures per year" : "Captures per month",
           " font-size=\"16\"");
  double x = kLeft;
  for (const Part& part : kParts) {
    svg.rectangle(x, 39, 11, 11, part.color);
    svg.text(x + 17, 49, "start", part.name);
    x += 130;
  }
  for (uint64_t value = 0; value <= top; value += step) {
    double y = bottom - static_cast<double>(value) * scale;
    svg.line(y, value == 0 ? "#333" : "#ddd");
    svg.text(kLeft - 8, y + 4, "end", grouped(value));
  }
  double pitch = (kWidth - kLeft - kRight) /
                 static_cast<double>(std::max<size_t>(bars.size(), 12));
  // So many labels as have room.
  size_t every = std::max<size_t>(
      1, static_cast<size_t>((yearly ? 44 : 58) / pitch + 0.999));
  for (size_t i = 0; i < bars.size(); ++i) {
    const Bar& bar = bars[i];
    double left = kLeft + pitch * static_cast<double>(i);
    double y = bottom;
    for (size_t part = 0; part < kParts.size(); ++part) {
      if (bar.parts[part] == 0) continue;
      double height = static_cast<double>(bar.parts[part]) * scale;
      y -= height;
      svg.rectangle(left + pitch * 0.1, y, pitch * 0.8, height,
                    kParts[part].color,
                    bar.label + ": " + grouped(bar.parts[part]) + " " +
                        kParts[part].name);
    }
    if (i % every == 0) {
      svg.text(left + pitch / 2, bottom + 18, "middle", bar.label);
    }
  }
  if (bars.empty()) {
    svg.text(kWidth / 2, (kTop + bottom) / 2, "middle", "no dated captures");
  }
  if (undated > 0) {
    svg.text(kWidth - kRight, kHeight - 14, "end",
             grouped(undated) + " captures without a valid date");
  }
  svg.raw("</svg>\n");
  return svg.take();
}

}  // namespace wax::cdx
