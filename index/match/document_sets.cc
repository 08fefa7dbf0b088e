#include "index/match/document_sets.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace wax::index {

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

std::optional<float> BitsMatcher::score_document(uint32_t document) {
  if ((bits_[document / 64] >> document % 64 & 1) == 0) return {};
  return score_;
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
    for (uint32_t i = 0; i < mask.size(); ++i) {
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

bool NotMatcher::scores_later() const {
  return part_ == nullptr || part_->scores_later();
}

std::optional<float> NotMatcher::score_document(uint32_t document) {
  if (part_ != nullptr && part_->score_document(document)) return {};
  return 0;
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

}  // namespace wax::index
