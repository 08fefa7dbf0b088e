// Work that several threads do, and that comes back in the order in which it
// was handed out.
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

#include "io/problem.h"

namespace wax::io {

// The number of threads for `wanted`: that many, or for 0 one for each core; at
// most 256.
[[nodiscard]] unsigned thread_count(uint64_t wanted);

// Threads that do work in the order in which begin() was called. A thread
// starts when there is work for it. If the system gives fewer threads (a limit
// of processes or of memory), the pool goes on with those; without any, the
// caller does all the work.
//
// Work must not wait for other work of its pool. One thread, the caller's,
// calls all functions. The failure of work that finish() is not asked for is
// dropped.
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
  // Waits for work that threads are doing. Other work is not done any more.
  ~WorkPool();
  WorkPool(const WorkPool&) = delete;
  WorkPool& operator=(const WorkPool&) = delete;

  // A thread calls run() with its number, which is 1 or more, or finish() does
  // with 0. With `wake` false, no sleeping thread is woken: the caller will
  // begin more work at once, which wakes one.
  [[nodiscard]] std::shared_ptr<Work> begin(std::function<void(size_t)> run,
                                            bool wake = true);

  // Returns when the work is done; throws what the work threw, also when called
  // again. If no thread has taken the work, the caller does it; if a thread
  // has, the caller does other work meanwhile. Only one thread at a time may
  // call it.
  void finish(Work& work);

  // False if there is no thread at all. Starts one to find out.
  [[nodiscard]] bool has_threads();

 private:
  void serve(size_t thread);
  void start_thread();
  void run(Work& work, size_t thread, std::unique_lock<std::mutex>& lock);

  // Guards all members below and the state of each Work. Nobody holds it while
  // work is done.
  std::mutex mutex_;
  std::condition_variable begun_;     // there is work, or the pool ends
  std::condition_variable finished_;  // some work is done
  std::deque<std::shared_ptr<Work>> waiting_;
  size_t idle_ = 0;  // threads
  bool stopped_ = false;
  size_t most_;
  std::vector<std::thread> threads_;
};

// Jobs go in by put() and come back by take() in the same order, after some
// thread has called `work` with the job and the number of the thread
// (WorkPool::begin()). The caller bounds the memory: it takes jobs when size()
// is large enough. One thread, the caller's, calls all functions.
template <typename Job>
class OrderedPool {
 public:
  OrderedPool(size_t threads, std::function<void(Job&, size_t thread)> work)
      : work_(std::move(work)), pool_(threads) {}

  // When this throws (memory is short), take() must not be called any more.
  void put(Job job) {
    Slot& slot = slots_.emplace_back(Slot{std::move(job), nullptr});
    slot.work = pool_.begin([this, &slot](size_t thread) {
      work_(slot.job, thread);  // a deque's elements stay where they are
    });
  }

  // The number of jobs that were put and not taken.
  [[nodiscard]] size_t size() const { return slots_.size(); }

  // The oldest of these jobs; there must be one. Waits for its work, or does
  // it. Throws what the work threw, also when called again.
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

// The work on one file. Its problems are reported when its turn comes; when too
// many wait for that, report() waits too.
class Job : public ProblemSink {
 public:
  // False if nobody wants the result any more: the work should end.
  [[nodiscard]] virtual bool wanted() const = 0;
};

// Calls work(i, job) for each i below `count`, in up to `jobs` threads. For one
// i after the other, the calling thread calls problems.report() with what the
// work reported to its job, then done(i). The result does not depend on `jobs`.
// Threads begin work that is at most 2 * `jobs` ahead.
//
// The caller gets what work, report() or done() throws, in the turn of that
// work and after all threads have ended. If there are no threads, the caller
// does the work. Memory: some thousand problems for each thread.
void run_in_order(size_t count, size_t jobs,
                  const std::function<void(size_t, Job&)>& work,
                  ProblemSink& problems,
                  const std::function<void(size_t)>& done);

}  // namespace wax::io
