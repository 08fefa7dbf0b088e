#include "io/inputs/random_input.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "io/error.h"
#include "io/inputs/http_source.h"
#include "io/inputs/input_files.h"

namespace wax::io {
namespace {

class LocalFile final : public RandomInput {
 public:
  explicit LocalFile(std::string path)
      : path_(std::move(path)),
        fd_(::open(path_.c_str(), O_RDONLY | O_CLOEXEC)) {
    if (fd_ < 0) throw IoError(path_, "open", errno);
    struct stat status {};
    int code = ::fstat(fd_, &status) == 0 ? 0 : errno;
    if (code == 0 && S_ISDIR(status.st_mode)) code = EISDIR;
    size_ = static_cast<uint64_t>(status.st_size);
    if (code == 0 && S_ISREG(status.st_mode)) return;
    ::close(fd_);
    if (code != 0) throw IoError(path_, "open", code);
    throw FormatError(path_, 0, "only a file can be searched, not a pipe");
  }
  ~LocalFile() override { ::close(fd_); }
  LocalFile(const LocalFile&) = delete;
  LocalFile& operator=(const LocalFile&) = delete;

  const std::string& path() const override { return path_; }
  uint64_t size() const override { return size_; }

  size_t read_at(uint64_t offset, char* out, size_t at_least,
                 size_t at_most) override {
    size_t done = 0;
    while (done < at_least) {
      const ssize_t n = ::pread(fd_, out + done, at_most - done,
                                static_cast<off_t>(offset + done));
      if (n < 0 && errno == EINTR) continue;
      if (n < 0) throw IoError(path_, "read", errno);
      if (n == 0) break;
      done += static_cast<size_t>(n);
    }
    return done;
  }

 private:
  std::string path_;
  int fd_;
  uint64_t size_ = 0;
};

class RemoteFile final : public RandomInput {
 public:
  explicit RemoteFile(const std::string& url)
      : source_(open_http(url, options())) {
    (void)source_->peek();
    if (!source_->size(size_) || !source_->seeks_back()) {
      throw FormatError(url, 0,
                        "cannot be searched: the server sends no ranges of "
                        "bytes");
    }
  }

  const std::string& path() const override { return source_->path(); }
  uint64_t size() const override { return size_; }

  size_t read_at(uint64_t offset, char* out, size_t at_least, size_t) override {
    if (!source_->seek(offset)) return 0;
    return source_->read_into(out, at_least);
  }

 private:
  static HttpOptions options() {
    HttpOptions options = usual_http();
    options.piece = options.ahead = kPiece;
    return options;
  }

  // What a search looks at, more than what lines have.
  static constexpr size_t kPiece = 8 * 1024;

  std::unique_ptr<FileSource> source_;
  uint64_t size_ = 0;
};

}  // namespace

std::unique_ptr<RandomInput> open_random(const std::string& path) {
  if (is_url(path)) return std::make_unique<RemoteFile>(path);
  return std::make_unique<LocalFile>(path);
}

}  // namespace wax::io
