// Jobs of several threads. Each job gives a stream of items while it runs; the
// caller takes one stream after the other.
#pragma once

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "io/ordered_pool.h"

namespace wax::io {

// If a job has one result of bounded size, an OrderedPool is simpler. Here, a
// job that gives too many items waits until its turn comes and the caller takes
// them, so that the caller can always go on.
template <typename Item>
class OrderedStreams {
  // A job that was begun. If the caller leaves it before its end, the slot
  // lives until the job ends.
  struct Slot {
    std::vector<Item> items;
    uint64_t weight = 0;  // of the items
    std::exception_ptr failure;
    bool done = false;
    bool is_current = false;
    bool is_wanted = true;
  };

 public:
  // Where a job puts its items; valid until work() returns.
  class Stream {
   public:
    // Waits while the items that nobody has taken weigh too much. False if
    // nobody wants the item any more: the item is dropped, and the job should
    // end.
    [[nodiscard]] bool put(Item item, uint64_t weight) {
      return streams_->put(*slot_, std::move(item), weight);
    }
    // False if put() would return false.
    [[nodiscard]] bool wanted() const {
      std::lock_guard lock(streams_->mutex_);
      return slot_->is_wanted;
    }

   private:
    friend class OrderedStreams;
    Stream(OrderedStreams& streams, Slot& slot)
        : streams_(&streams), slot_(&slot) {}
    OrderedStreams* streams_;
    Slot* slot_;
  };

  // Calls work(i, stream) for each i below `count`, in up to `threads` threads,
  // up to 2 * `threads` ahead of the current job. Items that nobody has taken
  // weigh about `most` together, and half of that more in the current job. The
  // caller chooses the unit of weights, such as bytes. `tick`, unless null, is
  // called ten times a second while next() waits, which throws what it throws.
  OrderedStreams(size_t count, size_t threads, uint64_t most,
                 std::function<void(size_t, Stream&)> work,
                 std::function<void()> tick = nullptr)
      : count_(count),
        ahead_(2 * threads),
        most_(most),
        work_(std::move(work)),
        tick_(std::move(tick)),
        pool_(threads) {
    begin_more();
  }
  ~OrderedStreams() {
    std::lock_guard lock(mutex_);
    for (auto& slot : slots_) slot->is_wanted = false;
    room_.notify_all();
  }
  OrderedStreams(const OrderedStreams&) = delete;
  OrderedStreams& operator=(const OrderedStreams&) = delete;

  // False if the system gives no thread: then no job runs, and next() must not
  // be called.
  [[nodiscard]] bool has_threads() { return pool_.has_threads(); }

  // The next item of the current job, which is number 0 at first. False at its
  // end. Throws what the job threw, after its last item. There must be a
  // current job: not if `count` is 0, and not after advance() from the last
  // job.
  [[nodiscard]] bool next(Item& item) {
    if (taken_ == items_.size() && !take()) return false;
    item = std::move(items_[taken_++]);
    return true;
  }

  // Ends the current job: nobody wants its other items. next() then waits until
  // the job has ended.
  void drop() {
    items_.clear();
    taken_ = 0;
    std::lock_guard lock(mutex_);
    Slot& slot = *slots_.front();
    slot.is_wanted = false;
    slot.items.clear();
    weight_ -= std::exchange(slot.weight, 0) + std::exchange(items_weight_, 0);
    room_.notify_all();
  }

  // Goes on to the next job, or after the last one. There must be a current
  // job; what it throws from now on is dropped.
  void advance() {
    drop();
    slots_.pop_front();
    begin_more();
  }

 private:
  // Only the caller's thread adds to slots_ and removes from it.
  void begin_more() {
    for (; next_ < count_ && slots_.size() < ahead_; ++next_) {
      slots_.push_back(std::make_shared<Slot>());
      (void)pool_.begin([this, number = next_, slot = slots_.back()](size_t) {
        run(number, *slot);
      });
    }
    if (slots_.empty()) return;
    std::lock_guard lock(mutex_);
    slots_.front()->is_current = true;
    room_.notify_all();
  }

  void run(size_t number, Slot& slot) {
    Stream stream(*this, slot);
    std::exception_ptr failure;
    try {
      if (stream.wanted()) work_(number, stream);
    } catch (...) {
      failure = std::current_exception();
    }
    std::lock_guard lock(mutex_);
    slot.failure = failure;
    slot.done = true;
    arrived_.notify_one();
  }

  bool put(Slot& slot, Item item, uint64_t weight) {
    std::unique_lock lock(mutex_);
    room_.wait(lock, [&] {
      return !slot.is_wanted || weight_ < most_ ||
             (slot.is_current &&
              (slot.items.empty() || slot.weight < most_ / 4));
    });
    if (!slot.is_wanted) return false;
    slot.items.push_back(std::move(item));
    slot.weight += weight;
    weight_ += weight;
    // The caller takes all items at once when it wakes.
    if (slot.items.size() == 1 && slot.is_current) arrived_.notify_one();
    return true;
  }

  // Takes all items that the current job has given. False at its end.
  bool take() {
    items_.clear();
    taken_ = 0;
    std::unique_lock lock(mutex_);
    Slot& slot = *slots_.front();
    auto ready = [&] { return slot.done || !slot.items.empty(); };
    while (tick_ && !arrived_.wait_for(lock, kBetweenTicks, ready)) {
      lock.unlock();
      tick_();
      lock.lock();
    }
    arrived_.wait(lock, ready);
    items_.swap(slot.items);
    weight_ -= std::exchange(items_weight_, std::exchange(slot.weight, 0));
    if (items_.empty() && slot.failure) std::rethrow_exception(slot.failure);
    room_.notify_all();
    return !items_.empty();
  }

  static constexpr std::chrono::milliseconds kBetweenTicks{100};

  const size_t count_;
  const size_t ahead_;
  const uint64_t most_;
  const std::function<void(size_t, Stream&)> work_;
  const std::function<void()> tick_;

  // The caller's.
  std::deque<std::shared_ptr<Slot>> slots_;  // those begun, the current first
  size_t next_ = 0;                          // job to begin
  std::vector<Item> items_;                  // of the current job
  size_t taken_ = 0;                         // so many of them
  uint64_t items_weight_ = 0;

  // Guards the members of slots, and weight_.
  std::mutex mutex_;
  std::condition_variable arrived_;  // for the caller
  std::condition_variable room_;     // for jobs
  uint64_t weight_ = 0;              // of the items in slots and in items_
  WorkPool pool_;                    // last: its threads use the others
};

}  // namespace wax::io
