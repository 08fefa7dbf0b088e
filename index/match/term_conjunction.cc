#include "index/match/term_conjunction.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "index/schema/ranking.h"

namespace wax::index {

TermConjunction::List::List(const Term& term)
    : documents_(term.documents()),
      per_window_(static_cast<float>(documents_) /
                  static_cast<float>(term.source.segment->documents()) *
                  float{kWindow}),
      source_(term.source),
      weight_(term.weight),
      rarity_(term.rarity),
      numbers_(kWindow) {
  if (term.combined) {
    blocks_ = term.combined->list.blocks;
    codes_.emplace(Codes{CodeBounds(blocks_), bounds_of_codes(rarity_),
                         FieldSums(term.combined->fields)});
    has_blocks_ = true;
    return;
  }
  const LuceneSegment& segment = *term.source.segment;
  norms_ = FieldNorms({term.source});
  bounds_ = ImpactBounds({term.source}, term.weight);
  if (segment.blocks() != nullptr) {
    blocks_ = segment.blocks()->blocks_of(term.source.place);
  }
  has_blocks_ = blocks_.has_documents();
  if (!has_blocks_) {
    postings_ = PostingCursor(segment, term.source.field, term.source.place);
    window_documents_.resize(kWindow, kNoDocument);
    window_frequencies_.resize(kWindow);
  }
}

void TermConjunction::List::read_frequencies(uint32_t block) {
  blocks_.read_frequencies(block, frequencies_.data());
  frequencies_of_ = block;
}

void TermConjunction::List::read_block(uint32_t block) {
  // After the last document of a block, the numbers go on to rise.
  if (block != block_) blocks_.read_documents(block, block_documents_.data());
  block_ = block;
}

bool TermConjunction::List::go_to_block_of(uint32_t document) {
  uint32_t block = block_ == UINT32_MAX ? 0 : block_;
  if (block_ == UINT32_MAX || blocks_.last(block) < document) {
    block = blocks_.find(block, document);
    if (block == blocks_.count()) return false;
    read_block(block);
  }
  return true;
}

uint32_t TermConjunction::List::place_of(uint32_t document) const {
  // Without branches, which would be hard to foretell.
  uint32_t place = 0;
  for (uint32_t step = kBlock / 2; step > 0; step /= 2) {
    place += block_documents_[place + step - 1] < document ? step : 0;
  }
  return place;
}

uint32_t TermConjunction::List::at_or_after(uint32_t target) {
  if (!has_blocks_) {
    postings_.advance(target);
    return postings_.document();
  }
  if (!go_to_block_of(target)) return kNoDocument;
  return block_documents_[place_of(target)];
}

uint32_t TermConjunction::List::take(uint32_t base, uint32_t* documents) {
  uint32_t count = 0;
  uint32_t end = base + kWindow;
  if (!has_blocks_) {
    postings_.advance(base);
    postings_.take_until(end, [&](uint32_t document, uint32_t frequency) {
      documents[count] = document - base;
      numbers_[count++] = frequency;
    });
    return count;
  }
  if (!go_to_block_of(base)) return 0;
  while (true) {
    uint32_t from = place_of(base);
    uint32_t last = blocks_.last(block_);
    uint32_t to = last < end ? blocks_.documents_of(block_) : place_of(end);
    for (uint32_t i = from; i < to; ++i) {
      documents[count + i - from] = block_documents_[i] - base;
      numbers_[count + i - from] = block_ * kBlock + i;
    }
    count += to - from;
    if (last >= end - 1 || block_ + 1 == blocks_.count()) return count;
    read_block(block_ + 1);
  }
}

uint32_t TermConjunction::List::keep(uint32_t base, const uint32_t* documents,
                                     uint32_t count, uint32_t* kept) {
  if (!has_blocks_) return keep_by_postings(base, documents, count, kept);
  if (static_cast<float>(count * kBlock) >= per_window_ * kManyWanted) {
    return keep_by_table(base, documents, count, kept);
  }
  return keep_by_blocks(base, documents, count, kept);
}

uint32_t TermConjunction::List::keep_by_table(uint32_t base,
                                              const uint32_t* documents,
                                              uint32_t count, uint32_t* kept) {
  table_.resize(kWindow);
  uint32_t found = 0;
  uint32_t end = base + kWindow;
  for (uint32_t i = 0; i < count;) {
    if (!go_to_block_of(base + documents[i])) break;
    uint32_t from = place_of(base);
    uint32_t last = blocks_.last(block_);
    uint32_t to = last < end ? blocks_.documents_of(block_) : place_of(end);
    for (uint32_t n = from; n < to; ++n) table_[block_documents_[n] - base] = n;
    for (; i < count && base + documents[i] <= last; ++i) {
      uint32_t place = table_[documents[i]];
      kept[found] = i;
      numbers_[found] = block_ * kBlock + place;
      found += block_documents_[place] == base + documents[i] ? 1 : 0;
    }
  }
  return found;
}

uint32_t TermConjunction::List::keep_by_blocks(uint32_t base,
                                               const uint32_t* documents,
                                               uint32_t count, uint32_t* kept) {
  uint32_t found = 0;
  for (uint32_t i = 0; i < count;) {
    if (!go_to_block_of(base + documents[i])) break;
    uint32_t last = blocks_.last(block_);
    for (; i < count && base + documents[i] <= last; ++i) {
      uint32_t place = place_of(base + documents[i]);
      kept[found] = i;
      numbers_[found] = block_ * kBlock + place;
      found += block_documents_[place] == base + documents[i] ? 1 : 0;
    }
  }
  return found;
}

uint32_t TermConjunction::List::keep_by_postings(uint32_t base,
                                                 const uint32_t* documents,
                                                 uint32_t count,
                                                 uint32_t* kept) {
  // Going to a document costs as much as decoding so many.
  constexpr float kCostOfGoing = 32;
  uint32_t found = 0;
  if (static_cast<float>(count) * kCostOfGoing < per_window_) {
    for (uint32_t i = 0; i < count; ++i) {
      postings_.advance(base + documents[i]);
      if (postings_.document() != base + documents[i]) continue;
      kept[found] = i;
      numbers_[found++] = postings_.frequency();
    }
    return found;
  }
  table_.resize(kWindow);
  postings_.advance(base);
  uint32_t here = 0;
  postings_.take_until(base + kWindow,
                       [&](uint32_t document, uint32_t frequency) {
                         window_documents_[here] = document;
                         window_frequencies_[here] = frequency;
                         table_[document - base] = here++;
                       });
  for (uint32_t i = 0; i < count; ++i) {
    uint32_t place = table_[documents[i]];
    kept[found] = i;
    numbers_[found] = window_frequencies_[place];
    found += window_documents_[place] == base + documents[i] ? 1 : 0;
  }
  return found;
}

std::optional<float> TermConjunction::List::sum_later(uint32_t document) {
  if (codes_) return codes_->sums.of(document);
  if (!later_) later_.emplace(std::vector<TermSource>{source_});
  later_->advance(document);
  if (later_->document() != document) return {};
  return score_of(weight_, later_->frequency(), norms_.at(document));
}

float TermConjunction::List::bound(uint32_t base) {
  if (codes_) {
    int code = codes_->bounds.greatest(base, base + kWindow);
    return code < 0 ? 0
                    : codes_->bounds_of_codes[static_cast<size_t>(code)].most;
  }
  float sum = bounds_.greatest(base, base + kWindow);
  return std::isinf(sum) ? rarity_ : saturated(sum, rarity_);
}

TermConjunction::TermConjunction(uint32_t documents,
                                 const std::vector<Term>& terms)
    : documents_(std::max(documents, 1U)), found_(kWindow), kept_(kWindow) {
  lists_.reserve(terms.size());
  for (const Term& term : terms) {
    lists_.emplace_back(term);
    has_bounds_ |= term.combined.has_value();
  }
}

void TermConjunction::fill(uint32_t base, const WindowMask* within,
                           WindowMask& mask) {
  base_ = base;
  count_ = lists_.front().take(base, found_.data());
  if (within != nullptr) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count_; ++i) {
      uint32_t n = found_[i];
      found_[kept] = n;
      kept_[kept] = i;
      kept += ((*within)[n / 64] >> n % 64 & 1) != 0 ? 1 : 0;
    }
    count_ = kept;
    lists_.front().keep_places(kept_.data(), count_);
  }
  for (size_t i = 1; i < lists_.size() && count_ > 0; ++i) {
    count_ = lists_[i].keep(base, found_.data(), count_, kept_.data());
    for (size_t k = 0; k < i; ++k) {
      lists_[k].keep_places(kept_.data(), count_);
    }
    for (uint32_t k = 0; k < count_; ++k) found_[k] = found_[kept_[k]];
  }
  set_bits(mask.data(), found_.data(), count_, 0);
  has_places_ = false;
}

