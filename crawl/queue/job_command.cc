#include "crawl/queue/job_command.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <string_view>
#include <thread>
#include <utility>

#include "io/error.h"
#include "io/output.h"
#include "io/temp_files.h"
#include "text/utf8.h"

namespace wax::crawl {
namespace {

constexpr std::string_view kPlace = "{}";
constexpr size_t kMostError = 64 * 1024;
constexpr auto kLook = std::chrono::milliseconds(10);

std::vector<std::string> with_job(const std::vector<std::string>& words,
                                  const std::string& job) {
  std::vector<std::string> made;
  bool has_place = false;
  for (std::string word : words) {
    for (size_t at = 0; (at = word.find(kPlace, at)) != word.npos;
         at += job.size()) {
      word.replace(at, kPlace.size(), job);
      has_place = true;
    }
    made.push_back(std::move(word));
  }
  if (!has_place) made.push_back(job);
  return made;
}

// In the child: nothing is called that a thread of the parent may have locked.
[[noreturn]] void become_command(char* const* argv, pid_t parent, int input,
                                 int output, int errors, int failure) {
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (::getppid() != parent) ::_exit(128 + SIGTERM);
  for (int number : {SIGINT, SIGTERM, SIGHUP, SIGPIPE}) {
    ::signal(number, SIG_DFL);
  }
  if (::dup2(input, 0) == 0 && ::dup2(output, 1) == 1 &&
      ::dup2(errors, 2) == 2) {
    ::execvp(argv[0], argv);
  }
  const int code = errno;
  while (::write(failure, &code, sizeof code) < 0 && errno == EINTR) {
  }
  ::_exit(127);
}

uint64_t size_of(const io::UnnamedFile& file) {
  struct stat known {};
  if (::fstat(file.descriptor(), &known) != 0) return 0;
  return static_cast<uint64_t>(known.st_size);
}

std::string read_part(const io::UnnamedFile& file, uint64_t offset,
                      uint64_t size) {
  std::string bytes(size, '\0');
  file.read(bytes.data(), size, offset);
  return text::as_utf8(bytes);
}

std::string last_line(std::string text) {
  while (text.ends_with('\n')) text.pop_back();
  return text.substr(text.rfind('\n') + 1);
}

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() { close(); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  [[nodiscard]] int number() const { return number_; }
  void close() {
    if (number_ >= 0) ::close(std::exchange(number_, -1));
  }

 private:
  int number_;
};

}  // namespace

struct JobCommand::Files {
  explicit Files(const std::string& tmpdir) : output(tmpdir), errors(tmpdir) {}
  std::optional<io::TempFolder> folder;  // of the list
  io::UnnamedFile output;
  io::UnnamedFile errors;
};

std::string CommandEnd::reason() const {
  if (signal != 0) {
    return "signal " + std::to_string(signal) + " (" + ::strsignal(signal) +
           ")";
  }
  return "exit code " + std::to_string(exit_code);
}

JobCommand::JobCommand(const std::vector<std::string>& words,
                       const QueuedJob& job, const std::string& tmpdir)
    : files_(std::make_unique<Files>(tmpdir)),
      begin_(std::chrono::steady_clock::now()) {
  std::string text = job.text;
  if (job.is_list) {
    files_->folder.emplace(tmpdir, "wax-job-");
    text = files_->folder->path() + "/list.txt";
    auto list = io::open_output(text, false);
    list->write(job.text);
    list->finish();
  }
  std::vector<std::string> made = with_job(words, text);
  std::vector<char*> argv;
  for (std::string& word : made) argv.push_back(word.data());
  argv.push_back(nullptr);
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) throw IoError(made[0], "run", errno);
  const Descriptor failure(ends[0]);
  Descriptor failed(ends[1]);
  const Descriptor nothing(::open("/dev/null", O_RDONLY | O_CLOEXEC));
  const pid_t parent = ::getpid();
  child_ = ::fork();
  if (child_ == 0) {
    become_command(argv.data(), parent, nothing.number(),
                   files_->output.descriptor(), files_->errors.descriptor(),
                   failed.number());
  }
  if (child_ < 0) throw IoError(made[0], "run", errno);
  failed.close();
  int code = 0;
  ssize_t size = 0;
  do size = ::read(failure.number(), &code, sizeof code);
  while (size < 0 && errno == EINTR);
  if (size > 0) {
    ::waitpid(std::exchange(child_, -1), nullptr, 0);
    throw IoError(made[0], "run", code);
  }
}

JobCommand::~JobCommand() {
  if (child_ < 0) return;
  ::kill(child_, SIGTERM);
  ::waitpid(child_, nullptr, 0);
}

std::optional<CommandEnd> JobCommand::wait(std::chrono::milliseconds time) {
  const auto end = std::chrono::steady_clock::now() + time;
  for (;;) {
    int status = 0;
    const pid_t ended = ::waitpid(child_, &status, WNOHANG);
    if (ended == child_) {
      child_ = -1;
      return end_of(status);
    }
    if (ended < 0 && errno != EINTR) throw IoError("command", "wait", errno);
    if (std::chrono::steady_clock::now() >= end) return {};
    std::this_thread::sleep_for(kLook);
  }
}

CommandEnd JobCommand::end_of(int status) const {
  CommandEnd end;
  end.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
  end.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  end.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_)
          .count();
  end.output =
      read_part(files_->output, 0,
                std::min<uint64_t>(size_of(files_->output), kMostOutput));
  const uint64_t errors = size_of(files_->errors);
  const uint64_t size = std::min<uint64_t>(errors, kMostError);
  end.last_error = last_line(read_part(files_->errors, errors - size, size));
  return end;
}

}  // namespace wax::crawl
