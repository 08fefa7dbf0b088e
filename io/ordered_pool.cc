#include "io/ordered_pool.h"

#include <algorithm>
#include <system_error>

#include "io/ordered_streams.h"

namespace wax::io {
namespace {

constexpr uint64_t kMostWaiting = 4096;  // problems, for each thread

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

using Problems = OrderedStreams<Problem>;

struct Stopped {};

class ThreadJob final : public Job {
 public:
  explicit ThreadJob(Problems::Stream& stream) : stream_(&stream) {}
  void report(Problem problem) override {
    if (!stream_->put(std::move(problem), 1)) throw Stopped{};
  }
  bool wanted() const override { return stream_->wanted(); }

 private:
  Problems::Stream* stream_;
};

}  // namespace

unsigned thread_count(uint64_t wanted) {
  if (wanted == 0) wanted = std::thread::hardware_concurrency();
  return static_cast<unsigned>(std::clamp<uint64_t>(wanted, 1, 256));
}

WorkPool::~WorkPool() {
  {
    std::lock_guard lock(mutex_);
    stopped_ = true;
  }
  begun_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

std::shared_ptr<WorkPool::Work> WorkPool::begin(std::function<void(size_t)> run,
                                                bool wake) {
  auto work = std::make_shared<Work>();
  work->run_ = std::move(run);
  bool wakes = false;
  {
    std::lock_guard lock(mutex_);
    if (waiting_.size() >= idle_) start_thread();
    // Without threads, finish() is where it is done.
    if (threads_.empty()) return work;
    waiting_.push_back(work);
    wakes = wake && idle_ > 0;
  }
  // The thread would wait for the lock if it was woken before.
  if (wakes) begun_.notify_one();
  return work;
}

void WorkPool::finish(Work& work) {
  std::unique_lock lock(mutex_);
  if (work.state_ == Work::State::kWaiting) {
    auto place = std::find_if(waiting_.begin(), waiting_.end(),
                              [&](auto& one) { return one.get() == &work; });
    if (place != waiting_.end()) waiting_.erase(place);
    run(work, 0, lock);
  }
  while (work.state_ != Work::State::kDone) {
    if (waiting_.empty()) {
      finished_.wait(lock);
      continue;
    }
    std::shared_ptr<Work> other = std::move(waiting_.front());
    waiting_.pop_front();
    run(*other, 0, lock);
  }
  if (work.failure_) std::rethrow_exception(work.failure_);
}

bool WorkPool::has_threads() {
  std::lock_guard lock(mutex_);
  if (threads_.empty()) start_thread();
  return !threads_.empty();
}

void WorkPool::serve(size_t thread) {
  std::unique_lock lock(mutex_);
  for (;;) {
    ++idle_;
    begun_.wait(lock, [this] { return stopped_ || !waiting_.empty(); });
    --idle_;
    if (stopped_) return;
    std::shared_ptr<Work> work = std::move(waiting_.front());
    waiting_.pop_front();
    if (!waiting_.empty() && idle_ > 0) begun_.notify_one();
    run(*work, thread, lock);
  }
}

// With the lock held.
void WorkPool::start_thread() {
  if (threads_.size() >= most_) return;
  try {
    threads_.emplace_back(&WorkPool::serve, this, threads_.size() + 1);
  } catch (const std::system_error&) {
    most_ = threads_.size();
  }
}

void WorkPool::run(Work& work, size_t thread,
                   std::unique_lock<std::mutex>& lock) {
  work.state_ = Work::State::kBegun;
  lock.unlock();
  try {
    work.run_(thread);
  } catch (...) {
    work.failure_ = std::current_exception();
  }
  lock.lock();
  work.state_ = Work::State::kDone;
  finished_.notify_all();
}

void run_in_order(size_t count, size_t jobs,
                  const std::function<void(size_t, Job&)>& work,
                  ProblemSink& problems,
                  const std::function<void(size_t)>& done) {
  jobs = std::min(jobs, count);
  if (jobs > 1) {
    Problems streams(count, jobs, kMostWaiting * jobs,
                     [&](size_t i, Problems::Stream& stream) {
                       ThreadJob job(stream);
                       work(i, job);
                     });
    if (streams.has_threads()) {
      for (size_t i = 0; i < count; ++i) {
        Problem problem;
        while (streams.next(problem)) problems.report(std::move(problem));
        done(i);
        streams.advance();
      }
      return;
    }
  }
  DirectJob job(problems);
  for (size_t i = 0; i < count; ++i) {
    work(i, job);
    done(i);
  }
}

}  // namespace wax::io
