#include "index/match/term_matcher.h"

#include <iterator>

#include "index/schema/ranking.h"

namespace wax::index {
namespace {

// Going to one document costs as much as decoding so many.
constexpr float kCostOfAdvance = 32;

// Sets the bits of the documents that each_score() sees.
struct SetBits {
  WindowMask& mask;
  void operator()(const uint32_t* documents, uint32_t count,
                  uint32_t base) const {
    set_bits(mask.data(), documents, count, base);
  }
};

}  // namespace

bool is_worth_advancing(size_t wanted, float usual) {
  return static_cast<float>(wanted) * kCostOfAdvance < usual;
}

bool is_worth_advancing(const WindowMask& wanted, float usual) {
  return is_worth_advancing(count_of(wanted), usual);
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

template <typename See, typename Add>
void TermMatcher::each_score(TermCursor& cursor, uint32_t base, See&& see,
                             Add&& add) {
  cursor.advance(base);
  while (cursor.document() < base + kWindow) {
    uint32_t from_window = base - cursor.source()->base;
    cursor.take_postings(
        base + kWindow, [&](const uint32_t* documents,
                            const uint32_t* frequencies, uint32_t count) {
          see(documents, count, from_window);
          norms_.each(documents, count, base - from_window,
                      [&](float factor, uint32_t i) {
                        add(documents[i] - from_window,
                            score_of(weight_, frequencies[i], factor));
                      });
        });
  }
}

void TermMatcher::add_scores(uint32_t base, const WindowMask& wanted,
                             float* sums) {
  if (weight_ == 0) return;
  if (is_worth_advancing(wanted, documents_per_window_)) {
    return Matcher::add_scores(base, wanted, sums);
  }
  if (!scored_) scored_.emplace(cursor_.sources());
  each_score(
      *scored_, base, [](const uint32_t*, uint32_t, uint32_t) {},
      [=](uint32_t n, float score) { sums[n] += score; });
}

void TermMatcher::fill_and_add(uint32_t base, WindowMask& mask, float* sums) {
  if (weight_ == 0) return fill(base, nullptr, mask);
  each_score(cursor_, base, SetBits{mask},
             [=](uint32_t n, float score) { sums[n] += score; });
}

void TermMatcher::fill_and_add_saturated(uint32_t base, WindowMask& mask,
                                         float* sums, float rarity,
                                         const float* before) {
  if (weight_ == 0) {
    return Matcher::fill_and_add_saturated(base, mask, sums, rarity, before);
  }
  if (before == nullptr) {
    each_score(cursor_, base, SetBits{mask}, [=](uint32_t n, float score) {
      sums[n] += saturated(score, rarity);
    });
  } else {
    each_score(cursor_, base, SetBits{mask}, [=](uint32_t n, float score) {
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

void TermMatcher::add_bounds(uint32_t base, const WindowMask& wanted,
                             Bounds* bounds) {
  if (weight_ == 0) return;
  if (is_worth_advancing(wanted, documents_per_window_)) {
    return Matcher::add_bounds(base, wanted, bounds);
  }
  if (!bounded_) bounded_.emplace(cursor_.sources());
  each_score(
      *bounded_, base, [](const uint32_t*, uint32_t, uint32_t) {},
      [=](uint32_t n, float score) {
        bounds[n] += {score, score};
      });
}

std::optional<float> TermMatcher::score_document(uint32_t document) {
  if (!scored_) scored_.emplace(cursor_.sources());
  scored_->advance(document);
  if (scored_->document() != document) return {};
  if (weight_ == 0) return 0;
  return score_of(weight_, scored_->frequency(), norms_.at(document));
}

void TermMatcher::clear_below(uint32_t base, double least, WindowMask& mask) {
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

}  // namespace wax::index
