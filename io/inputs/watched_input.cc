#include "io/inputs/watched_input.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

#include "io/buffered_source.h"
#include "io/error.h"
#include "io/inputs/input_files.h"
#include "io/terminal_input.h"

namespace wax::io {
namespace {

constexpr uint64_t kBetween = 4 * 1024 * 1024;
constexpr int kMilliseconds = 100;

class WatchedSource final : public FileSource {
 public:
  WatchedSource(std::unique_ptr<FileSource> source, Watch watch)
      : source_(std::move(source)), watch_(std::move(watch)) {}

  std::string_view peek(size_t at_least) override {
    return source_->peek(at_least);
  }
  void consume(size_t n) override {
    source_->consume(n);
    count(n);
  }
  size_t read_into(char* out, size_t n) override {
    size_t done = 0;
    while (done < n) {
      const size_t wanted = std::min<size_t>(n - done, kBetween);
      const size_t got = source_->read_into(out + done, wanted);
      count(got);
      done += got;
      if (got < wanted) break;
    }
    return done;
  }
  const std::string& path() const override { return source_->path(); }
  uint64_t offset() const override { return source_->offset(); }
  bool size(uint64_t& bytes) const override { return source_->size(bytes); }
  bool seek(uint64_t offset) override {
    const uint64_t from = source_->offset();
    if (!source_->seek(offset)) return false;
    if (offset > from) count(offset - from);
    return true;
  }
  bool seeks_back() const override { return source_->seeks_back(); }

 private:
  void count(uint64_t n) {
    since_ += n;
    if (since_ < kBetween) return;
    since_ = 0;
    watch_();
  }

  std::unique_ptr<FileSource> source_;
  Watch watch_;
  uint64_t since_ = 0;
};

// A pipe, read when it has bytes.
class WatchedPipe final : public BufferedSource {
 public:
  WatchedPipe(std::string path, int fd, bool owned, Watch watch)
      : BufferedSource(std::move(path)),
        fd_(fd),
        owned_(owned),
        watch_(std::move(watch)) {}
  ~WatchedPipe() override {
    if (owned_) ::close(fd_);
  }
  WatchedPipe(const WatchedPipe&) = delete;
  WatchedPipe& operator=(const WatchedPipe&) = delete;

  bool size(uint64_t&) const override { return false; }

 private:
  size_t read_some(char* out, size_t room) override {
    for (;;) {
      wait();
      const ssize_t n = ::read(fd_, out, room);
      if (n >= 0) return static_cast<size_t>(n);
      if (errno != EINTR && errno != EAGAIN) {
        throw IoError(path(), "read", errno);
      }
    }
  }
  bool go_to(uint64_t) override { return false; }

  void wait() {
    pollfd ready{fd_, POLLIN, 0};
    for (;;) {
      const int n = ::poll(&ready, 1, kMilliseconds);
      if (n > 0) return;
      if (n < 0 && errno != EINTR) throw IoError(path(), "poll", errno);
      watch_();
    }
  }

  int fd_;
  bool owned_;
  Watch watch_;
};

bool is_pipe(const std::string& path) {
  struct stat status {};
  const int failed =
      path == "-" ? fstat(STDIN_FILENO, &status) : stat(path.c_str(), &status);
  return failed == 0 && (S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode) ||
                         S_ISCHR(status.st_mode));
}

std::unique_ptr<FileSource> open_pipe(const std::string& path,
                                      const Watch& watch) {
  if (path == "-") {
    announce_terminal_input();
    return std::make_unique<WatchedPipe>("<stdin>", STDIN_FILENO, false, watch);
  }
  // Else open() itself would wait for a writer.
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) throw IoError(path, "open", errno);
  return std::make_unique<WatchedPipe>(path, fd, true, watch);
}

}  // namespace

std::unique_ptr<FileSource> watched(std::unique_ptr<FileSource> source,
                                    Watch watch) {
  return std::make_unique<WatchedSource>(std::move(source), std::move(watch));
}

std::unique_ptr<FileSource> open_watched(const std::string& path, Watch watch) {
  const bool opens_pipe = is_pipe(path);
  std::unique_ptr<FileSource> source =
      opens_pipe ? open_pipe(path, watch) : open_input(path);
  if (opens_pipe) count_opened_input();
  return watched(std::move(source), std::move(watch));
}

}  // namespace wax::io
