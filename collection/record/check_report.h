// What a check of a build has found.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <utility>

#include "collection/record/command.h"
#include "io/problem.h"

namespace wax::collection {

class CheckReport final : public ProblemSink {
 public:
  // `out`: the folder of the build.
  CheckReport(std::string out, ProblemSink& problems)
      : out_(std::move(out)), problems_(problems) {}

  void report(Problem problem) override {
    ++differences_;
    named_.insert(problem.file);
    problems_.report(std::move(problem));
  }
  // Whether a difference of this file has been told.
  [[nodiscard]] bool has(const std::string& file) const {
    return named_.contains(file);
  }
  [[nodiscard]] uint64_t differences() const { return differences_; }

  // What to do next.
  [[nodiscard]] std::string run_again() const { return "; run: " + command(); }
  [[nodiscard]] std::string make_again(const std::string& what = "it") const {
    return "; remove " + what + ", then run: " + command();
  }

 private:
  [[nodiscard]] std::string command() const {
    return shell_line({"wax-build", out_});
  }

  std::string out_;
  ProblemSink& problems_;
  std::set<std::string> named_;
  uint64_t differences_ = 0;
};

}  // namespace wax::collection
