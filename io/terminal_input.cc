#include "io/terminal_input.h"

#include <unistd.h>

#include <mutex>
#include <utility>

namespace wax::io {
namespace {

struct TerminalNotice {
  std::mutex mutex;  // guards notice
  std::function<void()> notice;
};

TerminalNotice& terminal_notice() {
  static TerminalNotice notice;
  return notice;
}

}  // namespace

void on_terminal_input(std::function<void()> notice) {
  std::lock_guard lock(terminal_notice().mutex);
  terminal_notice().notice = std::move(notice);
}

void announce_terminal_input() {
  if (::isatty(STDIN_FILENO) != 1) return;
  std::function<void()> notice;
  {
    std::lock_guard lock(terminal_notice().mutex);
    notice = std::exchange(terminal_notice().notice, nullptr);
  }
  if (notice) notice();
}

}  // namespace wax::io
