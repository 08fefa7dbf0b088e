// Problems kept for a test to look at.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "warc/io/problem.h"

namespace wax::tests {

class ProblemList final : public ProblemSink {
 public:
  void report(Problem problem) override { all_.push_back(std::move(problem)); }

  [[nodiscard]] const std::vector<Problem>& all() const { return all_; }
  [[nodiscard]] std::vector<std::string> ids() const {
    std::vector<std::string> ids;
    for (const Problem& problem : all_) ids.push_back(problem.id);
    return ids;
  }
  void clear() { all_.clear(); }

 private:
  std::vector<Problem> all_;
};

}  // namespace wax::tests
