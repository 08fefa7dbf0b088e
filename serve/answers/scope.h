// Which collection a request is about. Any number of threads may call what is
// declared here.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "io/problem.h"
#include "serve/answers/holdings.h"
#include "serve/http/message.h"

namespace wax::serve {

struct Scope {
  const Holdings* holdings = nullptr;
  const Collection* collection = nullptr;
  std::shared_ptr<const Generation> generation;

  // Whether links must name the collection.
  [[nodiscard]] bool is_one_of_many() const {
    return holdings->collections.all().size() > 1;
  }
};

// The collection that the parameter "in" names, else the first one, in its last
// state. Throws NotFound.
[[nodiscard]] Scope scope_of(const Holdings& holdings, const Request& request);

// Tells Holdings::report what is odd about the data.
class ReportedData final : public ProblemSink {
 public:
  explicit ReportedData(const Holdings& holdings) : holdings_(&holdings) {}
  void report(Problem problem) override {
    if (holdings_->report)
      holdings_->report(problem.file + ": " + problem.text);
  }

 private:
  const Holdings* holdings_;
};

}  // namespace wax::serve