void TermConjunction::need_places() {
  if (has_places_) return;
  has_places_ = true;
  places_.resize(kWindow);
  scores_.resize(kWindow);
  for (uint32_t i = 0; i < count_; ++i) {
    places_[found_[i]] = i;
    scores_[i] = -1;
  }
}

float TermConjunction::score_of_place(uint32_t i) {
  uint32_t document = base_ + found_[i];
  float score = 0;
  for (List& list : lists_) {
    score += saturated(list.sum(i, document), list.rarity());
  }
  return score;
}

float TermConjunction::score(uint32_t n) {
  need_places();
  float& score = scores_[places_[n]];
  if (score < 0) score = score_of_place(places_[n]);
  return score;
}

float TermConjunction::bound(uint32_t base) {
  if (base == bound_base_) return bound_;
  bound_base_ = base;
  bound_ = 0;
  for (List& list : lists_) bound_ += list.bound(base);
  return bound_;
}

void TermConjunction::add_bounds(uint32_t base, const WindowMask& wanted,
                                 Bounds* bounds) {
  const auto listed = list_bounds(base, wanted, 0);
  for (const DocumentBounds& one : *listed) bounds[one.n] += one.bounds;
}

std::optional<std::span<const DocumentBounds>> TermConjunction::list_bounds(
    uint32_t base, const WindowMask& wanted, float least) {
  listed_.clear();
  for (uint32_t i = 0; i < count_; ++i) {
    const uint32_t n = found_[i];
    Bounds own;
    for (List& list : lists_) {
      if (list.has_codes()) {
        own += list.bounds_of(i);
      } else {
        float score = saturated(list.sum(i, base + n), list.rarity());
        own += {score, score};
      }
    }
    if (own.most >= least && is_in(wanted, n)) listed_.push_back({n, own});
  }
  return listed_;
}

