// What a build tells while it works.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "io/problem.h"

namespace wax::collection {

// Used by the one thread that builds.
class BuildMessages : public ProblemSink {
 public:
  // What is done now: a command, a sentence.
  virtual void message(std::string_view text) = 0;
  // A part of the build stays as it was, or is not whole.
  virtual void error(std::string_view text) = 0;
  // Shows a problem, which take_over() counts later.
  virtual void show(const Problem& problem) = 0;
  // The problem of this line has been met and shown, now or by an earlier run.
  // It is in `file`: a file of problems, as all tools write them. Throws
  // FormatError.
  virtual void take_over(std::string_view line, const std::string& file) = 0;
  // Shows how long this part of the build takes, until what is returned is
  // gone.
  [[nodiscard]] virtual std::shared_ptr<void> clock(const std::string&) {
    return nullptr;
  }
};

// Messages that are dropped.
class NoMessages final : public BuildMessages {
 public:
  void report(Problem) override {}
  void message(std::string_view) override {}
  void error(std::string_view) override {}
  void show(const Problem&) override {}
  void take_over(std::string_view, const std::string&) override {}
};

}  // namespace wax::collection
