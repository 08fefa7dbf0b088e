#include "document/worker/text_worker.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdlib>
#include <utility>
#include <vector>

#include "io/error.h"
#include "text/varint.h"

namespace wax::document {
namespace {

using WorkerClock = std::chrono::steady_clock;

// A child is replaced after so many documents, so that what leaks stays small.
constexpr uint64_t kMostServed = 2000;

// A document's text is at most 16 MiB; a reply beyond this is none.
constexpr uint64_t kMostReply = uint64_t{256} << 20;

std::string beside_this_program() {
  std::array<char, PATH_MAX> path{};
  ssize_t size = readlink("/proc/self/exe", path.data(), path.size());
  if (size <= 0) throw IoError("/proc/self/exe", "read", errno);
  std::string program(path.data(), static_cast<size_t>(size));
  program.resize(program.rfind('/'));
  return program + "/../libexec/waxwing/wax-text-worker";
}

// Milliseconds until then, for poll().
int left_until(WorkerClock::time_point deadline) {
  auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
      deadline - WorkerClock::now());
  return static_cast<int>(std::clamp<int64_t>(left.count(), 0, INT_MAX));
}

bool wait_for(int socket, short events, WorkerClock::time_point deadline) {
  pollfd one{socket, events, 0};
  int ready;
  do {
    ready = poll(&one, 1, left_until(deadline));
  } while (ready < 0 && errno == EINTR);
  return ready > 0;
}

bool send_all(int socket, std::string_view bytes,
              WorkerClock::time_point deadline) {
  while (!bytes.empty()) {
    if (!wait_for(socket, POLLOUT, deadline)) return false;
    ssize_t sent =
        send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent < 0 && (errno == EAGAIN || errno == EINTR)) continue;
    if (sent <= 0) return false;
    bytes.remove_prefix(static_cast<size_t>(sent));
  }
  return true;
}

bool send_all(int socket, io::Spool& rest, WorkerClock::time_point deadline) {
  rest.rewind();
  while (true) {
    const std::string_view bytes = rest.peek(1);
    if (bytes.empty()) return true;
    if (!send_all(socket, bytes, deadline)) return false;
    rest.consume(bytes.size());
  }
}

// Appends `size` bytes to `out`.
bool receive(int socket, size_t size, WorkerClock::time_point deadline,
             std::string& out) {
  constexpr size_t kPiece = 1024 * 1024;
  while (size > 0) {
    if (!wait_for(socket, POLLIN, deadline)) return false;
    size_t before = out.size();
    out.resize(before + std::min(size, kPiece));
    ssize_t got =
        recv(socket, out.data() + before, out.size() - before, MSG_DONTWAIT);
    out.resize(before + static_cast<size_t>(std::max<ssize_t>(got, 0)));
    if (got < 0 && (errno == EAGAIN || errno == EINTR)) continue;
    if (got <= 0) return false;
    size -= static_cast<size_t>(got);
  }
  return true;
}

struct SpawnSetup {
  SpawnSetup() {
    posix_spawn_file_actions_init(&files);
    posix_spawnattr_init(&attributes);
  }
  ~SpawnSetup() {
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attributes);
  }
  SpawnSetup(const SpawnSetup&) = delete;
  SpawnSetup& operator=(const SpawnSetup&) = delete;

  posix_spawn_file_actions_t files{};
  posix_spawnattr_t attributes{};
};

// With what the loader says of a program that it cannot load.
[[noreturn]] void throw_not_started(const std::string& program) {
  std::string why;
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) == 0) {
    SpawnSetup setup;
    posix_spawn_file_actions_adddup2(&setup.files, ends[1], STDERR_FILENO);
    std::string name = "wax-text-worker";
    std::array<char*, 2> arguments = {name.data(), nullptr};
    int pid = 0;
    const int code = posix_spawn(&pid, program.c_str(), &setup.files,
                                 &setup.attributes, arguments.data(), environ);
    close(ends[1]);
    std::array<char, 1000> bytes{};
    const ssize_t size = read(ends[0], bytes.data(), bytes.size());
    close(ends[0]);
    why.assign(bytes.data(), static_cast<size_t>(std::max<ssize_t>(size, 0)));
    why.resize(std::min(why.find('\n'), why.size()));
    if (code == 0) {
      while (waitpid(pid, nullptr, 0) < 0 && errno == EINTR) {
      }
    }
  }
  // No archive is at fault.
  throw Error((why.empty() ? program + ": it cannot be started" : why) +
              "; Waxwing is not installed whole");
}

std::string failure_text(NoText reason) {
  if (reason == NoText::kTimeout) return "reading the document took too long";
  if (reason == NoText::kMemory) {
    return "reading the document took too much memory";
  }
  return "the program that reads the document crashed";
}

}  // namespace

std::string worker_head(uint64_t size) {
  std::string head;
  for (size_t i = 0; i < kWorkerHead; ++i) {
    head += static_cast<char>(size >> (8 * i) & 0xFF);
  }
  return head;
}

