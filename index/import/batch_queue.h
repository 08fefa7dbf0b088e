// Work done by several threads and taken back in the order it was handed out.
#pragma once

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "io/threads.h"

namespace wax::index {

// Batches go in by put() and come back by the `retire` function, in that order
// and on the caller's thread, once `work` has been done on them on some thread.
// The caller's thread works too when it would have to wait, so `jobs` threads
// are busy. At most 2 * jobs + 1 batches are under way; a retired one is used
// again.
//
// `work` gets the number of its thread, below `jobs`. What it throws is thrown
// by the put() or finish() that would have retired the batch.
template <typename Batch>
class BatchQueue {
 public:
  using Work = std::function<void(Batch&, unsigned thread)>;
  using Retire = std::function<void(Batch&)>;

  BatchQueue(unsigned jobs, Work work, Retire retire)
      : limit_(jobs <= 1 ? 0 : 2 * jobs),
        work_(std::move(work)),
        retire_(std::move(retire)) {
    threads_ = io::start_threads(std::max(jobs, 1U) - 1, [this](size_t i) {
      serve(static_cast<unsigned>(i) + 1);
    });
  }

  ~BatchQueue() {
    {
      std::lock_guard lock(mutex_);
      closed_ = true;
    }
    changed_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }
  BatchQueue(const BatchQueue&) = delete;
  BatchQueue& operator=(const BatchQueue&) = delete;

  // An empty batch, or a retired one with what it held.
  std::unique_ptr<Batch> take() {
    if (idle_.empty()) return std::make_unique<Batch>();
    auto batch = std::move(idle_.back());
    idle_.pop_back();
    return batch;
  }

  void put(std::unique_ptr<Batch> batch) {
    {
      std::lock_guard lock(mutex_);
      order_.push_back({std::move(batch), false, nullptr});
      todo_.push_back(&order_.back());
    }
    changed_.notify_one();
    while (order_.size() > limit_) retire_first();
  }

  void finish() {
    while (!order_.empty()) retire_first();
  }

 private:
  struct Entry {
    std::unique_ptr<Batch> batch;
    bool done;
    std::exception_ptr failure;
  };

  void serve(unsigned thread) {
    std::unique_lock lock(mutex_);
    while (true) {
      changed_.wait(lock, [&] { return closed_ || !todo_.empty(); });
      if (closed_) return;
      do_one(lock, thread);
    }
  }

  void do_one(std::unique_lock<std::mutex>& lock, unsigned thread) {
    Entry* entry = todo_.front();
    todo_.pop_front();
    lock.unlock();
    try {
      work_(*entry->batch, thread);
    } catch (...) {
      entry->failure = std::current_exception();
    }
    lock.lock();
    entry->done = true;
    finished_.notify_one();
  }

  // Only the caller's thread adds to order_ and removes from it; entries of a
  // deque stay where they are meanwhile.
  void retire_first() {
    Entry entry;
    {
      std::unique_lock lock(mutex_);
      while (!order_.front().done) {
        if (!todo_.empty()) {
          do_one(lock, 0);
        } else {
          finished_.wait(lock);
        }
      }
      entry = std::move(order_.front());
      order_.pop_front();
    }
    if (entry.failure) std::rethrow_exception(entry.failure);
    retire_(*entry.batch);
    idle_.push_back(std::move(entry.batch));
  }

  size_t limit_;
  Work work_;
  Retire retire_;
  std::mutex mutex_;
  std::condition_variable changed_;   // todo_ or closed_
  std::condition_variable finished_;  // an entry's done
  std::deque<Entry> order_;
  std::deque<Entry*> todo_;
  std::vector<std::unique_ptr<Batch>> idle_;
  bool closed_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace wax::index
