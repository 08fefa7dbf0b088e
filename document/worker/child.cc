#include "document/worker/child.h"

#include <sys/mman.h>
#include <sys/time.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <new>
#include <string>

#include "document/formats/read_document.h"
#include "document/worker/text_worker.h"
#include "io/error.h"
#include "text/varint.h"

namespace wax::document {
namespace {

// Libraries that get no memory abort. What is then left tells it from a crash.
void on_crash(int signal) {
  constexpr size_t kProbe = 32 * 1024 * 1024;
  bool full =
      errno == ENOMEM || mmap(nullptr, kProbe, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED;
  if (full) _exit(kWorkerOutOfMemory);
  std::signal(signal, SIG_DFL);
  raise(signal);
}

void catch_crashes() {
  // A stack that has overflown cannot run a handler.
  static std::array<char, 64 * 1024> stack;
  stack_t other{};
  other.ss_sp = stack.data();
  other.ss_size = stack.size();
  sigaltstack(&other, nullptr);
  struct sigaction action {};
  action.sa_handler = on_crash;
  action.sa_flags = SA_ONSTACK | SA_NODEFER;
  for (int signal : {SIGABRT, SIGSEGV, SIGBUS, SIGTRAP}) {
    sigaction(signal, &action, nullptr);
  }
}

void set_timer(std::chrono::milliseconds time) {
  itimerval timer{};
  timer.it_value.tv_sec = time.count() / 1000;
  timer.it_value.tv_usec = time.count() % 1000 * 1000;
  setitimer(ITIMER_PROF, &timer, nullptr);
}

bool read_bytes(int socket, size_t size, std::string& out) {
  out.resize(size);
  for (size_t done = 0; done < size;) {
    ssize_t got = ::read(socket, out.data() + done, size - done);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    done += static_cast<size_t>(got);
  }
  return true;
}

bool write_bytes(int socket, std::string_view bytes) {
  while (!bytes.empty()) {
    ssize_t put = ::write(socket, bytes.data(), bytes.size());
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) return false;
    bytes.remove_prefix(static_cast<size_t>(put));
  }
  return true;
}

// False when the other end is closed.
bool serve_one(int socket, std::chrono::milliseconds cpu, std::string& request,
               std::string& reply) {
  if (!read_bytes(socket, kWorkerHead, request)) return false;
  auto size = static_cast<size_t>(worker_size(request));
  if (!read_bytes(socket, size, request)) return false;
  std::string_view rest = request;
  uint64_t format;
  std::string_view url;
  if (!text::take_number(rest, format) ||
      format > static_cast<uint64_t>(warc::kLastFormat) ||
      !text::take_text(rest, url)) {
    return false;
  }
  errno = 0;
  set_timer(cpu);
  DocumentText document = read_document(static_cast<Format>(format), rest, url);
  reply.clear();
  append_document_text(document, reply);
  set_timer({});
  return write_bytes(socket, worker_head(reply.size())) &&
         write_bytes(socket, reply);
}

}  // namespace

int serve_documents(int socket, std::chrono::milliseconds cpu,
                    uint64_t memory) {
  // At a terminal the parent decides what an interrupt ends.
  std::signal(SIGINT, SIG_IGN);
  std::signal(SIGPIPE, SIG_IGN);
  catch_crashes();
  try {
    limit_memory(memory);
    enter_sandbox();
  } catch (const IoError&) {
    return kWorkerNotSafe;
  }
  try {
    std::string request;
    std::string reply;
    while (serve_one(socket, cpu, request, reply)) {
    }
  } catch (const std::bad_alloc&) {
    return kWorkerOutOfMemory;
  }
  return 0;
}

}  // namespace wax::document
