#include "tools/cli/crash.h"

#include <signal.h>
#include <unistd.h>

#include <array>
#include <utility>

#include "io/temp_files.h"
#include "tools/cli/console.h"

namespace wax::tools::cli {
namespace {

std::string crash_sentence;

void end_at_crash(int) {
  io::remove_temp_files();
  if (::write(STDERR_FILENO, crash_sentence.data(), crash_sentence.size()) <
      0) {
    // There is nobody to tell.
  }
  ::_exit(static_cast<int>(Outcome::kFailed));
}

}  // namespace

void say_on_crash(std::string sentence) {
  // Also when there is no room left on the stack.
  static std::array<char, 64 * 1024> crash_stack;
  crash_sentence = std::move(sentence) + "\n";
  stack_t stack{};
  stack.ss_sp = crash_stack.data();
  stack.ss_size = crash_stack.size();
  ::sigaltstack(&stack, nullptr);
  struct sigaction action {};
  action.sa_handler = end_at_crash;
  action.sa_flags = static_cast<int>(SA_RESETHAND | SA_ONSTACK);
  for (int number : {SIGSEGV, SIGBUS, SIGFPE, SIGABRT}) {
    ::sigaction(number, &action, nullptr);
  }
}

}  // namespace wax::tools::cli
