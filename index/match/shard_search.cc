#include "index/match/shard_search.h"

#include <bit>
#include <cmath>
#include <optional>
#include <span>

namespace wax::index {

ShardSearch::ShardSearch(Matcher& matcher, const Shard& shard,
                         const Deadline& deadline, const SearchOptions& options,
                         double rounding, const BestHits& best)
    : matcher_(&matcher),
      shard_(&shard),
      deadline_(&deadline),
      rounding_(rounding),
      scores_later_(matcher.has_bounds() && matcher.scores_later()),
      finds_candidates_(scores_later_ && matcher.finds_candidates()) {
  std::optional<uint64_t> known = matcher.total();
  // Few documents are found faster than windows are judged.
  constexpr double kFewDocuments = 128;
  if (known && shard.deleted.empty()) {
    total_ = *known;
    counts_ = false;
  } else if (!options.exact_total && finds_candidates_ &&
             matcher.expected() >= kFewDocuments) {
    total_ = static_cast<uint64_t>(std::llround(matcher.expected()));
    exact_ = counts_ = false;
  }
  if (shard.deleted.empty()) {
    floor_ = std::nextafter(matcher.reached_by(best.wanted()),
                            -std::numeric_limits<float>::infinity());
  }
  sees_all_ = counts_ || matcher.expected() < kFewDocuments;
}

void ShardSearch::run(BestHits& best) {
  try {
    look_at_windows(best);
  } catch (const Deadline::Passed&) {
    score_candidates(best);
    throw;
  }
  score_candidates(best);
  searched_ = shard_->documents;
}

void ShardSearch::look_at_windows(BestHits& best) {
  if (!counts_ && best.wanted() == 0) searched_ = shard_->documents;
  WindowMask mask;
  while (searched_ < shard_->documents) {
    deadline_->check();
    if (!sees_all_ && cannot_have_best(searched_, best)) {
      searched_ += kWindow;
      continue;
    }
    if (!sees_all_ && finds_candidates_) {
      add_possible(searched_, best);
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
  if (scores_later_) return add_candidates(base, mask, best);
  each_scored(*matcher_, base, mask, [&](uint32_t n, float score) {
    if (score > best.least()) best.add(shard_->base + base + n, score);
  });
}

void ShardSearch::add_candidates(uint32_t base, const WindowMask& mask,
                                 BestHits& best) {
  if (is_empty(mask)) return;
  // keep_candidates() is the exact rule.
  constexpr float kLess = 1 - 1e-6F;
  const float least = too_low(best) / static_cast<float>(rounding_ * rounding_);
  if (auto listed = matcher_->list_bounds(base, mask, least * kLess)) {
    return keep_candidates(base, *listed, best);
  }
  std::array<Bounds, kWindow> bounds = {};
  matcher_->add_bounds(base, mask, bounds.data());
  possible_.clear();
  each_bit(mask, [&](uint32_t n) { possible_.push_back({n, bounds[n]}); });
  keep_candidates(base, possible_, best);
}

void ShardSearch::add_possible(uint32_t base, BestHits& best) {
  possible_.clear();
  matcher_->add_candidates(base, double{too_low(best)} / rounding_, possible_);
  const std::vector<uint64_t>& deleted = shard_->deleted;
  if (!deleted.empty()) {
    std::erase_if(possible_, [&](const DocumentBounds& one) {
      return (deleted[(base + one.n) / 64] >> one.n % 64 & 1) != 0;
    });
  }
  keep_candidates(base, possible_, best);
}

void ShardSearch::keep_candidates(uint32_t base,
                                  std::span<const DocumentBounds> documents,
                                  BestHits& best) {
  const float least = too_low(best);
  // Bounds are rounded in another order than scores.
  const auto up = static_cast<float>(rounding_ * rounding_);
  const size_t before = reached_.size();
  for (const auto& [n, bounds] : documents) {
    const float most = bounds.most * up;
    if (most <= least) continue;
    candidates_.push_back({base + n, most});
    const float reached = bounds.least / up;
    if (reached > least) reached_.push_back(reached);
  }
  // The floor is not worth looking for again for a few more.
  constexpr size_t kManyNew = 64;
  new_reached_ += reached_.size() - before;
  if (new_reached_ >= kManyNew) raise_floor(best);
  constexpr size_t kManyCandidates = 4096;
  if (candidates_.size() > kManyCandidates) score_candidates(best);
}

void ShardSearch::raise_floor(const BestHits& best) {
  floor_ = std::max(floor_, best.least_with(reached_));
  new_reached_ = 0;
}

void ShardSearch::score_candidates(BestHits& best) {
  if (new_reached_ > 0) raise_floor(best);
  for (const Candidate& one : candidates_) {
    if (one.most <= too_low(best)) continue;
    float score = matcher_->score_document(one.document).value_or(0);
    if (score > best.least()) best.add(shard_->base + one.document, score);
  }
  candidates_.clear();
}

void tell_unreadable(const Shard& shard, const Error& error,
                     const SearchOptions& options) {
  if (options.problems == nullptr) throw;
  options.problems->report(unreadable_shard(shard.path, error));
}

}  // namespace wax::index
