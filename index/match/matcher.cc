#include "index/match/matcher.h"

#include <limits>

#include "index/schema/ranking.h"

namespace wax::index {

void Matcher::keep(uint32_t base, WindowMask& mask) {
  WindowMask own = {};
  fill(base, &mask, own);
  keep_in(mask, own);
}

void Matcher::fill_and_add(uint32_t base, WindowMask& mask, float* sums) {
  WindowMask own = {};
  fill(base, nullptr, own);
  add_to(mask, own);
  each_bit(own, [&](uint32_t n) { sums[n] += score(n); });
}

void Matcher::fill_and_add_saturated(uint32_t base, WindowMask& mask,
                                     float* sums, float rarity,
                                     const float* before) {
  WindowMask own = {};
  fill(base, nullptr, own);
  add_to(mask, own);
  each_bit(own, [&](uint32_t n) {
    sums[n] += saturated(before ? before[n] + score(n) : score(n), rarity);
  });
}

float Matcher::reached_by(uint64_t) {
  return -std::numeric_limits<float>::infinity();
}

void Matcher::clear_below(uint32_t base, double least, WindowMask& mask) {
  if (double{bound(base)} <= least) mask = {};
}

}  // namespace wax::index