std::optional<float> TermConjunction::score_document(uint32_t document) {
  float score = 0;
  for (List& list : lists_) {
    std::optional<float> sum = list.sum_later(document);
    if (!sum) return {};
    score += saturated(*sum, list.rarity());
  }
  return score;
}

void TermConjunction::clear_below(uint32_t base, double least,
                                  WindowMask& mask) {
  if (double{bound(base)} <= least) {
    mask = {};
    return;
  }
  if (has_bounds_) return;
  need_places();
  // More than scores differ from exact ones.
  constexpr double kRounding = 1e-6;
  List& first = lists_.front();
  double others = 0;
  for (size_t i = 1; i < lists_.size(); ++i) {
    others += double{lists_[i].bound(base)};
  }
  // What the first must have.
  double least_of_first = least - others;
  double least_sum = -1;
  if (least_of_first >= double{first.rarity()}) {
    least_sum = std::numeric_limits<double>::infinity();
  } else if (least_of_first > 0) {
    least_sum =
        sum_of(least_of_first, double{first.rarity()}) * (1 - kRounding);
  }
  for (uint32_t i = 0; i < count_; ++i) {
    uint32_t n = found_[i];
    uint64_t bit = uint64_t{1} << n % 64;
    if ((mask[n / 64] & bit) == 0) continue;
    if (double{first.sum(i, base + n)} > least_sum) {
      scores_[i] = score_of_place(i);
      if (double{scores_[i]} * (1 + kRounding) > least) continue;
    }
    mask[n / 64] &= ~bit;
  }
}

double TermConjunction::expected() const {
  double expected = documents_;
  for (const List& list : lists_) {
    expected *= static_cast<double>(list.documents()) / documents_;
  }
  return expected;
}

}  // namespace wax::index
