#include "lines/merged_lines.h"

#include <algorithm>
#include <condition_variable>
#include <cstring>
#include <deque>
#include <exception>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "io/threads.h"
#include "lines/loser_tree.h"
#include "lines/merge_ranges.h"

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

  // The same with those behind it that lie together, each with "\n". How many
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

// A range that is merged: pieces of whole lines in order.
struct MergedRangeText {
  uint64_t lines = 0;
  std::vector<std::string_view> pieces;
  // Where they lie.
  std::unique_ptr<RangeLines> inputs;
  std::unique_ptr<char[]> text;
  size_t capacity = 0;

  void merge(MergeRange range, bool unique) {
    // What lies together in an input is not copied if it is as long as that.
    constexpr size_t kLong = 16 * 1024;
    if (capacity < range.bytes) {
      text = std::make_unique_for_overwrite<char[]>(range.bytes);
      capacity = range.bytes;
    }
    inputs = std::make_unique<RangeLines>(std::move(range), unique);
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

// Each thread takes the next range and merges it, or reads ahead; so does the
// caller, who takes the ranges in order, when the next one is not there.
class LinesOfThreads final : public LineStream {
 public:
  LinesOfThreads(std::unique_ptr<SortedInputs> inputs, bool unique,
                 const MergeShares& shares)
      : inputs_(inputs.get()),
        ranges_(std::move(inputs), shares.range),
        unique_(unique),
        most_(shares.threads + 3) {
    threads_ = io::start_threads(shares.threads, [this](size_t) { work(); });
  }
  ~LinesOfThreads() override {
    {
      std::lock_guard lock(mutex_);
      stopping_ = true;
    }
    changed_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }
  LinesOfThreads(const LinesOfThreads&) = delete;
  LinesOfThreads& operator=(const LinesOfThreads&) = delete;

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
    // Of the range that next() is in.
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
  // A range on its way.
  struct Slot {
    std::unique_ptr<MergedRangeText> range;
    std::exception_ptr failure;
    bool done = false;
  };

  [[nodiscard]] bool can_cut() const {
    return !at_end_ && !cutting_ && slots_.size() < most_;
  }
  [[nodiscard]] bool can_read() const { return !at_end_ && cuts_ > all_read_; }

  void work() {
    std::unique_lock lock(mutex_);
    for (;;) {
      changed_.wait(lock, [this] {
        return stopping_ || at_end_ || can_cut() || can_read();
      });
      if (stopping_ || at_end_) return;
      help(lock);
    }
  }

  // Merges or reads, unlocked, or waits for a change.
  void help(std::unique_lock<std::mutex>& lock) {
    if (can_cut()) {
      merge_next(lock);
    } else if (can_read()) {
      uint64_t cuts = cuts_;
      lock.unlock();
      bool any = inputs_->read_ahead();
      lock.lock();
      if (!any) all_read_ = std::max(all_read_, cuts);
    } else {
      changed_.wait(lock);
    }
  }

  void merge_next(std::unique_lock<std::mutex>& lock) {
    cutting_ = true;
    // A deque's elements stay where they are.
    Slot& slot = slots_.emplace_back();
    if (unneeded_.empty()) {
      slot.range = std::make_unique<MergedRangeText>();
    } else {
      slot.range = std::move(unneeded_.back());
      unneeded_.pop_back();
    }
    lock.unlock();
    MergeRange range;
    bool any = false;
    try {
      any = ranges_.next(range);
    } catch (...) {
      slot.failure = std::current_exception();
    }
    lock.lock();
    cutting_ = false;
    at_end_ = !any;
    ++cuts_;
    changed_.notify_all();
    if (any) {
      lock.unlock();
      try {
        slot.range->merge(std::move(range), unique_);
      } catch (...) {
        slot.failure = std::current_exception();
      }
      lock.lock();
    } else {
      slot.range.reset();
    }
    slot.done = true;
    changed_.notify_all();
  }

  // The next range; false at the end.
  bool take() {
    if (range_ != nullptr) range_->inputs.reset();
    std::unique_lock lock(mutex_);
    if (range_ != nullptr) unneeded_.push_back(std::move(range_));
    while (slots_.empty() || !slots_.front().done) help(lock);
    Slot& slot = slots_.front();
    if (slot.failure) std::rethrow_exception(slot.failure);
    // The last one stays.
    if (slot.range == nullptr) return false;
    range_ = std::move(slot.range);
    slots_.pop_front();
    lock.unlock();
    changed_.notify_all();
    return true;
  }

  SortedInputs* inputs_;
  MergeRanges ranges_;
  bool unique_;
  size_t most_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Slot> slots_;
  std::vector<std::unique_ptr<MergedRangeText>> unneeded_;
  bool cutting_ = false;
  uint64_t cuts_ = 1;      // and one for what can be read before the first
  uint64_t all_read_ = 0;  // cuts_ when nothing was left to read ahead
  bool at_end_ = false;
  bool stopping_ = false;
  std::vector<std::thread> threads_;

  // The caller's.
  std::unique_ptr<MergedRangeText> range_;
  size_t piece_ = 0;
  std::string_view rest_;  // of the piece before
};

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

}  // namespace wax::lines
