#include "collection/record/command.h"

#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>

#include "io/error.h"

namespace wax::collection {
namespace {

constexpr int kPassedOn[] = {SIGINT, SIGTERM, SIGHUP};

bool is_ignored(int number) {
  struct sigaction action {};
  return ::sigaction(number, nullptr, &action) == 0 &&
         action.sa_handler == SIG_IGN;
}

// In the child: becomes the tool, or writes errno to `failure`.
[[noreturn]] void become_tool(const char* path, char* const* argv, pid_t parent,
                              int held, int failure, const sigset_t& mask) {
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (::getppid() != parent) ::_exit(128 + SIGTERM);  // it has ended already
  for (int number : kPassedOn) {
    // The handlers of the parent would remove the parent's files.
    if (!is_ignored(number)) ::signal(number, SIG_DFL);
  }
  ::sigprocmask(SIG_SETMASK, &mask, nullptr);
  if (held >= 0) ::fcntl(held, F_SETFD, 0);
  ::execv(path, argv);
  int code = errno;
  while (::write(failure, &code, sizeof code) < 0 && errno == EINTR) {
  }
  ::_exit(127);
}

// Waits for the end of the child, and passes signals on to it; the last of them
// is `passed_on`, or 0. SIGCHLD and those signals are blocked.
int wait_for(pid_t child, const sigset_t& blocked, int& passed_on) {
  passed_on = 0;
  for (;;) {
    int number = ::sigwaitinfo(&blocked, nullptr);
    if (number == SIGCHLD) {
      int status = 0;
      pid_t ended = ::waitpid(child, &status, WNOHANG);
      if (ended == child || (ended < 0 && errno == ECHILD)) return status;
    } else if (number > 0) {
      passed_on = number;
      ::kill(child, number);
    }
  }
}

}  // namespace

std::string Ended::text() const {
  if (signal == 0) return "exit code " + std::to_string(exit_code);
  return "signal " + std::to_string(signal) + " (" + ::strsignal(signal) + ")";
}

Ended run_tool(const std::vector<std::string>& words, const std::string& folder,
               int held) {
  std::filesystem::path tool = folder;
  if (folder.empty()) {
    std::error_code unknown;
    tool =
        std::filesystem::read_symlink("/proc/self/exe", unknown).parent_path();
    if (unknown) throw IoError("/proc/self/exe", "read", unknown.value());
  }
  tool /= words.front();
  std::vector<std::string> owned = words;
  std::vector<char*> argv;
  for (std::string& word : owned) argv.push_back(word.data());
  argv.push_back(nullptr);
  int failure[2];
  if (::pipe2(failure, O_CLOEXEC) != 0) {
    throw IoError(tool.string(), "run", errno);
  }

  // SIGCHLD can be waited for only where it is not ignored.
  ::signal(SIGCHLD, SIG_DFL);
  sigset_t blocked;
  sigset_t before;
  ::sigemptyset(&blocked);
  ::sigaddset(&blocked, SIGCHLD);
  for (int number : kPassedOn) {
    if (!is_ignored(number)) ::sigaddset(&blocked, number);
  }
  ::sigprocmask(SIG_BLOCK, &blocked, &before);
  pid_t parent = ::getpid();
  pid_t child = ::fork();
  if (child == 0) {
    become_tool(tool.c_str(), argv.data(), parent, held, failure[1], before);
  }
  int code = child < 0 ? errno : 0;
  ::close(failure[1]);
  Ended ended;
  int passed_on = 0;
  if (child > 0) {
    ssize_t size;
    do {
      size = ::read(failure[0], &code, sizeof code);
    } while (size < 0 && errno == EINTR);
    int status = wait_for(child, blocked, passed_on);
    ended = WIFEXITED(status) ? Ended{WEXITSTATUS(status), 0}
                              : Ended{0, WTERMSIG(status)};
  }
  ::close(failure[0]);
  ::sigprocmask(SIG_SETMASK, &before, nullptr);
  if (passed_on != 0) ::raise(passed_on);
  if (code != 0) throw IoError(tool.string(), "run", code);
  return ended;
}

}  // namespace wax::collection
