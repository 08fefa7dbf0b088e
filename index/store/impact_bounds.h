// What the documents of a term score at most, part by part of a shard.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "index/store/block_file.h"
#include "index/store/index_directory.h"

namespace wax::index {

// The values that the bytes of norms stand for.
[[nodiscard]] const std::array<float, 256>& values_of_norms();

// What an occurrence counts, by the norm: less in a long value (ranking.h). It
// rises with the norm.
using NormFactors = std::array<float, 256>;
// Returns the factors of a field; a field without norms has the factor 1
// everywhere.
[[nodiscard]] const NormFactors& factors_of(const LuceneField& field);
[[nodiscard]] const NormFactors& factors_of(std::string_view field);

// For a field without norms.
inline constexpr uint8_t kNormOfOne = 124;

// What a document scores. One with a smaller frequency and factor does not
// score more, rounding included.
[[nodiscard]] inline float score_of(float weight, uint32_t frequency,
                                    float factor) {
  return weight * static_cast<float>(frequency) * factor;
}

// The greatest of some impacts.
class GreatestImpact {
 public:
  explicit GreatestImpact(const NormFactors& factors) : factors_(&factors) {}

  void add(uint32_t frequency, uint8_t norm) {
    if (frequency == impact_.frequency && norm == impact_.norm) return;
    double value = double{(*factors_)[norm]} * frequency;
    if (value > value_ * (1 + kRounding)) {
      impact_ = {frequency, norm, false};
    } else if (value > value_) {
      impact_ = {frequency, norm, true};
    } else {
      if (value >= value_ * (1 - kRounding)) impact_.has_rival = true;
      return;
    }
    value_ = value;
  }
  // Forgets them.
  void clear() {
    impact_ = {};
    value_ = 0;
  }
  [[nodiscard]] const Impact& impact() const { return impact_; }

 private:
  // More than scores can differ from exact ones.
  static constexpr double kRounding = 0x1p-18;
  const NormFactors* factors_;
  Impact impact_;
  double value_ = 0;
};

class ImpactBounds {
 public:
  // Nothing.
  ImpactBounds() = default;
  ImpactBounds(const std::vector<TermSource>& sources, float weight);

  // The greatest score of the documents from `first` to before `end`, or more;
  // infinity when it is not known. `first` must not fall. Throws FormatError,
  // IoError.
  [[nodiscard]] float greatest(uint32_t first, uint32_t end);
  // Calls use(first, last) for documents from `first` on and before `end`, the
  // last included, of which none scores more than `least`, as far as that is
  // cheap to say. After greatest() for the same ones.
  template <typename Use>
  void each_weak(uint32_t first, uint32_t end, float least, Use&& use) {
    for (size_t i = 0; i < parts_.size(); ++i) {
      const Part& part = parts_[i];
      uint32_t base = sources_[i].base;
      if (end <= base || first >= base + sources_[i].segment->documents()) {
        continue;
      }
      uint32_t next = std::max(first, base);
      for (uint32_t n = part.next; n < part.blocks.count() && next < end; ++n) {
        uint32_t last = std::min(base + part.blocks.last(n), end - 1);
        if (last < next) continue;
        if (bound_of(part.blocks.packed_impact(n)) <= least) use(next, last);
        next = last + 1;
      }
    }
  }
  // A score that so many documents reach, at least one, as far as that is cheap
  // to say; -infinity when it is not.
  [[nodiscard]] float reached_by(uint64_t count);

 private:
  struct Part {
    TermBlocks blocks;
    uint32_t next = 0;  // the first that does not end before `first`
    float whole = -1;   // of a term without blocks; -1: not looked for yet
  };
  // Bounds of the last impacts.
  struct Known {
    uint32_t packed = UINT32_MAX;
    float bound = 0;
  };
  static constexpr unsigned kKnownBits = 4;

  [[nodiscard]] float bound_of(uint32_t packed);
  [[nodiscard]] float bound_of(const Impact& impact) const;
  [[nodiscard]] float bound_of_all(const TermSource& source) const;

  std::vector<TermSource> sources_;
  const NormFactors* factors_ = nullptr;  // of the field
  float weight_ = 0;
  std::vector<Part> parts_;
  std::array<Known, 1 << kKnownBits> known_;
};

}  // namespace wax::index
