#include "tools/collection_cli/console_messages.h"

#include <unistd.h>

#include <utility>

#include "tools/cli/work_clock.h"

namespace wax::tools::collection_cli {

void ConsoleMessages::report(Problem problem) {
  console_.report(std::move(problem));
}

void ConsoleMessages::message(std::string_view text) { console_.message(text); }

void ConsoleMessages::error(std::string_view text) { console_.error(text); }

void ConsoleMessages::show(const Problem& problem) { console_.show(problem); }

void ConsoleMessages::take_over(std::string_view line,
                                const std::string& file) {
  console_.take_over(line, file);
}

std::shared_ptr<void> ConsoleMessages::clock(const std::string& stage) {
  if (!console_.shows_progress()) return nullptr;
  return std::make_shared<cli::WorkClock>(
      console_.tool() + ": " + stage, [](std::string_view bytes) {
        // What cannot be shown must not end the work.
        [[maybe_unused]] ssize_t n =
            ::write(STDERR_FILENO, bytes.data(), bytes.size());
      });
}

}  // namespace wax::tools::collection_cli
