#include "index/search/matcher.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace wax::index {
namespace {

constexpr uint32_t kWordsOfWindow = kWindow / 64;

// Going to one document costs as much as decoding so many.
constexpr float kCostOfAdvance = 32;

void add_to(WindowMask& mask, const WindowMask& more) {
  for (size_t i = 0; i < mask.size(); ++i) mask[i] |= more[i];
}

void keep_in(WindowMask& mask, const WindowMask& kept) {
  for (size_t i = 0; i < mask.size(); ++i) mask[i] &= kept[i];
}

// From the first to the last.
void clear_bits(WindowMask& mask, uint32_t first, uint32_t last) {
  for (uint32_t i = first / 64; i <= last / 64; ++i) {
    uint64_t cleared = UINT64_MAX;
    if (i == first / 64) cleared &= UINT64_MAX << first % 64;
    if (i == last / 64) cleared &= UINT64_MAX >> (63 - last % 64);
    mask[i] &= ~cleared;
  }
}

bool is_in(const WindowMask& mask, uint32_t n) {
  return (mask[n / 64] >> n % 64 & 1) != 0;
}

}  // namespace

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

bool is_worth_advancing(const WindowMask& wanted, float usual) {
  return static_cast<float>(count_of(wanted)) * kCostOfAdvance < usual;
}

void mark_documents(TermCursor& cursor, uint32_t base, const WindowMask* within,
                    float usual, WindowMask& mask) {
  if (within != nullptr && is_worth_advancing(*within, usual)) {
    each_bit(*within, [&](uint32_t n) {
      cursor.advance(base + n);
      if (cursor.document() != base + n) return;
      mask[n / 64] |= uint64_t{1} << n % 64;
    });
    return;
  }
  cursor.advance(base);
  while (cursor.document() < base + kWindow) {
    uint32_t from_window = base - cursor.source()->base;
    cursor.take_documents(
        base + kWindow, [&](const uint32_t* documents, uint32_t count) {
          set_bits(mask.data(), documents, count, from_window);
        });
  }
}

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

void Matcher::narrow(uint32_t base, double least, WindowMask& mask) {
  if (double{bound(base)} <= least) mask = {};
}

FieldNorms::FieldNorms(std::vector<TermSource> sources)
    : sources_(std::move(sources)) {
  std::sort(
      sources_.begin(), sources_.end(),
      [](const TermSource& a, const TermSource& b) { return a.base < b.base; });
}

void FieldNorms::go_to_segment_of(uint32_t document) {
  auto after = std::upper_bound(
      sources_.begin(), sources_.end(), document,
      [](uint32_t n, const TermSource& source) { return n < source.base; });
  const TermSource& source = *std::prev(after);
  base_ = source.base;
  documents_ = source.segment->documents();
  norms_ = source.segment->norms(source.field);
  values_ = factors_of(source.segment->fields()[source.field]).data();
}

TermMatcher::TermMatcher(std::vector<TermSource> sources, float weight)
    : weight_(weight) {
  float all = 0;
  for (const TermSource& source : sources) {
    documents_ += source.place.documents;
    all += static_cast<float>(source.segment->documents());
  }
  if (all > 0) {
    documents_per_window_ =
        static_cast<float>(documents_) / all * float{kWindow};
  }
  if (weight_ != 0) {
    norms_ = FieldNorms(sources);
  }
  cursor_ = TermCursor(std::move(sources));
}

uint32_t TermMatcher::at_or_after(uint32_t target) {
  cursor_.advance(target);
  return cursor_.document();
}

void TermMatcher::fill(uint32_t base, const WindowMask* within,
                       WindowMask& mask) {
  base_ = base;
  mark_documents(cursor_, base, within, documents_per_window_, mask);
}

float TermMatcher::score(uint32_t n) {
  if (weight_ == 0) return 0;
  if (!scored_) scored_.emplace(cursor_.sources());
  scored_->advance(base_ + n);
  return score_of(weight_, scored_->frequency(), norms_.at(base_ + n));
}

template <typename Add>
void TermMatcher::each_score(uint32_t base, WindowMask& mask, Add&& add) {
  cursor_.advance(base);
  while (cursor_.document() < base + kWindow) {
    uint32_t from_window = base - cursor_.source()->base;
    cursor_.take_postings(
        base + kWindow, [&](const uint32_t* documents,
                            const uint32_t* frequencies, uint32_t count) {
          set_bits(mask.data(), documents, count, from_window);
          norms_.each(documents, count, base - from_window,
                      [&](float factor, uint32_t i) {
                        add(documents[i] - from_window,
                            score_of(weight_, frequencies[i], factor));
                      });
        });
  }
}

void TermMatcher::fill_and_add(uint32_t base, WindowMask& mask, float* sums) {
  if (weight_ == 0) return fill(base, nullptr, mask);
  each_score(base, mask, [=](uint32_t n, float score) { sums[n] += score; });
}

void TermMatcher::fill_and_add_saturated(uint32_t base, WindowMask& mask,
                                         float* sums, float rarity,
                                         const float* before) {
  if (weight_ == 0) {
    return Matcher::fill_and_add_saturated(base, mask, sums, rarity, before);
  }
  if (before == nullptr) {
    each_score(base, mask, [=](uint32_t n, float score) {
      sums[n] += saturated(score, rarity);
    });
  } else {
    each_score(base, mask, [=](uint32_t n, float score) {
      sums[n] += saturated(before[n] + score, rarity);
    });
  }
}

ImpactBounds& TermMatcher::bounds() {
  if (!bounds_) bounds_.emplace(cursor_.sources(), weight_);
  return *bounds_;
}

