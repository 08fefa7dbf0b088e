#include "index/match/combined_matcher.h"

#include <algorithm>
#include <cmath>

#include "index/schema/ranking.h"

namespace wax::index {

FieldSums::FieldSums(const std::vector<WeightedTerm>& fields) {
  for (const WeightedTerm& field : fields) {
    fields_.push_back(
        {TermCursor({field.source}), FieldNorms({field.source}), field.weight});
  }
}

std::optional<float> FieldSums::of(uint32_t document) {
  std::optional<float> sum;
  for (InField& field : fields_) {
    field.cursor.advance(document);
    if (field.cursor.document() != document) continue;
    sum = sum.value_or(0) + score_of(field.weight, field.cursor.frequency(),
                                     field.norms.at(document));
  }
  return sum;
}

void FieldSums::add(uint32_t base, float* sums, WindowMask& mask) {
  for (InField& field : fields_) {
    field.cursor.advance(base);
    while (field.cursor.document() < base + kWindow) {
      field.cursor.take_postings(
          base + kWindow, [&](const uint32_t* documents,
                              const uint32_t* frequencies, uint32_t count) {
            set_bits(mask.data(), documents, count, base);
            field.norms.each(
                documents, count, 0, [&](float factor, uint32_t i) {
                  sums[documents[i] - base] +=
                      score_of(field.weight, frequencies[i], factor);
                });
          });
    }
  }
}

int CodeBounds::greatest(uint32_t first, uint32_t end) {
  int greatest = -1;
  next_ = blocks_.find(next_, first);
  for (uint32_t n = next_; n < blocks_.count(); ++n) {
    greatest = std::max(greatest, code(n));
    if (blocks_.last(n) >= end - 1) break;
  }
  return greatest;
}

int CodeBounds::reached_by(uint64_t count) const {
  std::array<uint32_t, SumCode::kCodes> blocks = {};  // by greatest code
  for (uint32_t n = 0; n < blocks_.count(); ++n) {
    if (code(n) >= 0) ++blocks[blocks_.greatest(n).frequency - 1];
  }
  uint64_t reached = 0;
  for (size_t i = blocks.size(); i-- > 0;) {
    reached += blocks[i];
    if (count > 0 && reached >= count) return static_cast<int>(i);
  }
  return -1;
}

BoundsOfCodes bounds_of_codes(std::optional<float> rarity) {
  static const BoundsOfCodes sums = [] {
    BoundsOfCodes made;
    for (uint32_t code = 0; code < SumCode::kCodes; ++code) {
      made[code] = {SumCode::least(code), SumCode::most(code)};
    }
    return made;
  }();
  if (!rarity) return sums;
  BoundsOfCodes made;
  for (uint32_t code = 0; code < SumCode::kCodes; ++code) {
    made[code] = {saturated(sums[code].least, *rarity),
                  saturated(sums[code].most, *rarity)};
  }
  made.back().most = *rarity;  // of an endless sum
  return made;
}

CombinedMatcher::CombinedMatcher(const CombinedWord& word,
                                 std::optional<float> rarity)
    : word_(word),
      rarity_(rarity),
      documents_(word.list.documents),
      documents_per_window_(
          static_cast<float>(documents_) /
          static_cast<float>(word.fields[0].source.segment->documents()) *
          float{kWindow}),
      of_codes_(bounds_of_codes(rarity)),
      bounds_(word.list.blocks),
      cursor_(word.list.blocks) {}

FieldSums& CombinedMatcher::sums() {
  if (!sums_) sums_.emplace(word_.fields);
  return *sums_;
}

uint32_t CombinedMatcher::at_or_after(uint32_t target) {
  cursor_.advance(target);
  return cursor_.document();
}

void CombinedMatcher::fill(uint32_t base, const WindowMask* within,
                           WindowMask& mask) {
  base_ = base;
  if (within != nullptr && is_worth_advancing(*within, documents_per_window_)) {
    each_bit(*within, [&](uint32_t n) {
      cursor_.advance(base + n);
      if (cursor_.document() != base + n) return;
      mask[n / 64] |= uint64_t{1} << n % 64;
    });
    return;
  }
  cursor_.advance(base);
  cursor_.take_documents(base + kWindow,
                         [&](const uint32_t* documents, uint32_t count) {
                           set_bits(mask.data(), documents, count, base);
                         });
}

float CombinedMatcher::score(uint32_t n) {
  return score_of_sum(sums().of(base_ + n).value_or(0));
}

void CombinedMatcher::add_scores(uint32_t base, const WindowMask& wanted,
                                 float* sums) {
  if (is_worth_advancing(wanted, documents_per_window_)) {
    return Matcher::add_scores(base, wanted, sums);
  }
  std::array<float, kWindow> own = {};
  WindowMask all = {};
  this->sums().add(base, own.data(), all);
  each_bit(wanted, [&](uint32_t n) { sums[n] += score_of_sum(own[n]); });
}

void CombinedMatcher::fill_and_add(uint32_t base, WindowMask& mask,
                                   float* sums) {
  base_ = base;
  std::array<float, kWindow> own = {};
  WindowMask all = {};
  this->sums().add(base, own.data(), all);
  add_to(mask, all);
  each_bit(all, [&](uint32_t n) { sums[n] += score_of_sum(own[n]); });
}

float CombinedMatcher::bound(uint32_t base) {
  if (base == bound_base_) return bound_;
  bound_base_ = base;
  int code = bounds_.greatest(base, base + kWindow);
  bound_ = code < 0 ? 0 : of_codes_[static_cast<size_t>(code)].most;
  return bound_;
}

void CombinedMatcher::add_bounds(uint32_t base, const WindowMask& wanted,
                                 Bounds* bounds) {
  if (!codes_) codes_.emplace(word_.list.blocks);
  if (is_worth_advancing(wanted, documents_per_window_)) {
    each_bit(wanted, [&](uint32_t n) {
      codes_->advance(base + n);
      if (codes_->document() != base + n) return;
      bounds[n] += of_codes_[(codes_->frequency() - 1) % SumCode::kCodes];
    });
    return;
  }
  // Blocks without such a document are passed over.
  uint32_t n = 0;
  while ((n = next_bit(wanted, n)) < kWindow) {
    codes_->advance(base + n);
    uint32_t end = codes_->end_of_block();
    codes_->take_postings(
        std::min(base + kWindow, end),
        [&](const uint32_t* documents, const uint32_t* codes, uint32_t count) {
          for (uint32_t i = 0; i < count; ++i) {
            bounds[documents[i] - base] +=
                of_codes_[(codes[i] - 1) % SumCode::kCodes];
          }
        });
    if (end >= base + kWindow) break;
    n = end - base;
  }
}

int CombinedMatcher::weak_code(double least) const {
  auto above = std::partition_point(
      of_codes_.begin(), of_codes_.end(),
      [=](const Bounds& bounds) { return double{bounds.most} <= least; });
  return static_cast<int>(above - of_codes_.begin()) - 1;
}

void CombinedMatcher::add_candidates(uint32_t base, double least,
                                     std::vector<DocumentBounds>& found) {
  if (double{bound(base)} <= least) return;
  const int weak = weak_code(least);
  bounds_.each_strong(
      base, base + kWindow, weak, [&](uint32_t first, uint32_t last) {
        cursor_.advance(first);
        cursor_.take_postings(
            last + 1, [&](const uint32_t* documents, const uint32_t* codes,
                          uint32_t count) {
              for (uint32_t i = 0; i < count; ++i) {
                const uint32_t code = (codes[i] - 1) % SumCode::kCodes;
                if (static_cast<int>(code) <= weak) continue;
                found.push_back({documents[i] - base, of_codes_[code]});
              }
            });
      });
}

void CombinedMatcher::add_bounds_to(uint32_t base,
                                    std::span<DocumentBounds> documents) {
  if (documents.empty()) return;
  if (!codes_) codes_.emplace(word_.list.blocks);
  if (is_worth_advancing(documents.size(), documents_per_window_)) {
    for (DocumentBounds& one : documents) {
      codes_->advance(base + one.n);
      if (codes_->document() != base + one.n) continue;
      one.bounds += of_codes_[(codes_->frequency() - 1) % SumCode::kCodes];
    }
    return;
  }
  std::array<uint16_t, kWindow> codes_and_one = {};
  codes_->advance(base + documents.front().n);
  codes_->take_postings(
      base + documents.back().n + 1,
      [&](const uint32_t* found, const uint32_t* codes, uint32_t count) {
        for (uint32_t i = 0; i < count; ++i) {
          codes_and_one[found[i] - base] = static_cast<uint16_t>(codes[i]);
        }
      });
  for (DocumentBounds& one : documents) {
    const uint32_t code = codes_and_one[one.n];
    if (code > 0) one.bounds += of_codes_[(code - 1) % SumCode::kCodes];
  }
}

void CombinedMatcher::clear_below(uint32_t base, double least,
                                  WindowMask& mask) {
  if (double{bound(base)} <= least) {
    mask = {};
    return;
  }
  bounds_.each_weak(base, base + kWindow, weak_code(least),
                    [&](uint32_t first, uint32_t last) {
                      clear_bits(mask, first - base, last - base);
                    });
}

std::optional<float> CombinedMatcher::score_document(uint32_t document) {
  std::optional<float> sum = sums().of(document);
  if (sum) sum = score_of_sum(*sum);
  return sum;
}

float CombinedMatcher::reached_by(uint64_t count) {
  int code = bounds_.reached_by(count);
  if (code < 0) return Matcher::reached_by(count);
  return of_codes_[static_cast<size_t>(code)].least;
}

}  // namespace wax::index
