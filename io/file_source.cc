#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <optional>
#include <utility>

#include "io/buffered_source.h"
#include "io/error.h"
#include "io/open_error.h"
#include "io/read_sums.h"
#include "io/terminal_input.h"

namespace wax::io {
namespace {

class DescriptorSource final : public BufferedSource {
 public:
  DescriptorSource(std::string path, int fd, bool owned, size_t block)
      : BufferedSource(std::move(path), block), fd_(fd), owned_(owned) {
    struct stat status {};
    if (fstat(fd_, &status) == 0 && S_ISREG(status.st_mode)) {
      regular_ = true;
      size_ = static_cast<uint64_t>(status.st_size);
      sum_.emplace(ReadSums::of_opened(this->path(), size_));
    }
  }
  ~DescriptorSource() override {
    if (owned_) ::close(fd_);
  }
  DescriptorSource(const DescriptorSource&) = delete;
  DescriptorSource& operator=(const DescriptorSource&) = delete;

  bool size(uint64_t& bytes) const override {
    bytes = size_;
    return regular_;
  }

 private:
  size_t read_some(char* out, size_t room) override {
    ssize_t n;
    do {
      n = ::read(fd_, out, room);
    } while (n < 0 && errno == EINTR);
    // Some file systems (tmpfs) refuse to read at offsets that no file can
    // have.
    if (n < 0 && errno == EINVAL && regular_ && due() >= size_) n = 0;
    if (n < 0) throw IoError(path(), "read", errno);
    if (sum_) sum_->add(due(), {out, static_cast<size_t>(n)});
    return static_cast<size_t>(n);
  }

  bool go_to(uint64_t offset) override {
    return regular_ && lseek(fd_, static_cast<off_t>(offset), SEEK_SET) >= 0;
  }

  int fd_;
  bool owned_;
  bool regular_ = false;
  uint64_t size_ = 0;
  std::optional<ReadSum> sum_;  // of a regular file
};

}  // namespace

std::unique_ptr<FileSource> open_file(const std::string& path, size_t block) {
  if (path == "-") {
    announce_terminal_input();
    return std::make_unique<DescriptorSource>("<stdin>", STDIN_FILENO, false,
                                              block);
  }
  int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) throw open_error(path, errno);
  struct stat status {};
  if (fstat(fd, &status) == 0 && S_ISDIR(status.st_mode)) {
    ::close(fd);
    throw IoError(path, "open", EISDIR);
  }
  posix_fadvise(fd, 0, 0, POSIX_FADV_SEQUENTIAL);
  return std::make_unique<DescriptorSource>(path, fd, true, block);
}

}  // namespace wax::io
