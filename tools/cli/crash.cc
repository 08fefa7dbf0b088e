#include "tools/cli/crash.h"

#include <signal.h>
#include <unistd.h>

#include <array>
#include <initializer_list>
#include <utility>

#include "io/temp_files.h"
#include "tools/cli/console.h"

namespace wax::tools::cli {
namespace {

std::string crash_sentence;
std::string lost_page_sentence;

void end_at_crash(int number) {
  io::remove_temp_files();
  const std::string& sentence = number == SIGBUS && !lost_page_sentence.empty()
                                    ? lost_page_sentence
                                    : crash_sentence;
  if (::write(STDERR_FILENO, sentence.data(), sentence.size()) < 0) {
    // There is nobody to tell.
  }
  ::_exit(static_cast<int>(Outcome::kFailed));
}

void handle_crashes(std::initializer_list<int> signals) {
  // Also when there is no room left on the stack.
  static std::array<char, 64 * 1024> crash_stack;
  stack_t stack{};
  stack.ss_sp = crash_stack.data();
  stack.ss_size = crash_stack.size();
  ::sigaltstack(&stack, nullptr);
  struct sigaction action {};
  action.sa_handler = end_at_crash;
  action.sa_flags = static_cast<int>(SA_RESETHAND | SA_ONSTACK);
  for (int number : signals) ::sigaction(number, &action, nullptr);
}

}  // namespace

void say_on_crash(std::string sentence) {
  crash_sentence = std::move(sentence) + "\n";
  handle_crashes({SIGSEGV, SIGBUS, SIGFPE, SIGABRT});
}

void say_when_an_index_fails(const std::string& tool, bool unchecked) {
  lost_page_sentence =
      tool +
      ": an index file was truncated while it was read, or its device failed\n";
  handle_crashes({SIGBUS});
  if (!unchecked) return;
  say_on_crash(tool +
               ": this index is damaged; without a manifest that was not found "
               "before reading it failed");
}

}  // namespace wax::tools::cli
