#include "lines/merge_ranges.h"

#include <algorithm>
#include <utility>

namespace wax::lines {
namespace {

// Shorter steps would cost more than ranges of even sizes gain.
constexpr size_t kLeastStep = 16 * 1024;

// Whether a line is less than the bound, whose code is then relative to it. It
// is relative to the line before; kNoLine where that was not asked about.
bool is_less(const LineSpan& span, size_t i, std::string_view bound,
             LineCode& code) {
  LineCode own = span.lines[i].code;
  if (code == kNoLine) return less_from(span.line(i), bound, 0, code);
  if (own != code) return own < code;
  size_t from = code == kSameLine ? 0 : (word_of(code) + 1) * sizeof(uint32_t);
  return less_from(span.line(i), bound, from, code);
}

}  // namespace

MergeRanges::MergeRanges(std::unique_ptr<SortedInputs> inputs, size_t bytes)
    : inputs_(std::move(inputs)),
      bytes_(bytes),
      step_bytes_(std::max(bytes / 2 / std::max<size_t>(inputs_->size(), 1),
                           std::min(kLeastStep, bytes / 16))),
      places_(inputs_->size()) {}

// Takes whole steps in the order of their last lines until there is enough, and
// of all others the lines that are less than the last line of these.
bool MergeRanges::next(MergeRange& range) {
  if (!std::exchange(started_, true)) {
    // They count as begun one after the other, so that they do not all end
    // their steps together.
    for (size_t i = 0; i < places_.size(); ++i) {
      places_[i].step = step_bytes_ * i / places_.size();
      (void)enter_span(i);
    }
  }
  if (heap_.empty()) return false;
  range = {};
  range.inputs.resize(places_.size());
  range.is_first = !std::exchange(any_, true);
  range.before = bound_;
  std::string_view bound;  // in a span that the range takes
  size_t steps = 0;        // bytes of them
  while (steps < bytes_ && !heap_.empty()) {
    size_t input = pop_least();
    Place& place = places_[input];
    bound = place.last();
    range.bytes += place.left;
    if (place.step >= step_bytes_) steps += std::exchange(place.step, 0);
    place.begin = place.end;
    if (place.end < place.span.size) {
      enter_step(input);
    } else {
      take(input, place.end, range);
      if (!enter_span(input)) steps += place.step;
    }
  }
  for (size_t input : heap_) {
    Place& place = places_[input];
    // The last line of a step is not less, so that there is always some left.
    LineCode code = kNoLine;  // of the bound, relative to the line before
    for (; is_less(place.span, place.begin, bound, code); ++place.begin) {
      size_t size = size_t{place.span.lines[place.begin].size} + 1;
      range.bytes += size;
      place.left -= size;
    }
    take(input, place.begin, range);
  }
  bound_ = bound;
  return true;
}

// False when there is none.
bool MergeRanges::enter_span(size_t input) {
  Place& place = places_[input];
  place.taken = place.begin = place.end = 0;
  place.span = {};
  if (!inputs_->next(input, place.span)) return false;
  enter_step(input);
  return true;
}

void MergeRanges::enter_step(size_t input) {
  Place& place = places_[input];
  place.left = 0;
  do {
    size_t size = size_t{place.span.lines[place.end++].size} + 1;
    place.step += size;
    place.left += size;
  } while (place.end < place.span.size && place.step < step_bytes_);
  heap_.push_back(input);
  std::push_heap(heap_.begin(), heap_.end(), [this](size_t a, size_t b) {
    return places_[b].last() < places_[a].last();
  });
}

size_t MergeRanges::pop_least() {
  std::pop_heap(heap_.begin(), heap_.end(), [this](size_t a, size_t b) {
    return places_[b].last() < places_[a].last();
  });
  size_t input = heap_.back();
  heap_.pop_back();
  return input;
}

// The lines up to `end` that no range has.
void MergeRanges::take(size_t input, size_t end, MergeRange& range) {
  Place& place = places_[input];
  if (place.taken == end) return;
  LineSpan part = place.span;
  part.lines += place.taken;
  part.size = end - place.taken;
  range.inputs[input].push_back(std::move(part));
  place.taken = end;
}

}  // namespace wax::lines
