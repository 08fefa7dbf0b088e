#include "graph/update/pair_sorter.h"

#include <algorithm>
#include <array>
#include <functional>
#include <utility>

namespace wax::graph {
namespace {

constexpr uint64_t kLeastMemory = 1 << 20;
constexpr size_t kDigitBits = 11;

// Sorts by digits, the lowest first; digits that all numbers share cost one
// pass of reading.
void radix_sort(std::vector<uint64_t>& numbers) {
  std::vector<uint64_t> other(numbers.size());
  for (size_t shift = 0; shift < 64; shift += kDigitBits) {
    constexpr uint64_t kMask = (1 << kDigitBits) - 1;
    std::array<size_t, kMask + 2> begin{};
    for (uint64_t number : numbers) ++begin[(number >> shift & kMask) + 1];
    if (std::ranges::count(begin, numbers.size()) > 0) continue;
    for (size_t i = 1; i < begin.size(); ++i) begin[i] += begin[i - 1];
    for (uint64_t number : numbers) {
      other[begin[number >> shift & kMask]++] = number;
    }
    numbers.swap(other);
  }
}

}  // namespace

PairSorter::PairSorter(uint64_t memory, std::string tmpdir)
    : most_(static_cast<size_t>(std::max(memory, kLeastMemory) /
                                (2 * sizeof(uint64_t)))),
      tmpdir_(std::move(tmpdir)) {}

void PairSorter::sort_memory() {
  constexpr size_t kFew = 1 << 12;
  if (pairs_.size() < kFew) {
    std::sort(pairs_.begin(), pairs_.end());
  } else {
    radix_sort(pairs_);
  }
  pairs_.erase(std::unique(pairs_.begin(), pairs_.end()), pairs_.end());
}

void PairSorter::spill() {
  sort_memory();
  if (!file_) file_ = std::make_unique<io::UnnamedFile>(tmpdir_);
  size_t size = pairs_.size() * sizeof(uint64_t);
  file_->write({reinterpret_cast<const char*>(pairs_.data()), size}, bytes_);
  Run& run = runs_.emplace_back();
  run.at = bytes_;
  run.end = bytes_ += size;
  pairs_.clear();
}

void PairSorter::sort() {
  if (runs_.empty()) {
    sort_memory();
    return;
  }
  spill();
  pairs_ = {};
  for (size_t i = 0; i < runs_.size(); ++i) push(i);
}

bool PairSorter::fill(Run& run) {
  uint64_t block =
      std::clamp<uint64_t>(most_ / runs_.size(), 512, uint64_t{1} << 16);
  uint64_t size = std::min(block * sizeof(uint64_t), run.end - run.at);
  run.block.resize(static_cast<size_t>(size) / sizeof(uint64_t));
  run.next = 0;
  if (size == 0) return false;
  file_->read(reinterpret_cast<char*>(run.block.data()),
              static_cast<size_t>(size), run.at);
  run.at += size;
  return true;
}

void PairSorter::push(size_t number) {
  Run& run = runs_[number];
  if (run.next == run.block.size() && !fill(run)) return;
  heap_.push_back({run.block[run.next++], number});
  std::push_heap(heap_.begin(), heap_.end(), std::greater<>());
}

bool PairSorter::next(NodeId& first, NodeId& second) {
  uint64_t pair;
  if (runs_.empty()) {
    if (next_ == pairs_.size()) return false;
    pair = pairs_[next_++];
  } else {
    do {
      if (heap_.empty()) return false;
      std::pop_heap(heap_.begin(), heap_.end(), std::greater<>());
      Head head = heap_.back();
      heap_.pop_back();
      pair = head.pair;
      push(head.run);
    } while (any_ && pair == last_);
    last_ = pair;
    any_ = true;
  }
  first = static_cast<NodeId>(pair >> 32);
  second = static_cast<NodeId>(pair);
  return true;
}

}  // namespace wax::graph
