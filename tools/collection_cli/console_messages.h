// What a build tells, on the console of its tool.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "collection/record/build_messages.h"
#include "tools/cli/console.h"

namespace wax::tools::collection_cli {

class ConsoleMessages final : public collection::BuildMessages {
 public:
  // `console` must outlive it.
  explicit ConsoleMessages(cli::Console& console) : console_(console) {}
  void report(Problem problem) override;
  void message(std::string_view text) override;
  void error(std::string_view text) override;
  void show(const Problem& problem) override;
  void take_over(std::string_view line, const std::string& file) override;
  [[nodiscard]] std::shared_ptr<void> clock(const std::string& stage) override;

 private:
  cli::Console& console_;
};

}  // namespace wax::tools::collection_cli
