#include "rank/rank_sampler.h"

#include <cmath>

namespace wax::rank {

bool Sampler::near(const Sample& last, uint64_t place, uint64_t views) const {
  const auto size = static_cast<double>(options_.size);
  const double x = static_cast<double>(place - last.place) * size /
                   static_cast<double>(options_.entities);
  auto height = [&](uint64_t value) {
    if (log_most_ == 0) return 0.0;
    return std::log10(static_cast<double>(value)) * size / log_most_;
  };
  const double y = height(last.views) - height(views);
  return x * x + y * y < 16;
}

void Sampler::add(std::string_view entity, uint64_t views) {
  if (++place_ == 1) log_most_ = std::log10(static_cast<double>(views));
  const bool is_median = place_ == options_.entities / 2 + 1;
  const bool is_near =
      !samples_.empty() && near(samples_.back(), place_, views);
  last_.place = place_;
  last_.views = views;
  if (place_ == options_.entities) last_.entity = entity;
  if (is_near && !is_median && place_ > options_.top) return;
  if (is_median) {
    if (is_near && samples_.back().place > options_.top) samples_.pop_back();
    median_ = samples_.size();
  }
  samples_.push_back({std::string(entity), place_, views});
}

void Sampler::finish() {
  if (samples_.empty() || samples_.back().place == last_.place) return;
  const bool is_kept =
      samples_.size() - 1 == median_ || samples_.back().place <= options_.top;
  if (!is_kept) samples_.pop_back();
  samples_.push_back(last_);
}

}  // namespace wax::rank
