// Problems of reading, and whom they are told.
#pragma once

#include <pybind11/pybind11.h>

#include <vector>

#include "io/problem.h"

namespace wax::python {

// Keeps problems that are found without the GIL until they can be told with it.
// For one thread at a time.
class HeldProblems final : public ProblemSink {
 public:
  // `told`: None, a list, or a function that takes a Problem. When `strict`,
  // the first loss, or checksum that does not match, is raised as a
  // DamageError.
  HeldProblems(pybind11::object told, bool strict);

  void report(Problem problem) override { held_.push_back(std::move(problem)); }

  // Tells what is held, in its order. With the GIL. Throws DamageError, and
  // what the function raises; the problems after that one are held.
  void tell();

  // What is held is only told: it is about nothing that is being asked for.
  void raise_none() { told_only_ = held_.size(); }

  // The list, or a list of its own when there is a function.
  [[nodiscard]] pybind11::object list() const { return list_; }
  [[nodiscard]] bool is_strict() const { return strict_; }
  // The first loss that is held; null: no loss.
  [[nodiscard]] const Problem* first_loss() const;

 private:
  pybind11::object list_;
  pybind11::object call_;  // None: nothing is called
  bool strict_;
  std::vector<Problem> held_;
  size_t told_only_ = 0;  // of these, the first
};

void declare_problems(pybind11::module_& module);

}  // namespace wax::python