float TermMatcher::bound(uint32_t base) {
  if (weight_ == 0) return 0;
  if (base == bound_base_) return bound_;
  bound_base_ = base;
  bound_ = bounds().greatest(base, base + kWindow);
  return bound_;
}

void TermMatcher::narrow(uint32_t base, double least, WindowMask& mask) {
  if (double{bound(base)} <= least) {
    mask = {};
  } else if (weight_ != 0) {
    // A lower one is right as well.
    auto low = static_cast<float>(least);
    if (double{low} > least) low = std::nextafter(low, -1.0F);
    bounds().each_weak(base, base + kWindow, low,
                       [&](uint32_t first, uint32_t last) {
                         clear_bits(mask, first - base, last - base);
                       });
  }
}

float TermMatcher::reached_by(uint64_t count) {
  return weight_ == 0 ? Matcher::reached_by(count) : bounds().reached_by(count);
}

BitsMatcher::BitsMatcher(std::vector<uint64_t> bits, float score)
    : bits_(std::move(bits)), score_(score) {
  WindowMask mask;
  for (size_t i = 0; i < bits_.size(); i += mask.size()) {
    std::copy_n(bits_.begin() + static_cast<ptrdiff_t>(i), mask.size(),
                mask.begin());
    count_ += count_of(mask);
  }
}

uint32_t BitsMatcher::at_or_after(uint32_t target) {
  size_t i = target / 64;
  if (i >= bits_.size()) return kNoDocument;
  uint64_t word = bits_[i] & UINT64_MAX << target % 64;
  while (word == 0) {
    if (++i == bits_.size()) return kNoDocument;
    word = bits_[i];
  }
  return static_cast<uint32_t>(64 * i) +
         static_cast<uint32_t>(std::countr_zero(word));
}

void BitsMatcher::fill(uint32_t base, const WindowMask*, WindowMask& mask) {
  for (size_t i = 0; i < mask.size(); ++i) mask[i] = bits_[base / 64 + i];
}

void BitsMatcher::keep(uint32_t base, WindowMask& mask) {
  for (size_t i = 0; i < mask.size(); ++i) mask[i] &= bits_[base / 64 + i];
}

uint32_t NotMatcher::at_or_after(uint32_t target) {
  return target < documents_ ? target : kNoDocument;
}

void NotMatcher::fill(uint32_t base, const WindowMask* within,
                      WindowMask& mask) {
  if (within != nullptr) {
    mask = *within;
  } else {
    uint32_t count = std::min(kWindow, documents_ - base);
    for (uint32_t i = 0; i < kWordsOfWindow; ++i) {
      uint32_t first = 64 * i;
      if (first + 64 <= count) {
        mask[i] = UINT64_MAX;
      } else if (first < count) {
        mask[i] = ~(UINT64_MAX << (count - first));
      }
    }
  }
  keep(base, mask);
}

void NotMatcher::keep(uint32_t base, WindowMask& mask) {
  if (part_ == nullptr) return;
  WindowMask other = {};
  part_->fill(base, &mask, other);
  for (size_t i = 0; i < mask.size(); ++i) mask[i] &= ~other[i];
}

std::optional<uint64_t> NotMatcher::total() const {
  if (part_ == nullptr) return documents_;
  std::optional<uint64_t> others = part_->total();
  if (!others) return {};
  return documents_ - *others;
}

double NotMatcher::expected() const {
  return part_ == nullptr ? documents_ : documents_ - part_->expected();
}

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

float AndMatcher::bound(uint32_t base) {
  float sum = 0;
  for (const auto& part : parts_) sum += part->bound(base);
  return sum;
}

void AndMatcher::narrow(uint32_t base, double least, WindowMask& mask) {
  double all = 0;
  for (const auto& part : parts_) all += double{part->bound(base)};
  for (const auto& part : parts_) {
    part->narrow(base, least - (all - double{part->bound(base)}), mask);
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

float OrMatcher::reached_by(uint64_t count) {
  float most = Matcher::reached_by(count);
  for (const auto& part : parts_) {
    most = std::max(most, part->reached_by(count));
  }
  return most;
}

void OrMatcher::narrow(uint32_t base, double least, WindowMask& mask) {
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

double OrMatcher::expected() const {
  double none = 1;  // the share of documents that no part matches
  for (const auto& part : parts_) {
    none *= 1 - part->expected() / documents_;
  }
  return documents_ * (1 - none);
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

void WordMatcher::fill_and_add(uint32_t base, WindowMask& mask, float* sums) {
  if (exact_) return Matcher::fill_and_add(base, mask, sums);
  fields_->fill_and_add_saturated(base, mask, sums, rarity_, nullptr);
}

float WordMatcher::bound(uint32_t base) {
  float sum = fields_->bound(base);
  float bound = std::isinf(sum) ? rarity_ : saturated(sum, rarity_);
  return exact_ ? bound + exact_->bound(base) : bound;
}

float WordMatcher::reached_by(uint64_t count) {
  float sum = fields_->reached_by(count);
  return sum < 0 ? sum : saturated(sum, rarity_);
}

void WordMatcher::narrow(uint32_t base, double least, WindowMask& mask) {
  if (exact_) least -= double{exact_->bound(base)};
  if (least <= 0) return;
  if (least >= double{rarity_}) {
    mask = {};
    return;
  }
  // Sums of fields are rounded.
  constexpr double kRounding = 1e-6;
  fields_->narrow(base, sum_of(least, double{rarity_}) * (1 - kRounding), mask);
}

}  // namespace wax::index