uint64_t worker_size(std::string_view head) {
  uint64_t size = 0;
  for (size_t i = 0; i < kWorkerHead; ++i) {
    size |= uint64_t{static_cast<unsigned char>(head[i])} << (8 * i);
  }
  return size;
}

TextWorker::TextWorker(TextWorkerOptions options)
    : options_(std::move(options)) {}

TextWorker::~TextWorker() {
  if (pid_ >= 0) end_child();
}

void TextWorker::start() {
  if (options_.program.empty()) options_.program = beside_this_program();
  std::array<int, 2> pair{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair.data()) != 0) {
    throw IoError(options_.program, "make a socket for", errno);
  }
  SpawnSetup setup;
  posix_spawn_file_actions_adddup2(&setup.files, pair[1], STDIN_FILENO);
  for (int output : {STDOUT_FILENO, STDERR_FILENO}) {
    posix_spawn_file_actions_addopen(&setup.files, output, "/dev/null",
                                     O_WRONLY, 0);
  }
  sigset_t signals;
  sigfillset(&signals);
  posix_spawnattr_setsigdefault(&setup.attributes, &signals);
  sigemptyset(&signals);
  posix_spawnattr_setsigmask(&setup.attributes, &signals);
  posix_spawnattr_setflags(&setup.attributes,
                           POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  std::vector<std::string> words = {"wax-text-worker",
                                    std::to_string(options_.cpu.count()),
                                    std::to_string(options_.memory)};
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  // The child gets only the environment variables that it needs to start.
  std::string libraries;
  std::vector<char*> environment;
  if (const char* path = std::getenv("LD_LIBRARY_PATH")) {
    libraries = std::string("LD_LIBRARY_PATH=") + path;
    environment.push_back(libraries.data());
  }
  environment.push_back(nullptr);
  int code =
      posix_spawn(&pid_, options_.program.c_str(), &setup.files,
                  &setup.attributes, arguments.data(), environment.data());
  close(pair[1]);
  if (code != 0) {
    close(pair[0]);
    pid_ = -1;
    // No archive is at fault.
    throw Error(std::string(IoError(options_.program, "start", code).what()) +
                "; Waxwing is not installed whole");
  }
  socket_ = pair[0];
  served_ = 0;
}

int TextWorker::end_child() noexcept {
  close(socket_);
  int status = 0;
  // A child that has ended is not changed by the signal.
  kill(pid_, SIGKILL);
  while (waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
  pid_ = socket_ = -1;
  return status;
}

NoText TextWorker::stop() {
  if (pid_ < 0) return NoText::kNone;
  const int status = end_child();
  if (WIFEXITED(status) && WEXITSTATUS(status) == kWorkerNotSafe) {
    // No archive is at fault.
    throw Error(options_.program + ": the system has no sandbox for it");
  }
  if (WIFEXITED(status) && WEXITSTATUS(status) == 127) {
    throw_not_started(options_.program);
  }
  if (WIFSIGNALED(status) &&
      (WTERMSIG(status) == SIGPROF || WTERMSIG(status) == SIGKILL)) {
    return NoText::kTimeout;
  }
  const bool full =
      WIFEXITED(status) && WEXITSTATUS(status) == kWorkerOutOfMemory;
  return full ? NoText::kMemory : NoText::kCrashed;
}

bool TextWorker::exchange(std::string_view head, std::string_view bytes,
                          io::Spool* rest, DocumentText& document,
                          NoText& failure) {
  const auto deadline = WorkerClock::now() + options_.clock;
  reply_.clear();
  bool answered = send_all(socket_, head, deadline) &&
                  send_all(socket_, bytes, deadline) &&
                  (rest == nullptr || send_all(socket_, *rest, deadline));
  // A child that ended while it was fed has closed its end.
  answered = answered && receive(socket_, kWorkerHead, deadline, reply_);
  if (answered) {
    uint64_t size = worker_size(reply_);
    reply_.clear();
    answered = size <= kMostReply &&
               receive(socket_, static_cast<size_t>(size), deadline, reply_) &&
               parse_document_text(reply_, document);
    if (!answered && WorkerClock::now() < deadline) {
      stop();
      failure = NoText::kCrashed;
      return false;
    }
  }
  if (!answered) failure = stop();
  return answered;
}

DocumentText TextWorker::read(Format format, std::string_view bytes,
                              std::string_view url, io::Spool* rest) {
  std::string what;
  text::append_number(static_cast<uint64_t>(format), what);
  text::append_text(url, what);
  const uint64_t more = rest == nullptr ? 0 : rest->size();
  const std::string head =
      worker_head(what.size() + bytes.size() + more) + what;
  for (;;) {
    bool fresh = pid_ < 0;
    if (fresh) start();
    DocumentText document;
    NoText failure = NoText::kNone;
    if (exchange(head, bytes, rest, document, failure)) {
      if (++served_ >= kMostServed) stop();
      return document;
    }
    if (!fresh) continue;
    document = {};
    document.no_text = failure;
    document.detail = failure_text(failure);
    return document;
  }
}

}  // namespace wax::document
