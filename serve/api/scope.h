// Which collection a request is about.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "io/problem.h"
#include "serve/collection/site.h"
#include "serve/http/message.h"

namespace wax::serve {

struct Scope {
  const Site* site = nullptr;
  const Collection* collection = nullptr;
  std::shared_ptr<const Generation> generation;

  // Whether links must name the collection.
  [[nodiscard]] bool is_one_of_many() const {
    return site->collections.all().size() > 1;
  }
};

// The collection that the parameter "in" names, else the first one, in its last
// state. Throws NotFound.
[[nodiscard]] Scope scope_of(const Site& site, const Request& request);

// Tells Site::report what is odd about the data.
class ReportedData final : public ProblemSink {
 public:
  explicit ReportedData(const Site& site) : site_(&site) {}
  void report(Problem problem) override {
    if (site_->report) site_->report(problem.file + ": " + problem.text);
  }

 private:
  const Site* site_;
};

}  // namespace wax::serve
