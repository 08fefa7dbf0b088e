// What a check of a build has found.
#pragma once

#include <cstdint>
#include <functional>
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
  // Without the records of steps.
  [[nodiscard]] std::string run_all_steps() const {
    return run_again() +
           ", which runs all steps again; while an archive is away or "
           "damaged, put back a copy of the file instead";
  }
  // Advice for a damaged file or folder; `what`: to be removed, or put back, in
  // place of its unit.
  [[nodiscard]] std::string make_again(const std::string& path,
                                       const std::string& what = {}) const {
    const std::string unit = removable_ ? removable_(path) : std::string();
    // Who removes what nothing can make again loses it.
    if (unit.empty()) {
      return "; put back a copy of " + (what.empty() ? "it" : what);
    }
    return remove_first(!what.empty() ? what : unit == path ? "it" : unit);
  }
  // Advice for what does not belong there.
  [[nodiscard]] std::string remove_first(const std::string& what) const {
    return "; remove " + what + ", then run: " + command();
  }
  // What make_again() asks: what must be removed with a path so that a build
  // makes it again; empty: nothing may.
  using Removable = std::function<std::string(const std::string& path)>;
  void ask(Removable removable) { removable_ = std::move(removable); }

 private:
  [[nodiscard]] std::string command() const {
    return shell_line({"wax-build", out_});
  }

  std::string out_;
  ProblemSink& problems_;
  Removable removable_;
  std::set<std::string> named_;
  uint64_t differences_ = 0;
};

}  // namespace wax::collection
