#include "index/search/phrase_matcher.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace wax::index {
namespace {

// Going to one document costs as much as decoding so many.
constexpr float kCostOfLookUp = 32;

// Writes what is in both to `out`, which has room for `a` and may be `a`; both
// are sorted. Returns how many these are. Which one goes on is hard to
// foretell, so there is no branch for it.
size_t put_common(std::span<const uint32_t> a, std::span<const uint32_t> b,
                  uint32_t* out) {
  size_t i = 0;
  size_t j = 0;
  size_t kept = 0;
  while (i < a.size() && j < b.size()) {
    uint32_t x = a[i];
    uint32_t y = b[j];
    out[kept] = x;
    kept += x == y ? 1 : 0;
    i += x <= y ? 1 : 0;
    j += y <= x ? 1 : 0;
  }
  return kept;
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

PhraseMatcher::Slot::Slot(PhraseWord word, const Deadline& deadline)
    : position_(word.position), places_(kWindow) {
  float all = 0;
  for (const TermSource& source : word.sources) {
    documents_ += source.place.documents;
    all += static_cast<float>(source.segment->documents());
  }
  documents_per_window_ = static_cast<float>(documents_) / all * float{kWindow};
  if (word.prefix) {
    merged_ = std::make_unique<MergedTerms>(word.sources, deadline);
  } else {
    term_ = TermCursor(std::move(word.sources));
  }
}

void PhraseMatcher::Slot::keep(uint32_t base, WindowMask& mask) {
  read_.clear();
  listed_ = false;
  WindowMask found = {};
  // A list that goes on in another segment has lost its positions.
  bool in_one_segment =
      term_.source() != nullptr &&
      (term_.source() == &term_.sources().back() ||
       term_.source()->base + term_.source()->segment->documents() >=
           base + kWindow);
  if (merged_) {
    walk(base, mask, found);
  } else if (in_one_segment &&
             static_cast<float>(count_of(mask)) * kCostOfLookUp >=
                 documents_per_window_) {
    list(base, found);
  } else {
    look_up(base, mask, found);
  }
  for (size_t i = 0; i < mask.size(); ++i) mask[i] &= found[i];
}

void PhraseMatcher::Slot::list(uint32_t base, WindowMask& found) {
  listed_ = true;
  term_.advance(base);
  source_ = term_.source();
  if (source_ == nullptr || term_.document() - base >= kWindow) return;
  reader_ = term_.positions();
  first_ = reader_.place();
  uint32_t to_window = source_->base - base;
  uint32_t occurrences = 0;
  uint64_t* words = found.data();
  Place* places = places_.data();
  term_.take_until(base + kWindow,
                   [=, &occurrences](uint32_t document, uint32_t frequency) {
                     uint32_t n = document + to_window;
                     words[n / 64] |= uint64_t{1} << n % 64;
                     places[n] = {occurrences, frequency};
                     occurrences += frequency;
                   });
}

void PhraseMatcher::Slot::read_here(uint32_t n) {
  auto begin = static_cast<uint32_t>(read_.size());
  if (merged_) {
    merged_->append_positions(read_);
  } else {
    term_.append_positions(read_);
  }
  places_[n] = {begin, static_cast<uint32_t>(read_.size()) - begin};
}

void PhraseMatcher::Slot::look_up(uint32_t base, const WindowMask& wanted,
                                  WindowMask& found) {
  each_bit(wanted, [&](uint32_t n) {
    term_.advance(base + n);
    if (term_.document() != base + n) return;
    read_here(n);
    found[n / 64] |= uint64_t{1} << n % 64;
  });
}

void PhraseMatcher::Slot::walk(uint32_t base, const WindowMask& wanted,
                               WindowMask& found) {
  for (merged_->advance(base); merged_->document() - base < kWindow;
       merged_->advance(merged_->document() + 1)) {
    uint32_t n = merged_->document() - base;
    if ((wanted[n / 64] >> n % 64 & 1) == 0) continue;
    read_here(n);
    found[n / 64] |= uint64_t{1} << n % 64;
  }
}

std::span<const uint32_t> PhraseMatcher::Slot::read_starts(uint32_t n) {
  const Place& place = places_[n];
  uint32_t* begin;
  if (listed_) {
    if (starts_.size() < place.count) {
      reader_.check(place.count);
      starts_.resize(place.count);
    }
    begin = starts_.data();
    reader_.pass(first_ + place.begin - reader_.place());
    reader_.read(place.count, begin);
  } else {
    begin = read_.data() + place.begin;
  }
  std::span<uint32_t> starts(begin, place.count);
  if (position_ == 0) return starts;
  // A word that stands before its place begins no phrase; as the numbers go
  // round, it cannot be mistaken for one.
  for (uint32_t& start : starts) start -= position_;
  if (!starts.empty() && starts.front() > starts.back()) {
    std::sort(starts.begin(), starts.end());
  }
  return starts;
}

void PhraseMatcher::Slot::end_window() {
  if (listed_ && source_ != nullptr) term_.go_on_at(source_, reader_);
}

float PhraseMatcher::Slot::bound(uint32_t base, float weight) {
  if (merged_) return std::numeric_limits<float>::infinity();
  if (!bounds_) bounds_.emplace(term_.sources(), weight);
  return bounds_->greatest(base, base + kWindow);
}

PhraseMatcher::PhraseMatcher(uint32_t documents, std::vector<PhraseWord> words,
                             float weight, const Deadline& deadline)
    : documents_(std::max(documents, 1U)), weight_(weight), phrases_(kWindow) {
  // A source for each segment is enough to find norms.
  auto whole = std::find_if(words.begin(), words.end(),
                            [](const auto& word) { return !word.prefix; });
  if (whole != words.end()) {
    norms_ = FieldNorms(whole->sources);
  } else {
    std::vector<TermSource> all;
    for (const PhraseWord& word : words) {
      all.insert(all.end(), word.sources.begin(), word.sources.end());
    }
    norms_ = FieldNorms(std::move(all));
  }
  slots_.reserve(words.size());
  for (PhraseWord& word : words) slots_.emplace_back(std::move(word), deadline);
  std::stable_sort(slots_.begin(), slots_.end(),
                   [](const Slot& a, const Slot& b) {
                     return a.documents() < b.documents();
                   });
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

uint32_t PhraseMatcher::at_or_after(uint32_t target) {
  return next_with_all(target);
}

void PhraseMatcher::fill(uint32_t base, const WindowMask* within,
                         WindowMask& mask) {
  base_ = base;
  WindowMask all;
  if (within != nullptr) {
    all = *within;
  } else {
    all.fill(UINT64_MAX);
  }
  size_t kept = 0;
  while (kept < slots_.size() && !is_empty(all)) slots_[kept++].keep(base, all);
  each_bit(all, [&](uint32_t n) {
    std::span<const uint32_t> found = slots_.front().read_starts(n);
    for (size_t i = 1; i < slots_.size() && !found.empty(); ++i) {
      if (kept_.size() < found.size()) kept_.resize(found.size());
      found = {kept_.data(),
               put_common(found, slots_[i].read_starts(n), kept_.data())};
    }
    if (found.empty()) return;
    phrases_[n] = static_cast<uint32_t>(found.size());
    mask[n / 64] |= uint64_t{1} << n % 64;
  });
  for (size_t i = 0; i < kept; ++i) slots_[i].end_window();
}

float PhraseMatcher::score(uint32_t n) {
  float score = weight_ * std::sqrt(static_cast<float>(phrases_[n]));
  return score * norms_.at(base_ + n);
}

// There are no more phrases than there are of each word.
float PhraseMatcher::bound(uint32_t base) {
  float least = std::numeric_limits<float>::infinity();
  for (Slot& slot : slots_) least = std::min(least, slot.bound(base, weight_));
  return least;
}

double PhraseMatcher::expected() const {
  double expected = documents_;
  for (const Slot& slot : slots_) {
    expected *=
        std::min(1.0, static_cast<double>(slot.documents()) / documents_);
  }
  return expected;
}

}  // namespace wax::index
