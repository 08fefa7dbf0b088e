#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <vector>

#include "io/byte_source.h"
#include "io/error.h"
#include "io/terminal_input.h"

namespace wax::io {
namespace {

class DescriptorSource final : public FileSource {
 public:
  DescriptorSource(std::string path, int fd, bool owned, size_t block)
      : path_(std::move(path)), fd_(fd), owned_(owned), block_(block) {
    struct stat status {};
    if (fstat(fd_, &status) == 0 && S_ISREG(status.st_mode)) {
      regular_ = true;
      size_ = static_cast<uint64_t>(status.st_size);
    }
  }
  ~DescriptorSource() override {
    if (owned_) ::close(fd_);
  }
  DescriptorSource(const DescriptorSource&) = delete;
  DescriptorSource& operator=(const DescriptorSource&) = delete;

  std::string_view peek(size_t at_least) override {
    while (end_ - begin_ < at_least && !at_end_) fill(at_least);
    return {buffer_.data() + begin_, end_ - begin_};
  }

  void consume(size_t n) override {
    begin_ += n;
    offset_ += n;
  }

  size_t read_into(char* out, size_t n) override {
    size_t done = std::min(n, end_ - begin_);
    if (done > 0) std::memcpy(out, buffer_.data() + begin_, done);
    consume(done);
    // Whoever reads like that does not need the buffer any more.
    if (done < n && n >= buffer_.size()) buffer_ = {};
    while (done < n && !at_end_) {
      // Nothing is left in the buffer, nor does it lie after what is read.
      begin_ = end_ = 0;
      size_t part = read_some(out + done, n - done);
      offset_ += part;
      done += part;
    }
    return done;
  }

  const std::string& path() const override { return path_; }
  uint64_t offset() const override { return offset_; }
  bool size(uint64_t& bytes) const override {
    bytes = size_;
    return regular_;
  }

  bool seek(uint64_t offset) override {
    uint64_t buffered = offset_ - begin_;
    if (offset >= buffered && offset - buffered <= end_) {
      begin_ = static_cast<size_t>(offset - buffered);
      offset_ = offset;
      return true;
    }
    if (!regular_) return false;
    if (lseek(fd_, static_cast<off_t>(offset), SEEK_SET) < 0) return false;
    begin_ = end_ = 0;
    offset_ = offset;
    at_end_ = false;
    return true;
  }

 private:
  void fill(size_t at_least) {
    if (begin_ == end_) {
      begin_ = end_ = 0;
    } else if (begin_ > 0 && buffer_.size() - begin_ < at_least) {
      std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
      end_ -= begin_;
      begin_ = 0;
    }
    if (end_ == buffer_.size() || buffer_.size() - begin_ < at_least) {
      buffer_.resize(std::max(buffer_.size() + block_, begin_ + at_least));
    }
    end_ += read_some(buffer_.data() + end_, buffer_.size() - end_);
  }

  // Nothing at the end.
  size_t read_some(char* out, size_t room) {
    ssize_t n;
    do {
      n = ::read(fd_, out, room);
    } while (n < 0 && errno == EINTR);
    // Some file systems (tmpfs) refuse to read at offsets that no file can
    // have.
    if (n < 0 && errno == EINVAL && regular_ && offset_ >= size_) n = 0;
    if (n < 0) throw IoError(path_, "read", errno);
    if (n == 0) at_end_ = true;
    return static_cast<size_t>(n);
  }

  std::string path_;
  int fd_;
  bool owned_;
  size_t block_;
  bool regular_ = false;
  uint64_t size_ = 0;
  std::vector<char> buffer_;
  size_t begin_ = 0;
  size_t end_ = 0;
  uint64_t offset_ = 0;
  bool at_end_ = false;
};

}  // namespace

std::unique_ptr<FileSource> open_file(const std::string& path, size_t block) {
  if (path == "-") {
    announce_terminal_input();
    return std::make_unique<DescriptorSource>("<stdin>", STDIN_FILENO, false,
                                              block);
  }
  int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) throw IoError(path, "open", errno);
  struct stat status {};
  if (fstat(fd, &status) == 0 && S_ISDIR(status.st_mode)) {
    ::close(fd);
    throw IoError(path, "open", EISDIR);
  }
  posix_fadvise(fd, 0, 0, POSIX_FADV_SEQUENTIAL);
  return std::make_unique<DescriptorSource>(path, fd, true, block);
}

}  // namespace wax::io
