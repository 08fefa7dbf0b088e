// Work on many files at once, with results in the order of the files.
#pragma once

#include <cstddef>
#include <functional>

#include "io/ordered_pool.h"  // thread_count()
#include "io/problem.h"

namespace wax::io {

// One file's work. Problems are handed on in its turn; when too many wait,
// report() waits as well.
class Job : public ProblemSink {
 public:
  // False when nobody wants the result any more: the work should end.
  [[nodiscard]] virtual bool wanted() const = 0;
};

// Calls work(i, job) for each i below `count`, in up to `jobs` threads, and in
// the calling thread, for one i after the other: problems.report() with what
// the work reported to its job, then done(i). Nothing of this depends on
// `jobs`. A thread takes up work that is at most 2 * `jobs` ahead.
//
// What work, report() or done() throws is thrown to the caller, in the work's
// turn, when all threads have ended. Memory: some thousand problems a thread.
// Without any thread the caller does the work.
void run_in_order(size_t count, size_t jobs,
                  const std::function<void(size_t, Job&)>& work,
                  ProblemSink& problems,
                  const std::function<void(size_t)>& done);

}  // namespace wax::io
