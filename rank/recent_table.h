// Values by 64-bit keys that are forgotten after a while.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace wax::rank {

// Keeps values for at least `window` seconds of the times that it is given, and
// for at most two windows after the last time. Single times may go back; after
// kMostEarlier in turn that went back by more than a window, the windows begin
// at the last of them. When `most` values of one window are there, the older
// ones are forgotten early.
template <typename Value>
class RecentTable {
 public:
  RecentTable(int64_t window, size_t most)
      : window_(window), most_(std::max<size_t>(most, 1024)) {}

  static constexpr int kMostEarlier = 1000;

  // The value of a key, a new one when it has no value yet. Valid until the
  // next call.
  Value& at(uint64_t key, int64_t now) {
    if (key == 0) key = 1;  // 0 marks free slots
    earlier_ = now < begin_ - window_ ? earlier_ + 1 : 0;
    if (now >= begin_ + window_ || earlier_ > kMostEarlier) forget(now);
    if (Slot* slot = find(now_, key)) return slot->value;
    if (count_ >= most_) {
      forget(now);
      ++early_;
    }
    if (count_ + 1 > now_.size() / 4 * 3) grow();
    const Slot* old = find(before_, key);
    ++count_;
    return insert(now_, key, old == nullptr ? Value() : old->value);
  }
  // How often memory was short.
  [[nodiscard]] uint64_t early() const { return early_; }

 private:
  struct Slot {
    uint64_t key = 0;
    Value value{};
  };
  using Slots = std::vector<Slot>;

  static Slot* find(Slots& slots, uint64_t key) {
    if (slots.empty()) return nullptr;
    const size_t mask = slots.size() - 1;
    for (size_t at = key & mask;; at = (at + 1) & mask) {
      if (slots[at].key == key) return &slots[at];
      if (slots[at].key == 0) return nullptr;
    }
  }
  static Value& insert(Slots& slots, uint64_t key, Value value) {
    const size_t mask = slots.size() - 1;
    size_t at = key & mask;
    while (slots[at].key != 0) at = (at + 1) & mask;
    slots[at] = {key, std::move(value)};
    return slots[at].value;
  }
  void grow() {
    Slots larger(std::max<size_t>(1024, now_.size() * 2));
    for (Slot& slot : now_) {
      if (slot.key != 0) insert(larger, slot.key, std::move(slot.value));
    }
    now_ = std::move(larger);
  }
  void forget(int64_t now) {
    before_.clear();
    if (now < begin_ + 2 * window_) before_ = std::move(now_);
    now_ = Slots();
    count_ = 0;
    begin_ = now;
    earlier_ = 0;
  }

  int64_t window_;
  size_t most_;
  int64_t begin_ = INT64_MIN / 2;
  int earlier_ = 0;
  Slots now_;
  Slots before_;
  size_t count_ = 0;
  uint64_t early_ = 0;
};

}  // namespace wax::rank
