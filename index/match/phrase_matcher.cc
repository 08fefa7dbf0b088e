#include "index/match/phrase_matcher.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>

namespace wax::index {
namespace {

// The deadline is asked after so many places of a word.
constexpr size_t kManyPlaces = 256;

// Writes what is in both to `out`, which has room for `a` and may be `a`; both
// are sorted. Returns how many these are. Which one goes on is hard to
// foretell, so there is no branch for it.
size_t put_common(std::span<const uint32_t> a, std::span<const uint32_t> b,
                  uint32_t* out) {
  if (a.size() == 1 || b.size() == 1) {
    uint32_t wanted = a.size() == 1 ? a[0] : b[0];
    bool found = false;
    for (uint32_t number : a.size() == 1 ? b : a) found |= number == wanted;
    out[0] = wanted;
    return found ? 1 : 0;
  }
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

// How many of `a` are so far before one of `b`; both are sorted.
uint32_t count_at_distance(std::span<const uint32_t> a,
                           std::span<const uint32_t> b, uint32_t distance) {
  size_t i = 0;
  size_t j = 0;
  uint32_t count = 0;
  while (i < a.size() && j < b.size()) {
    // A word that would stand before the text has no place.
    auto x = static_cast<int64_t>(a[i]) + static_cast<int32_t>(distance);
    auto y = static_cast<int64_t>(b[j]);
    count += x == y ? 1 : 0;
    i += x <= y ? 1 : 0;
    j += y <= x ? 1 : 0;
  }
  return count;
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
      for (uint32_t position : cursor.read_positions(here)) {
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
    : deadline_(&deadline), positions_(std::move(word.positions)) {
  float all = 0;
  for (const TermSource& source : word.sources) {
    documents_ += source.place.documents;
    all += static_cast<float>(source.segment->documents());
  }
  documents_per_window_ = static_cast<float>(documents_) / all * float{kWindow};
  if (word.prefix) {
    merged_ = std::make_unique<MergedTerms>(word.sources, deadline);
    places_.resize(kWindow);
  } else {
    const TermSource& first = word.sources.front();
    TermBlocks blocks;
    if (word.sources.size() == 1 && first.segment->blocks() != nullptr) {
      blocks = first.segment->blocks()->blocks_of(first.place);
    }
    if (blocks.has_documents()) {
      ranked_.emplace(*first.segment, first.place, blocks);
      ranks_.resize(kWindow);
      read_.resize(kLanes);
    } else {
      read_here_ = TermCursor(word.sources);
    }
    term_ = TermCursor(std::move(word.sources));
  }
}

void PhraseMatcher::Slot::keep(uint32_t base, WindowMask& mask) {
  base_ = base;
  WindowMask found = {};
  if (merged_) {
    walk(base, mask, found);
  } else if (ranked_) {
    rank(base, mask, found);
  } else {
    mark_documents(term_, base, &mask, documents_per_window_, found);
  }
  for (size_t i = 0; i < mask.size(); ++i) mask[i] &= found[i];
}

void PhraseMatcher::Slot::rank(uint32_t base, const WindowMask& wanted,
                               WindowMask& found) {
  if (is_worth_advancing(wanted, documents_per_window_)) {
    each_bit(wanted, [&](uint32_t n) {
      term_.advance(base + n);
      if (term_.document() != base + n) return;
      ranks_[n] = term_.rank();
      found[n / 64] |= uint64_t{1} << n % 64;
    });
    return;
  }
  term_.advance(base);
  if (term_.document() - base >= kWindow) return;
  uint32_t from_window = base - term_.source()->base;
  term_.take_documents(base + kWindow,
                       [&](const uint32_t* documents, uint32_t count) {
                         set_bits(found.data(), documents, count, from_window);
                         uint32_t rank = term_.rank();
                         for (uint32_t i = 0; i < count; ++i) {
                           ranks_[documents[i] - from_window] = rank + i;
                         }
                       });
}

void PhraseMatcher::Slot::walk(uint32_t base, const WindowMask& wanted,
                               WindowMask& found) {
  read_.clear();
  for (merged_->advance(base); merged_->document() - base < kWindow;
       merged_->advance(merged_->document() + 1)) {
    uint32_t n = merged_->document() - base;
    if ((wanted[n / 64] >> n % 64 & 1) == 0) continue;
    auto begin = static_cast<uint32_t>(read_.size());
    merged_->append_positions(read_);
    places_[n] = {begin, static_cast<uint32_t>(read_.size()) - begin};
    found[n / 64] |= uint64_t{1} << n % 64;
  }
}

std::span<uint32_t> PhraseMatcher::Slot::read_positions(uint32_t n) {
  if (merged_) return {read_.data() + places_[n].begin, places_[n].count};
  if (ranked_) return ranked_->read(ranks_[n], read_);
  read_here_.advance(base_ + n);
  return read_here_.read_positions(read_);
}

std::span<const uint32_t> PhraseMatcher::Slot::read_starts(uint32_t n) {
  std::span<uint32_t> starts = read_positions(n);
  if (positions_.size() > 1) starts = with_all_places(starts);
  const uint32_t first = positions_.front();
  if (first == 0) return starts;
  // A word that stands before its place begins no phrase; as the numbers go
  // round, it cannot be mistaken for one.
  for (uint32_t& start : starts) start -= first;
  if (!starts.empty() && starts.front() > starts.back()) {
    std::sort(starts.begin(), starts.end());
  }
  return starts;
}

std::span<uint32_t> PhraseMatcher::Slot::with_all_places(
    std::span<const uint32_t> found) {
  if (found.size() < positions_.size()) return {};
  starts_.assign(found.begin(), found.end());
  size_t kept = starts_.size();
  for (size_t i = 1; i < positions_.size() && kept > 0; ++i) {
    if (kept > kManyPlaces) deadline_->check();
    const uint32_t distance = positions_[i] - positions_.front();
    size_t at = 0;
    size_t left = 0;
    for (size_t k = 0; k < kept; ++k) {
      const uint64_t wanted = uint64_t{starts_[k]} + distance;
      while (at < found.size() && found[at] < wanted) ++at;
      if (at == found.size()) break;
      starts_[left] = starts_[k];
      left += found[at] == wanted ? 1 : 0;
    }
    kept = left;
  }
  return {starts_.data(), kept};
}

float PhraseMatcher::Slot::bound(uint32_t base, float weight) {
  if (merged_) return std::numeric_limits<float>::infinity();
  if (!bounds_) bounds_.emplace(term_.sources(), weight);
  return bounds_->greatest(base, base + kWindow);
}

PhraseMatcher::PhraseMatcher(uint32_t documents, std::vector<PhraseWord> words,
                             uint32_t slop, float weight,
                             const Deadline& deadline)
    : documents_(std::max(documents, 1U)),
      deadline_(&deadline),
      slop_(slop),
      weight_(weight),
      phrases_(kWindow) {
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
  for (size_t i = 0; i < slots_.size() && !is_empty(all); ++i) {
    slots_[i].keep(base, all);
  }
  auto add_all = [&](auto&& count) {
    each_bit(all, [&](uint32_t n) {
      phrases_[n] = count(n);
      mask[n / 64] |= uint64_t{phrases_[n] > 0} << n % 64;
    });
  };
  if (slop_ > 0) {
    add_all([&](uint32_t n) { return loose_phrases(n); });
  } else if (slots_.size() == 2 && slots_[0].positions().size() == 1 &&
             slots_[1].positions().size() == 1) {
    add_all([&](uint32_t n) { return pairs(n); });
  } else {
    add_all([&](uint32_t n) { return rows(n); });
  }
}

uint32_t PhraseMatcher::rows(uint32_t n) {
  std::span<const uint32_t> found = slots_.front().read_starts(n);
  for (size_t i = 1; i < slots_.size() && !found.empty(); ++i) {
    if (kept_.size() < found.size()) kept_.resize(found.size());
    found = {kept_.data(),
             put_common(found, slots_[i].read_starts(n), kept_.data())};
  }
  return static_cast<uint32_t>(found.size());
}

uint32_t PhraseMatcher::pairs(uint32_t n) {
  Slot& first = slots_[0];
  Slot& second = slots_[1];
  std::span<const uint32_t> a = first.read_positions(n);
  std::span<const uint32_t> b = second.read_positions(n);
  uint32_t distance = second.positions()[0] - first.positions()[0];
  if (std::max(a.size(), b.size()) > kLanes || !first.has_lanes() ||
      !second.has_lanes()) {
    return count_at_distance(a, b, distance);
  }
  // All with all, as branches would be hard to foretell.
  using Lanes [[gnu::vector_size(4 * kLanes)]] = uint32_t;
  constexpr Lanes kPlaces = {0, 1, 2, 3};
  Lanes x;
  Lanes y;
  std::memcpy(&x, a.data(), sizeof x);
  std::memcpy(&y, b.data(), sizeof y);
  x += distance;
  auto next = [](auto lanes) {
    return __builtin_shufflevector(lanes, lanes, 1, 2, 3, 0);
  };
  // All bits are set where it is true.
  auto is_second = kPlaces < static_cast<uint32_t>(b.size());
  auto equal = (x == y) & is_second;
  for (size_t i = 1; i < kLanes; ++i) {
    y = next(y);
    is_second = next(is_second);
    equal |= (x == y) & is_second;
  }
  equal &= kPlaces < static_cast<uint32_t>(a.size());
  return static_cast<uint32_t>(-(equal[0] + equal[1] + equal[2] + equal[3]));
}

uint32_t PhraseMatcher::loose_phrases(uint32_t n) {
  loose_.resize(slots_.size());
  begins_.clear();
  size_t least = SIZE_MAX;
  for (size_t i = 0; i < slots_.size(); ++i) {
    std::span<const uint32_t> found = slots_[i].read_positions(n);
    if (found.size() < slots_[i].positions().size()) return 0;
    loose_[i].assign(found.begin(), found.end());
    least = std::min(least, found.size());
  }
  for (size_t i = 0; i < slots_.size(); ++i) {
    for (uint32_t place : slots_[i].positions()) {
      if (loose_[i].size() > kManyPlaces) deadline_->check();
      for (int64_t at : loose_[i]) begins_.push_back(at - place);
    }
  }
  std::sort(begins_.begin(), begins_.end());
  begins_.erase(std::unique(begins_.begin(), begins_.end()), begins_.end());
  size_t count = 0;
  for (size_t i = 0; i < begins_.size(); ++i) {
    if (i % kManyPlaces == kManyPlaces - 1) deadline_->check();
    count += is_loose_phrase(begins_[i]) ? 1 : 0;
  }
  // No more than there are of each word, as bound() says.
  return static_cast<uint32_t>(std::min(count, least));
}

bool PhraseMatcher::is_loose_phrase(int64_t start) const {
  for (size_t i = 0; i < slots_.size(); ++i) {
    int64_t taken = -1;  // where the word stands for its place before
    for (int64_t place : slots_[i].positions()) {
      auto found = std::lower_bound(loose_[i].begin(), loose_[i].end(),
                                    std::max(start + place, taken + 1));
      if (found == loose_[i].end() || *found > start + place + slop_) {
        return false;
      }
      taken = *found;
    }
  }
  return true;
}

float PhraseMatcher::score(uint32_t n) {
  return score_of(weight_, phrases_[n], norms_.at(base_ + n));
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
