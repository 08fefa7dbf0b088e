#include "io/in_order.h"

#include <algorithm>
#include <utility>

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
