#include "lines/merged_lines.h"

#include <algorithm>
#include <cstring>
#include <exception>
#include <optional>
#include <utility>

#include "io/ordered_pool.h"

namespace wax::lines {
namespace {

// The lines of one range.
class RangeLines {
 public:
  RangeLines(MergeRange range, bool unique)
      : is_first_(range.is_first),
        before_(std::move(range.before)),
        tree_(std::move(range.inputs)),
        unique_(unique) {}

  bool next(std::string_view& line) {
    while (tree_.next()) {
      line = tree_.line();
      bool same = begun_ ? tree_.code() == kSameLine && line.size() == size_
                         : !is_first_ && line == before_;
      begun_ = true;
      size_ = line.size();
      if (!same || !unique_) return true;
    }
    return false;
  }

  // The same with those after it that lie together, each with "\n". How many
  // there are; none at the end.
  uint64_t next_text(std::string_view& text) {
    if (!next(text)) return 0;
    uint64_t count = 1 + tree_.next_run(unique_);
    std::string_view last = tree_.line();
    size_ = last.size();
    text = {text.data(),
            static_cast<size_t>(last.data() + last.size() + 1 - text.data())};
    return count;
  }

 private:
  bool is_first_;
  std::string before_;
  LoserTree tree_;
  bool unique_;
  bool begun_ = false;
  size_t size_ = 0;
};

class MergedLines final : public LineStream {
 public:
  MergedLines(std::unique_ptr<SortedInputs> inputs, bool unique, size_t range)
      : ranges_(std::move(inputs), range), unique_(unique) {}

  bool next(std::string_view& line) override {
    while (!lines_ || !lines_->next(line)) {
      if (!enter_range()) return false;
    }
    return true;
  }

  uint64_t copy_to(io::Output& output) override {
    uint64_t count = 0;
    std::string_view text;
    do {
      if (!lines_) continue;
      while (uint64_t n = lines_->next_text(text)) {
        output.write(text);
        count += n;
      }
    } while (enter_range());
    return count;
  }

 private:
  bool enter_range() {
    lines_.reset();
    MergeRange range;
    if (!ranges_.next(range)) return false;
    lines_.emplace(std::move(range), unique_);
    return true;
  }

  MergeRanges ranges_;
  bool unique_;
  std::optional<RangeLines> lines_;
};

// A range to be merged, and then pieces of whole lines in order.
struct MergedRangeText {
  MergeRange cut;
  uint64_t lines = 0;
  std::vector<std::string_view> pieces;
  // Where they lie.
  std::unique_ptr<RangeLines> inputs;
  std::unique_ptr<char[]> text;
  size_t capacity = 0;

  void merge(bool unique) {
    // What lies together in an input is not copied if it is as long as that.
    constexpr size_t kLong = 16 * 1024;
    if (capacity < cut.bytes) {
      text = std::make_unique_for_overwrite<char[]>(cut.bytes);
      capacity = cut.bytes;
    }
    inputs = std::make_unique<RangeLines>(std::move(cut), unique);
    pieces.clear();
    lines = 0;
    char* begin = text.get();
    char* end = begin;
    auto end_piece = [&] {
      if (end > begin) pieces.emplace_back(begin, end - begin);
      begin = end;
    };
    std::string_view some;
    while (uint64_t n = inputs->next_text(some)) {
      lines += n;
      if (some.size() < kLong) {
        std::memcpy(end, some.data(), some.size());
        end += some.size();
      } else {
        end_piece();
        pieces.push_back(some);
      }
    }
    end_piece();
  }
};

// Cuts the inputs into ranges, some ahead of the one whose lines are asked for;
// the pool merges them, and reads ahead what they are cut from.
class LinesOfThreads final : public LineStream {
 public:
  LinesOfThreads(std::unique_ptr<SortedInputs> inputs, bool unique,
                 const MergeShares& shares)
      : inputs_(inputs.get()),
        ranges_(std::move(inputs), shares.range),
        most_(shares.threads + 3),
        merged_(shares.threads,
                [unique](std::unique_ptr<MergedRangeText>& range, size_t) {
                  range->merge(unique);
                }) {}

  bool next(std::string_view& line) override {
    while (rest_.empty()) {
      if (range_ == nullptr || piece_ == range_->pieces.size()) {
        if (!take()) return false;
        piece_ = 0;
        continue;
      }
      rest_ = range_->pieces[piece_++];
    }
    line = rest_.substr(0, rest_.find('\n'));
    rest_.remove_prefix(line.size() + 1);
    return true;
  }

  uint64_t copy_to(io::Output& output) override {
    uint64_t count = 0;
    std::string_view line;
    // The range that next() is in.
    while (!rest_.empty() ||
           (range_ != nullptr && piece_ < range_->pieces.size())) {
      if (!next(line)) break;
      output.write({line.data(), line.size() + 1});
      ++count;
    }
    while (take()) {
      for (std::string_view piece : range_->pieces) output.write(piece);
      count += range_->lines;
      piece_ = range_->pieces.size();
    }
    return count;
  }

 private:
  // False at the end, or where the inputs threw.
  bool cut_next() {
    std::unique_ptr<MergedRangeText> range;
    if (unneeded_.empty()) {
      range = std::make_unique<MergedRangeText>();
    } else {
      range = std::move(unneeded_.back());
      unneeded_.pop_back();
    }
    try {
      if (!ranges_.next(range->cut)) return false;
    } catch (...) {
      failure_ = std::current_exception();
      return false;
    }
    inputs_->read_ahead(merged_.pool());
    merged_.put(std::move(range));
    return true;
  }

  // The next range; false at the end.
  bool take() {
    if (range_ != nullptr) {
      range_->inputs.reset();
      unneeded_.push_back(std::move(range_));
    }
    if (!std::exchange(begun_, true)) inputs_->read_ahead(merged_.pool());
    // Several at a time, so that threads sleep and wake seldom.
    if (merged_.size() <= most_ / 2) {
      while (!at_end_ && merged_.size() < most_) at_end_ = !cut_next();
    }
    if (merged_.size() == 0) {
      if (failure_) std::rethrow_exception(failure_);
      return false;
    }
    range_ = merged_.take();
    return true;
  }

  SortedInputs* inputs_;
  MergeRanges ranges_;
  size_t most_;
  bool begun_ = false;
  bool at_end_ = false;
  std::exception_ptr failure_;  // of the inputs, after the ranges before
  std::vector<std::unique_ptr<MergedRangeText>> unneeded_;
  std::unique_ptr<MergedRangeText> range_;  // whose lines are asked for
  size_t piece_ = 0;
  std::string_view rest_;  // of the piece before
  // Last: its threads use the inputs.
  io::OrderedPool<std::unique_ptr<MergedRangeText>> merged_;
};

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

std::unique_ptr<LineStream> merged_lines(std::unique_ptr<SortedInputs> inputs,
                                         bool unique,
                                         const MergeShares& shares) {
  if (shares.threads == 0) {
    return std::make_unique<MergedLines>(std::move(inputs), unique,
                                         shares.range);
  }
  return std::make_unique<LinesOfThreads>(std::move(inputs), unique, shares);
}

Run merged_run(std::unique_ptr<SortedInputs> inputs, const MergeShares& shares,
               RunFile& file, size_t block) {
  RunWriter writer(file, block);
  auto lines = merged_lines(std::move(inputs), false, shares);
  std::string before;
  std::string_view line;
  while (lines->next(line)) {
    LineCode code;
    (void)less_from(line, before, 0, code);
    writer.add(line, code);
    before = line;
  }
  return writer.finish();
}

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
