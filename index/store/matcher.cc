#include "index/store/matcher.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

namespace wax::index {
namespace {

constexpr size_t kWordsOfWindow = kWindow / 64;

// Going to one document costs as much as decoding so many.
constexpr float kCostOfAdvance = 12;

const std::array<float, 256>& values_of_norms() {
  static const std::array<float, 256> values = [] {
    std::array<float, 256> made{};
    for (uint32_t i = 1; i < made.size(); ++i) {
      // Three bits of mantissa, five of exponent.
      made[i] = std::bit_cast<float>(((i >> 3) + 48) << 24 | (i & 7) << 21);
    }
    return made;
  }();
  return values;
}

// Calls use(i) for each bit that is set, in order.
template <typename Use>
void each_bit(uint64_t word, size_t first, Use&& use) {
  for (; word != 0; word &= word - 1) {
    use(first + static_cast<size_t>(std::countr_zero(word)));
  }
}

template <typename Use>
void each_bit(const WindowMask& mask, Use&& use) {
  for (size_t i = 0; i < mask.size(); ++i) each_bit(mask[i], 64 * i, use);
}

bool is_empty(const WindowMask& mask) {
  return std::all_of(mask.begin(), mask.end(),
                     [](uint64_t word) { return word == 0; });
}

size_t count_of(const WindowMask& mask) {
  size_t count = 0;
  for (uint64_t word : mask) count += static_cast<size_t>(std::popcount(word));
  return count;
}

}  // namespace

float norm_value(uint8_t byte) { return values_of_norms()[byte]; }

std::unique_ptr<WindowHits> WindowPool::take() {
  if (free_.empty()) return std::make_unique<WindowHits>();
  std::unique_ptr<WindowHits> hits = std::move(free_.back());
  free_.pop_back();
  hits->mask = {};
  return hits;
}

void Matcher::add(uint32_t base, const WindowMask* within, WindowHits& hits) {
  if (is_empty(hits.mask)) return fill(base, within, hits);
  std::unique_ptr<WindowHits> more = pool_->take();
  fill(base, within, *more);
  for (size_t i = 0; i < kWordsOfWindow; ++i) {
    each_bit(more->mask[i] & hits.mask[i], 64 * i,
             [&](size_t n) { hits.scores[n] += more->scores[n]; });
    each_bit(more->mask[i] & ~hits.mask[i], 64 * i,
             [&](size_t n) { hits.scores[n] = more->scores[n]; });
    hits.mask[i] |= more->mask[i];
  }
  pool_->give_back(std::move(more));
}

void Matcher::keep(uint32_t base, WindowHits& hits) {
  std::unique_ptr<WindowHits> other = pool_->take();
  fill(base, &hits.mask, *other);
  for (size_t i = 0; i < kWordsOfWindow; ++i) {
    hits.mask[i] &= other->mask[i];
    each_bit(hits.mask[i], 64 * i,
             [&](size_t n) { hits.scores[n] += other->scores[n]; });
  }
  pool_->give_back(std::move(other));
}

TermMatcher::TermMatcher(WindowPool& pool, std::vector<TermSource> sources,
                         float weight)
    : Matcher(pool), weight_(weight) {
  float postings = 0;
  float documents = 0;
  for (const TermSource& source : sources) {
    postings += static_cast<float>(source.place.documents);
    documents += static_cast<float>(source.segment->documents());
  }
  if (documents > 0) {
    documents_per_window_ = postings / documents * float{kWindow};
  }
  static const std::array<float, kFewTimes> kRoots = [] {
    std::array<float, kFewTimes> roots{};
    for (size_t i = 0; i < roots.size(); ++i) {
      roots[i] = std::sqrt(static_cast<float>(i));
    }
    return roots;
  }();
  for (size_t i = 0; i < kFewTimes; ++i) weights_[i] = weight_ * kRoots[i];
  cursor_ = TermCursor(std::move(sources));
  look_at_segment();
}

void TermMatcher::look_at_segment() {
  source_ = cursor_.source();
  norms_ = source_ == nullptr ? NormReader()
                              : source_->segment->norms(source_->field);
}

float TermMatcher::score(uint32_t document, uint32_t frequency) {
  float score = frequency < weights_.size()
                    ? weights_[frequency]
                    : weight_ * std::sqrt(static_cast<float>(frequency));
  return norms_.empty() ? score : score * norm_value(norms_.at(document));
}

template <typename Use>
void TermMatcher::each_until(uint32_t limit, Use&& use) {
  while (cursor_.document() < limit) {
    if (source_ != cursor_.source()) look_at_segment();
    uint32_t base = source_->base;
    if (weight_ == 0) {
      cursor_.take_until(limit, [&](uint32_t document, uint32_t) {
        use(base + document, 0.0F);
      });
    } else if (norms_.empty()) {
      cursor_.take_until(limit, [&](uint32_t document, uint32_t frequency) {
        use(base + document, score(document, frequency));
      });
    } else {
      const std::array<float, 256>& values = values_of_norms();
      NormReader norms = norms_;
      cursor_.take_until(limit, [&](uint32_t document, uint32_t frequency) {
        float weight = frequency < weights_.size()
                           ? weights_[frequency]
                           : weight_ * std::sqrt(static_cast<float>(frequency));
        use(base + document, weight * values[norms.at(document)]);
      });
      norms_ = norms;
    }
  }
}

uint32_t TermMatcher::at_or_after(uint32_t target) {
  cursor_.advance(target);
  return cursor_.document();
}

template <typename Use>
void TermMatcher::each_in_window(uint32_t base, const WindowMask* within,
                                 Use&& use) {
  if (within == nullptr ||
      static_cast<float>(count_of(*within)) * kCostOfAdvance >=
          documents_per_window_) {
    cursor_.advance(base);
    each_until(base + kWindow, [&](uint32_t document, float score) {
      use(document - base, score);
    });
    return;
  }
  each_bit(*within, [&](size_t n) {
    uint32_t document = base + static_cast<uint32_t>(n);
    cursor_.advance(document);
    if (cursor_.document() != document) return;
    if (source_ != cursor_.source()) look_at_segment();
    use(n, weight_ == 0 ? 0.0F
                        : score(document - source_->base, cursor_.frequency()));
  });
}

void TermMatcher::fill(uint32_t base, const WindowMask* within,
                       WindowHits& hits) {
  each_in_window(base, within, [&](size_t n, float score) {
    hits.scores[n] = score;
    hits.mask[n / 64] |= uint64_t{1} << n % 64;
  });
}

void TermMatcher::add(uint32_t base, const WindowMask* within,
                      WindowHits& hits) {
  each_in_window(base, within, [&](size_t n, float score) {
    uint64_t& word = hits.mask[n / 64];
    uint64_t bit = uint64_t{1} << n % 64;
    float before = (word & bit) != 0 ? hits.scores[n] : 0.0F;
    hits.scores[n] = before + score;
    word |= bit;
  });
}

void TermMatcher::keep(uint32_t base, WindowHits& hits) {
  WindowMask found = {};
  each_in_window(base, &hits.mask, [&](size_t n, float score) {
    // What is added where there is no hit is never read.
    hits.scores[n] += score;
    found[n / 64] |= uint64_t{1} << n % 64;
  });
  for (size_t i = 0; i < kWordsOfWindow; ++i) hits.mask[i] &= found[i];
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

void BitsMatcher::fill(uint32_t base, const WindowMask* within,
                       WindowHits& hits) {
  for (size_t i = 0; i < kWordsOfWindow; ++i) {
    hits.mask[i] = bits_[base / 64 + i];
    if (within != nullptr) hits.mask[i] &= (*within)[i];
    each_bit(hits.mask[i], 64 * i, [&](size_t n) { hits.scores[n] = score_; });
  }
}

void BitsMatcher::keep(uint32_t base, WindowHits& hits) {
  for (size_t i = 0; i < kWordsOfWindow; ++i) {
    hits.mask[i] &= bits_[base / 64 + i];
    if (score_ == 0) continue;
    each_bit(hits.mask[i], 64 * i, [&](size_t n) { hits.scores[n] += score_; });
  }
}

uint32_t NotMatcher::at_or_after(uint32_t target) {
  return target < documents_ ? target : kNoDocument;
}

void NotMatcher::fill(uint32_t base, const WindowMask* within,
                      WindowHits& hits) {
  hits.scores.fill(0);
  uint32_t count = std::min(kWindow, documents_ - base);
  for (size_t i = 0; i < kWordsOfWindow; ++i) {
    size_t first = 64 * i;
    if (first + 64 <= count) {
      hits.mask[i] = UINT64_MAX;
    } else if (first < count) {
      hits.mask[i] = ~(UINT64_MAX << (count - first));
    }
    if (within != nullptr) hits.mask[i] &= (*within)[i];
  }
  keep(base, hits);
}

void NotMatcher::keep(uint32_t base, WindowHits& hits) {
  if (part_ == nullptr) return;
  std::unique_ptr<WindowHits> other = pool_->take();
  part_->fill(base, &hits.mask, *other);
  for (size_t i = 0; i < kWordsOfWindow; ++i) hits.mask[i] &= ~other->mask[i];
  pool_->give_back(std::move(other));
}

uint32_t AndMatcher::at_or_after(uint32_t target) {
  for (const auto& part : parts_) {
    target = part->at_or_after(target);
    if (target == kNoDocument) break;
  }
  return target;
}

void AndMatcher::fill(uint32_t base, const WindowMask* within,
                      WindowHits& hits) {
  parts_.front()->fill(base, within, hits);
  for (size_t i = 1; i < parts_.size() && !is_empty(hits.mask); ++i) {
    parts_[i]->keep(base, hits);
  }
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
                     WindowHits& hits) {
  for (const auto& part : parts_) part->add(base, within, hits);
}

}  // namespace wax::index
