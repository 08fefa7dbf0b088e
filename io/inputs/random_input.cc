#include "io/inputs/random_input.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "io/error.h"
#include "io/open_error.h"
#include "io/remote/http_source.h"
#include "io/remote/remote_file.h"

namespace wax::io {
namespace {

class LocalFile final : public RandomInput {
 public:
  explicit LocalFile(std::string path)
      : path_(std::move(path)),
        fd_(::open(path_.c_str(), O_RDONLY | O_CLOEXEC)) {
    if (fd_ < 0) throw open_error(path_, errno);
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

// Keeps the blocks that were read last.
class RemoteInput final : public RandomInput {
 public:
  explicit RemoteInput(const std::string& url)
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

  size_t read_at(uint64_t offset, char* out, size_t at_least,
                 size_t at_most) override {
    size_t done = 0;
    while (done < at_least && offset + done < size_) {
      const uint64_t number = (offset + done) / kBlock;
      std::string_view bytes = block(number);
      bytes.remove_prefix(static_cast<size_t>(offset + done - number * kBlock));
      bytes = bytes.substr(0, at_most - done);
      std::copy(bytes.begin(), bytes.end(), out + done);
      done += bytes.size();
    }
    return done;
  }

 private:
  struct Block {
    std::string bytes;
    uint64_t used = 0;  // when
  };

  // A request takes as long for it as for a line.
  static constexpr size_t kBlock = 64 * 1024;
  static constexpr size_t kMostBlocks = 256;

  static HttpOptions options() {
    HttpOptions options = usual_http();
    options.piece = options.ahead = kBlock;
    return options;
  }

  // Valid until the next call.
  std::string_view block(uint64_t number) {
    auto found = blocks_.find(number);
    if (found == blocks_.end()) {
      if (blocks_.size() == kMostBlocks) {
        blocks_.erase(std::min_element(blocks_.begin(), blocks_.end(),
                                       [](const auto& a, const auto& b) {
                                         return a.second.used < b.second.used;
                                       }));
      }
      const uint64_t begin = number * kBlock;
      std::string bytes(
          static_cast<size_t>(std::min<uint64_t>(kBlock, size_ - begin)), '\0');
      if (!source_->seek(begin) ||
          source_->read_into(bytes.data(), bytes.size()) < bytes.size()) {
        throw IoError(path(),
                      "the file became shorter while it was being read");
      }
      found = blocks_.try_emplace(number, Block{std::move(bytes)}).first;
    }
    found->second.used = ++clock_;
    return found->second.bytes;
  }

  std::unique_ptr<FileSource> source_;
  uint64_t size_ = 0;
  std::unordered_map<uint64_t, Block> blocks_;
  uint64_t clock_ = 0;
};

}  // namespace

std::unique_ptr<RandomInput> open_random(const std::string& path) {
  if (is_url(path)) return std::make_unique<RemoteInput>(path);
  return std::make_unique<LocalFile>(path);
}

}  // namespace wax::io
