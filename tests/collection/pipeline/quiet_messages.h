// Messages of a build that nobody reads.
#pragma once

#include <string>
#include <string_view>

#include "collection/pipeline/build_messages.h"

namespace wax::tests {

class QuietMessages final : public collection::BuildMessages {
 public:
  void report(Problem) override {}
  void message(std::string_view) override {}
  void error(std::string_view) override {}
  void show(const Problem&) override {}
  void take_over(std::string_view, const std::string&) override {}
};

}  // namespace wax::tests
