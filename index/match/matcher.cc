#include "index/match/matcher.h"

#include <limits>

#include "index/schema/ranking.h"

namespace wax::index {

void Matcher::keep(uint32_t base, WindowMask& mask) {
  WindowMask own = {};
  fill(base, &mask, own);
  keep_in(mask, own);
}

void Matcher::add_scores(uint32_t, const WindowMask& wanted, float* sums) {
  each_bit(wanted, [&](uint32_t n) { sums[n] += score(n); });
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

void Matcher::add_bounds(uint32_t base, const WindowMask& wanted,
                         Bounds* bounds) {
  float greatest = bound(base);
  each_bit(wanted, [&](uint32_t n) { bounds[n].most += greatest; });
}

std::optional<std::span<const DocumentBounds>> Matcher::list_bounds(
    uint32_t, const WindowMask&, float) {
  return {};
}

void Matcher::add_bounds_to(uint32_t base,
                            std::span<DocumentBounds> documents) {
  WindowMask wanted = {};
  for (const DocumentBounds& one : documents) {
    wanted[one.n / 64] |= uint64_t{1} << one.n % 64;
  }
  WindowMask own = {};
  fill(base, &wanted, own);
  keep_in(own, wanted);
  if (is_empty(own)) return;
  std::array<Bounds, kWindow> bounds = {};
  add_bounds(base, own, bounds.data());
  for (DocumentBounds& one : documents) {
    if (is_in(own, one.n)) one.bounds += bounds[one.n];
  }
}

void Matcher::add_candidates(uint32_t base, double least,
                             std::vector<DocumentBounds>& found) {
  WindowMask mask = {};
  fill(base, nullptr, mask);
  clear_below(base, least, mask);
  if (is_empty(mask)) return;
  if (auto listed = list_bounds(base, mask, 0)) {
    found.insert(found.end(), listed->begin(), listed->end());
    return;
  }
  std::array<Bounds, kWindow> bounds = {};
  add_bounds(base, mask, bounds.data());
  each_bit(mask, [&](uint32_t n) { found.push_back({n, bounds[n]}); });
}

std::optional<float> Matcher::score_document(uint32_t) { return {}; }

void Matcher::clear_below(uint32_t base, double least, WindowMask& mask) {
  if (double{bound(base)} <= least) mask = {};
}

bool is_empty(const WindowMask& mask) {
  uint64_t any = 0;
  for (uint64_t word : mask) any |= word;
  return any == 0;
}

size_t count_of(const WindowMask& mask) {
  // For processors that may lack an instruction for it: first pairs of bits are
  // added, then pairs of these, and so on.
  uint64_t count = 0;
  for (size_t half = 0; half < 2; ++half) {
    uint64_t bytes = 0;
    for (size_t i = 0; i < mask.size() / 2; ++i) {
      uint64_t word = mask[half * mask.size() / 2 + i];
      word -= word >> 1 & 0x5555555555555555;
      word = (word & 0x3333333333333333) + (word >> 2 & 0x3333333333333333);
      bytes += (word + (word >> 4)) & 0x0F0F0F0F0F0F0F0F;
    }
    count += (bytes & 0x00FF00FF00FF00FF) * 0x0001000100010001 >> 48;
    count += (bytes >> 8 & 0x00FF00FF00FF00FF) * 0x0001000100010001 >> 48;
  }
  return count;
}

uint32_t next_bit(const WindowMask& mask, uint32_t n) {
  for (uint32_t i = n / 64; i < mask.size(); ++i) {
    uint64_t word = mask[i];
    if (i == n / 64) word &= UINT64_MAX << n % 64;
    if (word != 0)
      return 64 * i + static_cast<uint32_t>(std::countr_zero(word));
  }
  return kWindow;
}

void add_to(WindowMask& mask, const WindowMask& more) {
  for (size_t i = 0; i < mask.size(); ++i) mask[i] |= more[i];
}

void keep_in(WindowMask& mask, const WindowMask& kept) {
  for (size_t i = 0; i < mask.size(); ++i) mask[i] &= kept[i];
}

void clear_bits(WindowMask& mask, uint32_t first, uint32_t last) {
  for (uint32_t i = first / 64; i <= last / 64; ++i) {
    uint64_t cleared = UINT64_MAX;
    if (i == first / 64) cleared &= UINT64_MAX << first % 64;
    if (i == last / 64) cleared &= UINT64_MAX >> (63 - last % 64);
    mask[i] &= ~cleared;
  }
}

}  // namespace wax::index
