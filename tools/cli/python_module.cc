#include "tools/cli/python_module.h"

#include <fcntl.h>
#include <spawn.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <utility>

#include "io/error.h"

namespace wax::tools::cli {
namespace {

namespace fs = std::filesystem;

// Ends with kMissing when a module cannot be loaded.
constexpr int kMissing = 3;
constexpr const char* kProgram =
    "import importlib, os, sys\n"
    "folder, needs, module = sys.argv[1:4]\n"
    "if folder: sys.path.insert(0, folder)\n"
    "try:\n"
    "    for name in needs.split(): importlib.import_module(name)\n"
    "    main = importlib.import_module(module).main\n"
    "except ImportError:\n"
    "    sys.exit(3)\n"
    "os.write(3, b'1')\n"
    "sys.exit(main(sys.argv[4:]))\n";

// The descriptor of the child by which it says that it has loaded the module,
// and is told that all was written.
constexpr int kConfirmFd = 3;

// The folder that has the package of this build, or that this program lies in
// as part of a wheel; empty: there is none.
std::string folder_of_package() {
  std::error_code unknown;
  const fs::path own =
      fs::read_symlink("/proc/self/exe", unknown).parent_path();
  for (const fs::path& folder :
       {own.parent_path() / "python", own.parent_path().parent_path()}) {
    if (fs::exists(folder / "waxwing_warc" / "__init__.py", unknown)) {
      return folder.string();
    }
  }
  return {};
}

void close_end(int& end) {
  if (end >= 0) ::close(std::exchange(end, -1));
}

}  // namespace

PythonModule::PythonModule(const std::string& module, const std::string& needs,
                           const std::string& purpose,
                           const std::vector<std::string>& arguments)
    : needs_(needs), purpose_(purpose) {
  const char* named = std::getenv("WAXWING_PYTHON");
  interpreter_ = named == nullptr || *named == '\0' ? "python3" : named;
  std::vector<std::string> words = {interpreter_,        "-c",  kProgram,
                                    folder_of_package(), needs, module};
  words.insert(words.end(), arguments.begin(), arguments.end());
  words.insert(words.end(), {"--confirm-fd", std::to_string(kConfirmFd)});
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);

  int input[2];
  int confirm[2];
  if (::pipe2(input, O_CLOEXEC) != 0) throw IoError("pipe", "open", errno);
  input_ = input[1];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, confirm) != 0) {
    const int code = errno;
    ::close(input[0]);
    close_end(input_);
    throw IoError("pipe", "open", code);
  }
  confirm_ = confirm[1];
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, input[0], STDIN_FILENO);
  // The same number would keep its close-on-exec.
  const int from = confirm[0] == kConfirmFd
                       ? ::fcntl(confirm[0], F_DUPFD_CLOEXEC, kConfirmFd + 1)
                       : confirm[0];
  posix_spawn_file_actions_adddup2(&actions, from, kConfirmFd);
  const int code = ::posix_spawnp(&child_, interpreter_.c_str(), &actions,
                                  nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (from != confirm[0]) ::close(from);
  ::close(input[0]);
  ::close(confirm[0]);
  if (code != 0) {
    child_ = 0;
    close_end(input_);
    close_end(confirm_);
    throw UsageError(purpose_ + " needs Python, but " + interpreter_ +
                     " cannot be run: " + ::strerror(code));
  }
  if (!has_loaded()) {
    close_end(confirm_);
    throw_ended();
    throw UsageError(purpose_ + " needs Python, which " + interpreter_ +
                     " is not");
  }
}

bool PythonModule::has_loaded() const {
  char said = 0;
  ssize_t n;
  do {
    n = ::read(confirm_, &said, 1);
  } while (n < 0 && errno == EINTR);
  return n == 1;
}

PythonModule::~PythonModule() {
  close_end(confirm_);
  close_end(input_);
  if (child_ > 0) (void)wait();
}

int PythonModule::wait() {
  int status = 0;
  while (::waitpid(child_, &status, 0) < 0 && errno == EINTR) {
  }
  child_ = 0;
  return status;
}

void PythonModule::throw_ended() {
  close_end(input_);
  const int status = wait();
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return;
  if (WIFEXITED(status) && WEXITSTATUS(status) == kMissing) {
    throw UsageError(purpose_ + " needs the Python packages waxwing_warc and " +
                     needs_ + ", which " + interpreter_ +
                     " does not have; WAXWING_PYTHON names another "
                     "interpreter");
  }
  throw Error(
      interpreter_ +
      (WIFEXITED(status)
           ? " ended with exit code " + std::to_string(WEXITSTATUS(status))
           : " was ended by signal " + std::to_string(WTERMSIG(status))) +
      "; there is no output");
}

void PythonModule::write(std::string_view bytes) {
  constexpr size_t kBlock = 64 * 1024;
  held_ += bytes;
  if (held_.size() >= kBlock) flush();
}

void PythonModule::flush() {
  std::string_view rest = held_;
  while (!rest.empty()) {
    const ssize_t n = ::write(input_, rest.data(), rest.size());
    if (n >= 0) {
      rest.remove_prefix(static_cast<size_t>(n));
    } else if (errno != EINTR) {
      const int code = errno;
      close_end(confirm_);
      throw_ended();
      throw IoError(interpreter_, "write", code);
    }
  }
  held_.clear();
}

void PythonModule::finish() {
  flush();
  // A child that has ended does not read it.
  (void)!::send(confirm_, "1", 1, MSG_NOSIGNAL);
  close_end(confirm_);
  throw_ended();
}

}  // namespace wax::tools::cli
