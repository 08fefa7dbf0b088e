// Works on many files at once, and gives results in the order of the files.
#pragma once

#include <cstddef>
#include <functional>

#include "io/ordered_pool.h"  // thread_count()
#include "io/problem.h"

namespace wax::io {

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
