#include "index/search/matcher.h"

#include <algorithm>
#include <cmath>
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
  size_t count = 0;
  for (uint64_t word : mask) count += static_cast<size_t>(std::popcount(word));
  return count;
}

void Matcher::keep(uint32_t base, WindowMask& mask) {
  WindowMask own = {};
  fill(base, &mask, own);
  keep_in(mask, own);
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
    static const std::array<float, kFewTimes> kRoots = [] {
      std::array<float, kFewTimes> roots{};
      for (size_t i = 0; i < roots.size(); ++i) {
        roots[i] = std::sqrt(static_cast<float>(i));
      }
      return roots;
    }();
    for (size_t i = 0; i < kFewTimes; ++i) weights_[i] = weight_ * kRoots[i];
    norms_ = FieldNorms(sources);
    frequencies_.reset(new uint8_t[kWindow]);
  }
  cursor_ = TermCursor(std::move(sources));
}

uint32_t TermMatcher::at_or_after(uint32_t target) {
  cursor_.advance(target);
  return cursor_.document();
}

void TermMatcher::note(uint32_t n, uint32_t frequency) {
  if (frequency >= kManyTimes) {
    many_.emplace_back(n, frequency);
    frequency = kManyTimes;
  }
  frequencies_[n] = static_cast<uint8_t>(frequency);
}

void TermMatcher::fill(uint32_t base, const WindowMask* within,
                       WindowMask& mask) {
  base_ = base;
  many_.clear();
  if (within != nullptr &&
      static_cast<float>(count_of(*within)) * kCostOfAdvance <
          documents_per_window_) {
    each_bit(*within, [&](uint32_t n) {
      cursor_.advance(base + n);
      if (cursor_.document() != base + n) return;
      if (weight_ != 0) note(n, cursor_.frequency());
      mask[n / 64] |= uint64_t{1} << n % 64;
    });
    return;
  }
  cursor_.advance(base);
  uint64_t* words = mask.data();
  uint8_t* frequencies = frequencies_.get();
  while (cursor_.document() < base + kWindow) {
    uint32_t to_window = cursor_.source()->base - base;
    if (weight_ == 0) {
      cursor_.take_until(base + kWindow, [=](uint32_t document, uint32_t) {
        uint32_t n = document + to_window;
        words[n / 64] |= uint64_t{1} << n % 64;
      });
      continue;
    }
    cursor_.take_until(base + kWindow,
                       [=, this](uint32_t document, uint32_t frequency) {
                         uint32_t n = document + to_window;
                         words[n / 64] |= uint64_t{1} << n % 64;
                         if (frequency < kManyTimes) {
                           frequencies[n] = static_cast<uint8_t>(frequency);
                         } else {
                           note(n, frequency);
                         }
                       });
  }
}

float TermMatcher::score(uint32_t n) {
  if (weight_ == 0) return 0;
  uint32_t frequency = frequencies_[n];
  if (frequency < kFewTimes) {
    return weights_[frequency] * norms_.at(base_ + n);
  }
  if (frequency == kManyTimes) {
    frequency =
        std::lower_bound(many_.begin(), many_.end(), std::pair{n, uint32_t{0}})
            ->second;
  }
  return weight_ * std::sqrt(static_cast<float>(frequency)) *
         norms_.at(base_ + n);
}

float TermMatcher::bound(uint32_t base) {
  if (weight_ == 0) return 0;
  if (base == bound_base_) return bound_;
  if (!bounds_) bounds_.emplace(cursor_.sources(), weight_);
  bound_base_ = base;
  bound_ = bounds_->greatest(base, base + kWindow);
  return bound_;
}

BitsMatcher::BitsMatcher(std::vector<uint64_t> bits, float score)
    : bits_(std::move(bits)), score_(score) {
  for (uint64_t word : bits_) {
    count_ += static_cast<uint64_t>(std::popcount(word));
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
  added_up_ = false;
  for (uint32_t i = 0; i < parts_.size(); ++i) {
    if (parts_[i]->at_or_after(base) - base >= kWindow) continue;
    masks_[i] = {};
    parts_[i]->fill(base, within, masks_[i]);
    add_to(mask, masks_[i]);
    active_.push_back(i);
  }
}

void OrMatcher::add_up() {
  sums_.assign(kWindow, 0);
  for (uint32_t i : active_) {
    each_bit(masks_[i], [&](uint32_t n) { sums_[n] += parts_[i]->score(n); });
  }
  added_up_ = true;
}

float OrMatcher::score(uint32_t n) {
  if (active_.size() > kManyParts) {
    if (!added_up_) add_up();
    return sums_[n];
  }
  float sum = 0;
  for (uint32_t i : active_) {
    if (is_in(masks_[i], n)) sum += parts_[i]->score(n);
  }
  return sum;
}

float OrMatcher::bound(uint32_t base) {
  float sum = 0;
  for (const auto& part : parts_) sum += part->bound(base);
  return sum;
}

void OrMatcher::narrow(uint32_t base, double least, WindowMask& mask) {
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

}  // namespace wax::index
