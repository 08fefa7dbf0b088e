// Sums and texts of numbers that are the same in every run.
#pragma once

#include <charconv>
#include <cmath>
#include <string>

namespace wax::graph {

// A sum whose error does not grow with the number of terms (Neumaier).
class ExactSum {
 public:
  void add(double value) {
    double sum = sum_ + value;
    if (std::abs(sum_) >= std::abs(value)) {
      rest_ += (sum_ - sum) + value;
    } else {
      rest_ += (value - sum) + sum_;
    }
    sum_ = sum;
  }
  void add(const ExactSum& other) {
    add(other.sum_);
    rest_ += other.rest_;
  }
  [[nodiscard]] double value() const { return sum_ + rest_; }

 private:
  double sum_ = 0;
  double rest_ = 0;
};

// "0.166666666667", "1e-07".
inline constexpr int kScoreDigits = 12;  // significant ones
inline void append_score(double value, std::string& out,
                         int digits_shown = kScoreDigits) {
  char digits[32];
  auto end = std::to_chars(digits, digits + sizeof(digits), value,
                           std::chars_format::general, digits_shown);
  out.append(digits, end.ptr);
}
[[nodiscard]] inline std::string score_text(double value) {
  std::string text;
  append_score(value, text);
  return text;
}

}  // namespace wax::graph
