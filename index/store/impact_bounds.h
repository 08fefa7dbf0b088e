// What the documents of a term score at most, part by part of a shard.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <string_view>
#include <vector>

#include "index/store/index_column.h"
#include "index/store/maxima.h"

namespace wax::index {

// The values that the bytes of norms stand for.
[[nodiscard]] const std::array<float, 256>& values_of_norms();

// Of a field without norms.
inline constexpr uint8_t kNormOfOne = 124;

// What a document scores. One with a smaller frequency and norm does not score
// more, rounding included.
[[nodiscard]] inline float score_of(float weight, uint32_t frequency,
                                    uint8_t norm) {
  return weight * std::sqrt(static_cast<float>(frequency)) *
         values_of_norms()[norm];
}

// The greatest of some impacts.
class GreatestImpact {
 public:
  void add(uint32_t frequency, uint8_t norm) {
    if (frequency == impact_.frequency && norm == impact_.norm) return;
    float value = values_of_norms()[norm];
    double square = double{value} * double{value} * frequency;
    if (square > square_ * (1 + kRounding)) {
      impact_ = {frequency, norm, false};
    } else if (square > square_) {
      impact_ = {frequency, norm, true};
    } else {
      if (square >= square_ * (1 - kRounding)) impact_.has_rival = true;
      return;
    }
    square_ = square;
  }
  [[nodiscard]] const Impact& impact() const { return impact_; }

 private:
  // More than scores can differ from exact ones.
  static constexpr double kRounding = 0x1p-18;
  Impact impact_;
  double square_ = 0;
};

class ImpactBounds {
 public:
  ImpactBounds(const std::vector<TermSource>& sources, float weight);

  // The greatest score of the documents from `first` to before `end`, or more;
  // infinity when it is not known. `first` must not fall. Throws FormatError,
  // IoError.
  [[nodiscard]] float greatest(uint32_t first, uint32_t end);

 private:
  struct Part {
    std::string_view blocks;  // maxima.h
    size_t next = 0;          // the first that does not end before `first`
    float whole = -1;  // of a term without blocks; -1: not looked for yet
  };
  [[nodiscard]] float bound_of(const Impact& impact) const;
  [[nodiscard]] float bound_of_all(const TermSource& source) const;

  std::vector<TermSource> sources_;
  float weight_;
  std::vector<Part> parts_;
};

}  // namespace wax::index
