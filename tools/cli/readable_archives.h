// Archives that are to be read now and again later, as builds do.
#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "io/inputs/input_files.h"
#include "io/problem.h"
#include "tools/cli/console.h"

namespace wax::tools::cli {

// What is named and can be read: archives and WACZ files; folders stand for the
// files below them. Paths are absolute. What cannot be read is told to the
// console as an error, and left out; a zip file without archives is a problem.
// Throws UsageError for "-", and as io::expand_folders().
[[nodiscard]] std::vector<std::string> readable_archives(
    const std::vector<std::string>& named, io::SkippedFiles& skipped,
    ProblemSink& problems, Console& console);

// Keeps the problems, as some of them may be known.
class HeldProblems final : public ProblemSink {
 public:
  void report(Problem problem) override { all.push_back(std::move(problem)); }
  std::vector<Problem> all;
};

// Passes on each problem once, where the same archives are named many times.
class ToldOnce final : public ProblemSink {
 public:
  // `problems` must outlive it.
  explicit ToldOnce(ProblemSink& problems) : problems_(problems) {}
  void report(Problem problem) override {
    if (told_.insert(problem_json(problem)).second) {
      problems_.report(std::move(problem));
    }
  }

 private:
  ProblemSink& problems_;
  std::set<std::string> told_;
};

}  // namespace wax::tools::cli
