#include "io/in_order.h"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "io/threads.h"

namespace wax::io {
namespace {

constexpr size_t kMostWaiting = 4096;

// In the calling thread.
class DirectJob final : public Job {
 public:
  explicit DirectJob(ProblemSink& problems) : problems_(&problems) {}
  void report(Problem problem) override {
    problems_->report(std::move(problem));
  }
  bool wanted() const override { return true; }

 private:
  ProblemSink* problems_;
};

struct Stopped {};

class Crew {
 public:
  Crew(size_t count, size_t jobs, const std::function<void(size_t, Job&)>& work)
      : count_(count), ahead_(2 * jobs), work_(work) {
    threads_ = start_threads(jobs, [this](size_t) { take_work(); });
  }
  ~Crew() {
    {
      std::lock_guard lock(mutex_);
      stopped_ = true;
    }
    changed_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;

  // Hands on the problems of the file whose turn it is, until it is done.
  void hand_on(ProblemSink& problems) {
    std::unique_lock lock(mutex_);
    for (;;) {
      changed_.wait(lock, [&] {
        return !slots_.empty() &&
               (slots_.front().done || !slots_.front().problems.empty());
      });
      Slot& slot = slots_.front();
      std::vector<Problem> some = std::exchange(slot.problems, {});
      bool done = slot.done;
      std::exception_ptr error = slot.error;
      lock.unlock();
      changed_.notify_all();
      for (Problem& problem : some) problems.report(std::move(problem));
      if (done && error) std::rethrow_exception(error);
      lock.lock();
      if (done) break;
    }
    slots_.pop_front();
    ++first_;
    changed_.notify_all();
  }

 private:
  // Of a file that is worked on or waits for its turn.
  struct Slot {
    std::vector<Problem> problems;
    std::exception_ptr error;
    bool done = false;
  };

  class QueuedJob final : public Job {
   public:
    QueuedJob(Crew& crew, Slot& slot) : crew_(&crew), slot_(&slot) {}
    void report(Problem problem) override {
      std::unique_lock lock(crew_->mutex_);
      crew_->changed_.wait(lock, [&] {
        return crew_->stopped_ || slot_->problems.size() < kMostWaiting;
      });
      if (crew_->stopped_) throw Stopped{};
      slot_->problems.push_back(std::move(problem));
      // The one that hands on takes what there is when it comes round.
      if (slot_->problems.size() == 1) crew_->changed_.notify_all();
    }
    bool wanted() const override {
      std::lock_guard lock(crew_->mutex_);
      return !crew_->stopped_;
    }

   private:
    Crew* crew_;
    Slot* slot_;
  };

  void take_work() {
    std::unique_lock lock(mutex_);
    for (;;) {
      changed_.wait(lock, [&] {
        return stopped_ || next_ == count_ || next_ < first_ + ahead_;
      });
      if (stopped_ || next_ == count_) return;
      size_t index = next_++;
      // A deque's elements stay where they are.
      Slot& slot = slots_.emplace_back();
      lock.unlock();
      QueuedJob job(*this, slot);
      std::exception_ptr error;
      try {
        work_(index, job);
      } catch (...) {
        error = std::current_exception();
      }
      lock.lock();
      slot.error = error;
      slot.done = true;
      changed_.notify_all();
    }
  }

  const size_t count_;
  const size_t ahead_;
  const std::function<void(size_t, Job&)>& work_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Slot> slots_;  // of the files from first_ to next_
  size_t first_ = 0;
  size_t next_ = 0;
  bool stopped_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace

unsigned thread_count(uint64_t wanted) {
  if (wanted == 0) wanted = std::thread::hardware_concurrency();
  return static_cast<unsigned>(std::clamp<uint64_t>(wanted, 1, 256));
}

void run_in_order(size_t count, size_t jobs,
                  const std::function<void(size_t, Job&)>& work,
                  ProblemSink& problems,
                  const std::function<void(size_t)>& done) {
  jobs = std::min(jobs, count);
  if (jobs <= 1) {
    DirectJob job(problems);
    for (size_t i = 0; i < count; ++i) {
      work(i, job);
      done(i);
    }
    return;
  }
  Crew crew(count, jobs, work);
  for (size_t i = 0; i < count; ++i) {
    crew.hand_on(problems);
    done(i);
  }
}

}  // namespace wax::io
