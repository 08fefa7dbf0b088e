#include "index/match/shard_search.h"

#include <bit>
#include <cmath>
#include <optional>

namespace wax::index {

ShardSearch::ShardSearch(Matcher& matcher, const Shard& shard,
                         const Deadline& deadline, const SearchOptions& options,
                         double rounding, const BestHits& best)
    : matcher_(&matcher),
      shard_(&shard),
      deadline_(&deadline),
      rounding_(rounding) {
  std::optional<uint64_t> known = matcher.total();
  if (known && shard.deleted.empty()) {
    total_ = *known;
    counts_ = false;
  } else if (!options.exact_total) {
    total_ = static_cast<uint64_t>(std::llround(matcher.expected()));
    exact_ = counts_ = false;
  }
  // Few documents are found faster than windows are judged.
  constexpr double kFewDocuments = 128;
  if (shard.deleted.empty()) {
    floor_ = std::nextafter(matcher.reached_by(best.wanted()),
                            -std::numeric_limits<float>::infinity());
  }
  sees_all_ = counts_ || matcher.expected() < kFewDocuments;
}

void ShardSearch::run(BestHits& best) {
  if (!counts_ && best.wanted() == 0) searched_ = shard_->documents;
  WindowMask mask;
  while (searched_ < shard_->documents) {
    deadline_->check();
    if (!sees_all_ && cannot_have_best(searched_, best)) {
      searched_ += kWindow;
      continue;
    }
    uint32_t next = matcher_->at_or_after(searched_);
    if (next == kNoDocument) break;
    uint32_t base = next / kWindow * kWindow;
    searched_ = base + kWindow;
    if (!sees_all_ && cannot_have_best(base, best)) continue;
    mask = {};
    matcher_->fill(base, nullptr, mask);
    if (!shard_->deleted.empty()) drop_deleted(base, mask);
    if (counts_) total_ += count_of(mask);
    if (best.wanted() > 0) add_best(base, mask, best);
  }
  searched_ = shard_->documents;
}

void ShardSearch::drop_deleted(uint32_t base, WindowMask& mask) const {
  for (size_t i = 0; i < mask.size(); ++i) {
    mask[i] &= ~shard_->deleted[base / 64 + i];
  }
}

bool ShardSearch::cannot_have_best(uint32_t base, const BestHits& best) {
  float least = too_low(best);
  return least > -std::numeric_limits<float>::infinity() &&
         matcher_->bound(base) <= least;
}

void ShardSearch::add_best(uint32_t base, WindowMask& mask, BestHits& best) {
  if (cannot_have_best(base, best)) return;
  if (float least = too_low(best);
      least > -std::numeric_limits<float>::infinity()) {
    matcher_->clear_below(base, double{least} / rounding_, mask);
  }
  if (matcher_->has_bounds()) keep_possible(base, best, mask);
  each_scored(*matcher_, base, mask, [&](uint32_t n, float score) {
    if (score > best.least()) best.add(shard_->base + base + n, score);
  });
}

void ShardSearch::keep_possible(uint32_t base, const BestHits& best,
                                WindowMask& mask) {
  float floor = too_low(best);
  size_t count = count_of(mask);
  bool is_first = std::isinf(floor) && count > best.needed();
  if (count == 0 || (!is_first && std::isinf(floor))) return;
  most_.assign(kWindow, 0);
  if (is_first) least_.assign(kWindow, 0);
  matcher_->add_bounds(base, mask, is_first ? least_.data() : nullptr,
                       most_.data());
  if (is_first) {
    reached_.clear();
    each_bit(mask, [&](uint32_t n) { reached_.push_back(least_[n]); });
    floor = best.least_with(reached_);
  }
  for (size_t i = 0; i < mask.size(); ++i) {
    uint64_t kept = 0;
    for (uint64_t word = mask[i]; word != 0; word &= word - 1) {
      auto n = static_cast<size_t>(std::countr_zero(word));
      kept |= uint64_t{most_[64 * i + n] > floor} << n;
    }
    mask[i] = kept;
  }
}

}  // namespace wax::index
