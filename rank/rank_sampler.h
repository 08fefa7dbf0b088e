// Points of the plot of a rank distribution.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace wax::rank {

struct Sample {
  std::string entity;
  uint64_t place = 0;  // 1 for the most viewed
  uint64_t views = 0;
};

struct SampleOptions {
  uint64_t entities = 0;  // how many there are
  uint64_t top = 50;      // so many first ones are all samples
  uint64_t size = 1000;   // of the plot, both ways
};

// Takes entities in the order of their ranks, and keeps those that lie at least
// four points from the last one kept, on a plot of `size` points: places
// across, the logarithm of views upwards. The first `top` entities and the
// median are kept, too; the last sample is the last entity.
class Sampler {
 public:
  explicit Sampler(const SampleOptions& options) : options_(options) {}
  void add(std::string_view entity, uint64_t views);
  // Call once, after the last entity.
  void finish();

  [[nodiscard]] const std::vector<Sample>& samples() const { return samples_; }
  // Which sample is the median entity: the one at place entities / 2 + 1.
  [[nodiscard]] size_t median() const { return median_; }

 private:
  [[nodiscard]] bool near(const Sample& last, uint64_t place,
                          uint64_t views) const;

  SampleOptions options_;
  double log_most_ = 0;
  uint64_t place_ = 0;
  std::vector<Sample> samples_;
  size_t median_ = 0;
  Sample last_;
};

}  // namespace wax::rank
