#include "index/store/phrase_matcher.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

namespace wax::index {
namespace {

// Sets `a` to what is in both; both are sorted.
void keep_common(std::vector<uint32_t>& a, const std::vector<uint32_t>& b) {
  size_t kept = 0;
  size_t j = 0;
  for (uint32_t value : a) {
    while (j < b.size() && b[j] < value) ++j;
    if (j == b.size()) break;
    if (b[j] == value) {
      a[kept++] = value;
      ++j;
    }
  }
  a.resize(kept);
}

}  // namespace

MergedTerms::MergedTerms(const std::vector<TermSource>& sources,
                         const Deadline& deadline)
    : deadline_(&deadline), starts_(kChunk + 1) {
  cursors_.reserve(sources.size());
  for (const TermSource& source : sources) {
    if (cursors_.size() % 1024 == 0) deadline.check();
    cursors_.emplace_back(std::vector<TermSource>{source});
  }
}

void MergedTerms::gather(uint32_t begin) {
  begin_ = begin;
  end_ = begin + kChunk;
  least_ = kNoDocument;
  found_.clear();
  std::vector<uint32_t> here;
  size_t live = 0;
  for (size_t i = 0; i < cursors_.size(); ++i) {
    if (i % 1024 == 0) deadline_->check();
    TermCursor& cursor = cursors_[i];
    cursor.advance(begin);
    for (; cursor.document() < end_; cursor.next()) {
      here.clear();
      cursor.append_positions(here);
      for (uint32_t position : here) {
        found_.push_back({cursor.document() - begin, position});
      }
    }
    least_ = std::min(least_, cursor.document());
    if (cursor.document() == kNoDocument) continue;
    if (live != i) cursors_[live] = std::move(cursor);
    ++live;
  }
  cursors_.resize(live);

  std::fill(starts_.begin(), starts_.end(), 0);
  for (const Found& found : found_) ++starts_[found.document + 1];
  for (size_t i = 1; i < starts_.size(); ++i) starts_[i] += starts_[i - 1];
  positions_.resize(found_.size());
  std::vector<uint32_t> next(starts_.begin(), starts_.end() - 1);
  for (const Found& found : found_) {
    positions_[next[found.document]++] = found.position;
  }
}

void MergedTerms::advance(uint32_t target) {
  if (end_ > 0 && document_ >= target) return;
  while (true) {
    if (target >= end_) gather(target / kChunk * kChunk);
    for (; target < end_; ++target) {
      if (starts_[target - begin_] < starts_[target - begin_ + 1]) {
        document_ = target;
        return;
      }
    }
    if (least_ == kNoDocument) {
      document_ = kNoDocument;
      return;
    }
    target = least_;
  }
}

void MergedTerms::append_positions(std::vector<uint32_t>& out) {
  size_t at = out.size();
  auto first = positions_.begin() + starts_[document_ - begin_];
  auto last = positions_.begin() + starts_[document_ - begin_ + 1];
  out.insert(out.end(), first, last);
  auto begin = out.begin() + static_cast<ptrdiff_t>(at);
  std::sort(begin, out.end());
  out.erase(std::unique(begin, out.end()), out.end());
}

PhraseMatcher::PhraseMatcher(WindowPool& pool, std::vector<PhraseWord> words,
                             float weight, const Deadline& deadline)
    : Matcher(pool), weight_(weight) {
  for (PhraseWord& word : words) {
    Slot slot;
    slot.position = word.position;
    for (const TermSource& source : word.sources) {
      slot.documents += source.place.documents;
    }
    // A source for each segment is enough to find norms.
    if (norm_sources_.empty() && !word.prefix) norm_sources_ = word.sources;
    if (word.prefix) {
      slot.merged = std::make_unique<MergedTerms>(word.sources, deadline);
    } else {
      slot.term = TermCursor(std::move(word.sources));
    }
    slots_.push_back(std::move(slot));
  }
  if (norm_sources_.empty()) {
    for (const PhraseWord& word : words) {
      norm_sources_.insert(norm_sources_.end(), word.sources.begin(),
                           word.sources.end());
    }
  }
  std::sort(
      norm_sources_.begin(), norm_sources_.end(),
      [](const TermSource& a, const TermSource& b) { return a.base < b.base; });
  std::stable_sort(
      slots_.begin(), slots_.end(),
      [](const Slot& a, const Slot& b) { return a.documents < b.documents; });
}

void PhraseMatcher::Slot::read_starts(std::vector<uint32_t>& starts) {
  starts.clear();
  if (merged) {
    merged->append_positions(starts);
  } else {
    term.append_positions(starts);
  }
  // A word that stands before its place begins no phrase; as the numbers go
  // round, it cannot be mistaken for one.
  for (uint32_t& start : starts) start -= position;
  if (!std::is_sorted(starts.begin(), starts.end())) {
    std::sort(starts.begin(), starts.end());
  }
}

uint32_t PhraseMatcher::next_with_all(uint32_t target) {
  uint32_t document = target;
  for (size_t i = 0; i < slots_.size();) {
    slots_[i].advance(document);
    uint32_t found = slots_[i].document();
    if (found == kNoDocument) return kNoDocument;
    if (found == document) {
      ++i;
    } else {
      document = found;
      i = i == 0 ? 1 : 0;
    }
  }
  return document;
}

size_t PhraseMatcher::count() {
  slots_.front().read_starts(starts_);
  for (size_t i = 1; i < slots_.size() && !starts_.empty(); ++i) {
    slots_[i].read_starts(more_);
    keep_common(starts_, more_);
  }
  return starts_.size();
}

float PhraseMatcher::score(uint32_t document, size_t phrases) {
  float score = weight_ * std::sqrt(static_cast<float>(phrases));
  if (source_ == nullptr ||
      document - source_->base >= source_->segment->documents()) {
    auto after = std::upper_bound(
        norm_sources_.begin(), norm_sources_.end(), document,
        [](uint32_t n, const TermSource& source) { return n < source.base; });
    source_ = &*std::prev(after);
    norms_ = source_->segment->norms(source_->field);
  }
  if (norms_.empty()) return score;
  return score * norm_value(norms_.at(document - source_->base));
}

uint32_t PhraseMatcher::at_or_after(uint32_t target) {
  return next_with_all(target);
}

void PhraseMatcher::fill(uint32_t base, const WindowMask* within,
                         WindowHits& hits) {
  uint32_t end = base + kWindow;
  for (uint32_t target = base; target < end;) {
    if (within != nullptr) {
      size_t i = (target - base) / 64;
      uint64_t word = (*within)[i] & UINT64_MAX << target % 64;
      if (word == 0) {
        target = base + static_cast<uint32_t>(64 * (i + 1));
        continue;
      }
      target = base + static_cast<uint32_t>(64 * i) +
               static_cast<uint32_t>(std::countr_zero(word));
    }
    uint32_t document = next_with_all(target);
    if (document >= end) break;
    uint32_t n = document - base;
    bool wanted = within == nullptr || ((*within)[n / 64] >> n % 64 & 1) != 0;
    if (size_t phrases = wanted ? count() : 0; phrases > 0) {
      hits.mask[n / 64] |= uint64_t{1} << n % 64;
      hits.scores[n] = score(document, phrases);
    }
    target = document + 1;
  }
}

}  // namespace wax::index
