#include "index/match/joined_matchers.h"

#include <cmath>
#include <limits>

#include "index/schema/ranking.h"

namespace wax::index {
namespace {

bool any_has_bounds(const std::vector<std::unique_ptr<Matcher>>& parts) {
  return std::any_of(parts.begin(), parts.end(),
                     [](const auto& part) { return part->has_bounds(); });
}

bool all_score_later(const std::vector<std::unique_ptr<Matcher>>& parts) {
  return std::all_of(parts.begin(), parts.end(),
                     [](const auto& part) { return part->scores_later(); });
}

// Takes documents out that score at most `least`.
void drop_weak(double least, std::vector<DocumentBounds>& documents) {
  const auto low = static_cast<float>(least);
  size_t kept = 0;
  for (const DocumentBounds& one : documents) {
    documents[kept] = one;
    kept += one.bounds.most > low ? 1 : 0;
  }
  documents.resize(kept);
}

// A part may add bounds of documents that it matches and the whole does not.
using OwnBounds = std::array<Bounds, kWindow>;

}  // namespace

uint32_t AndMatcher::at_or_after(uint32_t target) {
  for (const auto& part : parts_) {
    target = part->at_or_after(target);
    if (target == kNoDocument) break;
  }
  return target;
}

void AndMatcher::fill(uint32_t base, const WindowMask* within,
                      WindowMask& mask) {
  parts_.front()->fill(base, within, mask);
  for (size_t i = 1; i < parts_.size() && !is_empty(mask); ++i) {
    parts_[i]->keep(base, mask);
  }
}

void AndMatcher::keep(uint32_t base, WindowMask& mask) {
  for (size_t i = 0; i < parts_.size() && !is_empty(mask); ++i) {
    parts_[i]->keep(base, mask);
  }
}

float AndMatcher::score(uint32_t n) {
  float sum = parts_.front()->score(n);
  for (size_t i = 1; i < parts_.size(); ++i) sum += parts_[i]->score(n);
  return sum;
}

void AndMatcher::add_scores(uint32_t base, const WindowMask& wanted,
                            float* sums) {
  own_.assign(kWindow, 0);
  for (const auto& part : parts_) part->add_scores(base, wanted, own_.data());
  each_bit(wanted, [&](uint32_t n) { sums[n] += own_[n]; });
}

float AndMatcher::bound(uint32_t base) {
  float sum = 0;
  for (const auto& part : parts_) sum += part->bound(base);
  return sum;
}

bool AndMatcher::has_bounds() const { return any_has_bounds(parts_); }

void AndMatcher::add_bounds(uint32_t base, const WindowMask& wanted,
                            Bounds* bounds) {
  OwnBounds own = {};
  for (const auto& part : parts_) part->add_bounds(base, wanted, own.data());
  each_bit(wanted, [&](uint32_t n) { bounds[n] += own[n]; });
}

bool AndMatcher::scores_later() const { return all_score_later(parts_); }

std::optional<float> AndMatcher::score_document(uint32_t document) {
  float sum = 0;
  for (const auto& part : parts_) {
    std::optional<float> score = part->score_document(document);
    if (!score) return {};
    sum += *score;
  }
  return sum;
}

void AndMatcher::clear_below(uint32_t base, double least, WindowMask& mask) {
  double all = 0;
  for (const auto& part : parts_) all += double{part->bound(base)};
  for (const auto& part : parts_) {
    part->clear_below(base, least - (all - double{part->bound(base)}), mask);
  }
}

double AndMatcher::expected() const {
  double expected = documents_;
  for (const auto& part : parts_) {
    expected *= part->expected() / documents_;
  }
  return expected;
}

uint32_t OrMatcher::at_or_after(uint32_t target) {
  uint32_t least = kNoDocument;
  for (const auto& part : parts_) {
    least = std::min(least, part->at_or_after(target));
    if (least == target) break;
  }
  return least;
}

void OrMatcher::fill(uint32_t base, const WindowMask* within,
                     WindowMask& mask) {
  active_.clear();
  added_up_ = parts_.size() >= kManyParts &&
              (within == nullptr || count_of(*within) >= kFewDocuments);
  if (added_up_) sums_.assign(kWindow, 0);
  for (uint32_t i = 0; i < parts_.size(); ++i) {
    if (parts_[i]->at_or_after(base) - base >= kWindow) continue;
    if (added_up_) {
      parts_[i]->fill_and_add(base, mask, sums_.data());
      continue;
    }
    masks_[i] = {};
    parts_[i]->fill(base, within, masks_[i]);
    add_to(mask, masks_[i]);
    active_.push_back(i);
  }
}

float OrMatcher::score(uint32_t n) {
  if (added_up_) return sums_[n];
  float sum = 0;
  for (uint32_t i : active_) {
    if (is_in(masks_[i], n)) sum += parts_[i]->score(n);
  }
  return sum;
}

void OrMatcher::add_scores(uint32_t base, const WindowMask& wanted,
                           float* sums) {
  if (added_up_) {
    return each_bit(wanted, [&](uint32_t n) { sums[n] += sums_[n]; });
  }
  own_.resize(kWindow);
  for (uint32_t i : active_) {
    WindowMask of_part = masks_[i];
    keep_in(of_part, wanted);
    if (!is_empty(of_part)) parts_[i]->add_scores(base, of_part, own_.data());
  }
  each_bit(wanted, [&](uint32_t n) { sums[n] += own_[n]; });
  std::fill(own_.begin(), own_.end(), 0.0F);
}

void OrMatcher::fill_and_add(uint32_t base, WindowMask& mask, float* sums) {
  own_.resize(kWindow);
  WindowMask found = {};
  for (const auto& part : parts_) {
    if (part->at_or_after(base) - base >= kWindow) continue;
    part->fill_and_add(base, found, own_.data());
  }
  add_to(mask, found);
  each_bit(found, [&](uint32_t n) {
    sums[n] += own_[n];
    own_[n] = 0;
  });
}

void OrMatcher::fill_and_add_saturated(uint32_t base, WindowMask& mask,
                                       float* sums, float rarity,
                                       const float* before) {
  if (before != nullptr) {
    return Matcher::fill_and_add_saturated(base, mask, sums, rarity, before);
  }
  // The last part has most documents: the field `content` is behind the others.
  Matcher& last = *parts_.back();
  WindowMask first = {};
  bool has_first = false;
  // The same memory for all of many words.
  std::array<float, kWindow> first_sums = {};
  for (size_t i = 0; i + 1 < parts_.size(); ++i) {
    if (parts_[i]->at_or_after(base) - base >= kWindow) continue;
    has_first = true;
    parts_[i]->fill_and_add(base, first, first_sums.data());
  }
  WindowMask own = {};
  if (last.at_or_after(base) - base < kWindow) {
    last.fill_and_add_saturated(base, own, sums, rarity,
                                has_first ? first_sums.data() : nullptr);
  }
  add_to(mask, own);
  if (!has_first) return;
  add_to(mask, first);
  for (size_t i = 0; i < first.size(); ++i) first[i] &= ~own[i];
  each_bit(first,
           [&](uint32_t n) { sums[n] += saturated(first_sums[n], rarity); });
}

float OrMatcher::bound(uint32_t base) {
  if (parts_.size() > kTooMany) return std::numeric_limits<float>::infinity();
  float sum = 0;
  for (const auto& part : parts_) sum += part->bound(base);
  return sum;
}

bool OrMatcher::has_bounds() const {
  return parts_.size() < kManyParts && any_has_bounds(parts_);
}

void OrMatcher::add_bounds(uint32_t base, const WindowMask& wanted,
                           Bounds* bounds) {
  if (added_up_) {
    return each_bit(wanted, [&](uint32_t n) {
      bounds[n] += Bounds{sums_[n], sums_[n]};
    });
  }
  for (uint32_t i : active_) {
    WindowMask of_part = masks_[i];
    keep_in(of_part, wanted);
    if (!is_empty(of_part)) parts_[i]->add_bounds(base, of_part, bounds);
  }
}

// Many parts are read once, when scores are added up.
bool OrMatcher::scores_later() const {
  return parts_.size() < kManyParts && all_score_later(parts_);
}

std::optional<float> OrMatcher::score_document(uint32_t document) {
  std::optional<float> sum;
  for (const auto& part : parts_) {
    if (std::optional<float> score = part->score_document(document)) {
      sum = sum.value_or(0) + *score;
    }
  }
  return sum;
}

float OrMatcher::reached_by(uint64_t count) {
  float most = Matcher::reached_by(count);
  for (const auto& part : parts_) {
    most = std::max(most, part->reached_by(count));
  }
  return most;
}

void OrMatcher::clear_below(uint32_t base, double least, WindowMask& mask) {
  if (added_up_) return;
  bounds_.clear();
  for (uint32_t i : active_)
    bounds_.emplace_back(double{parts_[i]->bound(base)}, i);
  std::sort(bounds_.begin(), bounds_.end());
  double weak = 0;
  size_t first = 0;
  while (first < bounds_.size() && weak + bounds_[first].first <= least) {
    weak += bounds_[first++].first;
  }
  if (first == 0) return;
  WindowMask strong = {};
  for (; first < bounds_.size(); ++first) {
    add_to(strong, masks_[bounds_[first].second]);
  }
  keep_in(mask, strong);
}

// MaxScore: documents are those of the strong parts, without which the others
// are too weak even together. These are asked only for documents that can still
// be candidates, the strongest first.
void OrMatcher::add_candidates(uint32_t base, double least,
                               std::vector<DocumentBounds>& found) {
  if (!finds_candidates()) return Matcher::add_candidates(base, least, found);
  // More than sums of bounds differ from exact ones.
  constexpr double kRounding = 1 + 1e-6;
  double all = 0;
  bounds_.clear();
  for (uint32_t i = 0; i < parts_.size(); ++i) {
    bounds_.emplace_back(double{parts_[i]->bound(base)}, i);
    all += bounds_.back().first;
  }
  if (all * kRounding <= least) return;
  std::sort(bounds_.rbegin(), bounds_.rend());
  candidates_.clear();
  double later = all;  // what parts count that are not added yet
  for (const auto& [bound, i] : bounds_) {
    Matcher& part = *parts_[i];
    if (later * kRounding > least) {
      of_part_.clear();
      part.add_candidates(base, least - (all - bound) * kRounding, of_part_);
      join_candidates(of_part_);
    } else {
      drop_weak(least / kRounding - later, candidates_);
      if (candidates_.empty()) return;
      part.add_bounds_to(base, candidates_);
    }
    later -= bound;
  }
  drop_weak(least / kRounding, candidates_);
  found.insert(found.end(), candidates_.begin(), candidates_.end());
}

void OrMatcher::join_candidates(std::vector<DocumentBounds>& more) {
  if (more.empty()) return;
  if (candidates_.empty()) return candidates_.swap(more);
  joined_.clear();
  auto next = candidates_.begin();
  for (const DocumentBounds& one : more) {
    for (; next != candidates_.end() && next->n < one.n; ++next) {
      joined_.push_back(*next);
    }
    joined_.push_back(one);
    if (next != candidates_.end() && next->n == one.n) {
      joined_.back().bounds += next->bounds;
      ++next;
    }
  }
  joined_.insert(joined_.end(), next, candidates_.end());
  candidates_.swap(joined_);
}

double OrMatcher::expected() const {
  double none = 1;  // the share of documents that no part matches
  double most = 0;
  for (const auto& part : parts_) {
    none *= 1 - part->expected() / documents_;
    most = std::max(most, part->expected());
  }
  return std::max(most, documents_ * (1 - none));
}

void WordMatcher::look_up_exact(uint32_t base, const WindowMask& mask) {
  if (!exact_) return;
  with_exact_ = {};
  exact_->fill(base, &mask, with_exact_);
}

void WordMatcher::fill(uint32_t base, const WindowMask* within,
                       WindowMask& mask) {
  fields_->fill(base, within, mask);
  look_up_exact(base, mask);
}

void WordMatcher::keep(uint32_t base, WindowMask& mask) {
  fields_->keep(base, mask);
  look_up_exact(base, mask);
}

float WordMatcher::score(uint32_t n) {
  float score = saturated(fields_->score(n), rarity_);
  if (exact_ && is_in(with_exact_, n)) score += exact_->score(n);
  return score;
}

void WordMatcher::add_scores(uint32_t base, const WindowMask& wanted,
                             float* sums) {
  own_.assign(kWindow, 0);
  fields_->add_scores(base, wanted, own_.data());
  each_bit(wanted, [&](uint32_t n) {
    float score = saturated(own_[n], rarity_);
    if (exact_ && is_in(with_exact_, n)) score += exact_->score(n);
    sums[n] += score;
  });
}

void WordMatcher::fill_and_add(uint32_t base, WindowMask& mask, float* sums) {
  if (exact_) return Matcher::fill_and_add(base, mask, sums);
  fields_->fill_and_add_saturated(base, mask, sums, rarity_, nullptr);
}

float WordMatcher::bound(uint32_t base) {
  float sum = fields_->bound(base);
  float bound = std::isinf(sum) ? rarity_ : saturated(sum, rarity_);
  return exact_ ? bound + exact_->bound(base) : bound;
}

void WordMatcher::add_bounds(uint32_t base, const WindowMask& wanted,
                             Bounds* bounds) {
  OwnBounds own = {};
  fields_->add_bounds(base, wanted, own.data());
  each_bit(wanted, [&](uint32_t n) {
    auto [least, most] = own[n];
    most = std::isinf(most) ? rarity_ : saturated(most, rarity_);
    if (exact_ && is_in(with_exact_, n)) most += exact_->bound(base);
    bounds[n] += {saturated(least, rarity_), most};
  });
}

bool WordMatcher::scores_later() const {
  return fields_->scores_later() && (!exact_ || exact_->scores_later());
}

std::optional<float> WordMatcher::score_document(uint32_t document) {
  std::optional<float> sum = fields_->score_document(document);
  if (!sum) return {};
  float score = saturated(*sum, rarity_);
  if (exact_) score += exact_->score_document(document).value_or(0);
  return score;
}

float WordMatcher::reached_by(uint64_t count) {
  float sum = fields_->reached_by(count);
  return sum < 0 ? sum : saturated(sum, rarity_);
}

void WordMatcher::clear_below(uint32_t base, double least, WindowMask& mask) {
  if (exact_) least -= double{exact_->bound(base)};
  if (least <= 0) return;
  if (least >= double{rarity_}) {
    mask = {};
    return;
  }
  // Sums of fields are rounded.
  constexpr double kRounding = 1e-6;
  fields_->clear_below(base, sum_of(least, double{rarity_}) * (1 - kRounding),
                       mask);
}

}  // namespace wax::index
