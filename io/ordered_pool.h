// Work done by several threads and taken back in the order it was handed out.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace wax::io {

// As many threads as are wanted, or 0: as there are cores; at most 256.
[[nodiscard]] unsigned thread_count(uint64_t wanted);

// Threads that take up work in the order in which it was begun. They start when
// there is work for them. When the system gives fewer than asked for (a limit
// of processes or of memory), the pool goes on with those, and with none the
// caller does all the work.
//
// Work must not wait for other work of its pool.
class WorkPool {
 public:
  class Work {
    friend class WorkPool;
    enum class State { kWaiting, kBegun, kDone };

    std::function<void(size_t)> run_;
    State state_ = State::kWaiting;
    std::exception_ptr failure_;
  };

  // Up to so many threads beside the caller's.
  explicit WorkPool(size_t threads) : most_(threads) {}
  // Waits for work that a thread is at; what waits is not done any more.
  ~WorkPool();
  WorkPool(const WorkPool&) = delete;
  WorkPool& operator=(const WorkPool&) = delete;

  // Has a thread call run(), with the number of that thread: from 1 on, or 0 in
  // finish(). With `wake` false, it waits until a thread is awake: the caller
  // will begin more work at once, which wakes one.
  [[nodiscard]] std::shared_ptr<Work> begin(std::function<void(size_t)> run,
                                            bool wake = true);

  // Returns when the work is done; throws what it threw, also when asked again.
  // The caller, which must be one thread at a time, does it itself if no thread
  // has begun, and other work meanwhile if one has.
  void finish(Work& work);

  // False when there is no thread at all; starts one to find out.
  [[nodiscard]] bool has_threads();

 private:
  void serve(size_t thread);
  void start_thread();
  void run(Work& work, size_t thread, std::unique_lock<std::mutex>& lock);

  // Guards all that follows and every Work's state. It is not held while work
  // is done.
  std::mutex mutex_;
  std::condition_variable begun_;     // there is work, or the end
  std::condition_variable finished_;  // some work is done
  std::deque<std::shared_ptr<Work>> waiting_;
  size_t idle_ = 0;  // threads
  bool stopped_ = false;
  size_t most_;
  std::vector<std::thread> threads_;
};

// Jobs that go in by put() and come back by take(), in that order, once `work`
// has been done on them by some thread. The caller bounds the memory: it takes
// when size() is as much as it wants to have under way.
//
// `work` gets the job and the number of the thread (WorkPool::begin()).
template <typename Job>
class OrderedPool {
 public:
  OrderedPool(size_t threads, std::function<void(Job&, size_t thread)> work)
      : work_(std::move(work)), pool_(threads) {}

  void put(Job job) {
    Slot& slot = slots_.emplace_back(Slot{std::move(job), nullptr});
    slot.work = pool_.begin([this, &slot](size_t thread) {
      work_(slot.job, thread);  // a deque's elements stay where they are
    });
  }

  // Jobs that were put and not taken.
  [[nodiscard]] size_t size() const { return slots_.size(); }

  // The oldest of them, which there must be. Waits for its work, or does it.
  // Throws what the work threw, also when asked again.
  [[nodiscard]] Job take() {
    pool_.finish(*slots_.front().work);
    Job job = std::move(slots_.front().job);
    slots_.pop_front();
    return job;
  }

  // For other work that the same threads do.
  [[nodiscard]] WorkPool& pool() { return pool_; }

 private:
  struct Slot {
    Job job;
    std::shared_ptr<WorkPool::Work> work;
  };

  std::deque<Slot> slots_;
  std::function<void(Job&, size_t)> work_;
  WorkPool pool_;  // last: its threads use the others
};

}  // namespace wax::io
