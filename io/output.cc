#include "io/output.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <system_error>
#include <utility>

#include "io/byte_source.h"
#include "io/error.h"
#include "io/file_lock.h"
#include "io/folder.h"
#include "io/leftovers.h"
#include "io/patched_output.h"
#include "io/temp_files.h"

namespace wax::io {
namespace {

// What is written in one go. For more, Linux looks for memory in pieces as
// large, which it may first have to make or to ask a host for.
constexpr size_t kWriteBlock = 256 * 1024;
// What is as long is not worth a copy.
constexpr size_t kLong = 64 * 1024;

class DescriptorOutput : public Output {
 public:
  DescriptorOutput(std::string path, int fd) : path_(std::move(path)), fd_(fd) {
    buffer_.reserve(kWriteBlock);
  }

  void write(std::string_view bytes) override {
    bool is_long = bytes.size() >= kLong;
    if (is_long || buffer_.size() + bytes.size() > kWriteBlock) flush();
    if (is_long) {
      put(bytes);
    } else {
      buffer_.append(bytes);
    }
  }

  void flush() override {
    put(buffer_);
    buffer_.clear();
  }

  void finish() override { flush(); }

 protected:
  void put(std::string_view bytes) {
    while (!bytes.empty()) {
      ssize_t n =
          ::write(fd_, bytes.data(), std::min(bytes.size(), kWriteBlock));
      if (n < 0) {
        if (errno == EINTR) continue;
        if (errno == EPIPE) throw ClosedPipe(path_ + ": closed by its reader");
        throw IoError(path_, "write", errno);
      }
      bytes.remove_prefix(static_cast<size_t>(n));
    }
  }

  std::string path_;
  int fd_;
  std::string buffer_;
};

class NewFile final : public DescriptorOutput, public PatchedOutput {
 public:
  NewFile(std::string path, std::string part, int fd)
      : DescriptorOutput(std::move(path), fd), part_(std::move(part)) {}
  ~NewFile() override {
    if (fd_ >= 0) {
      ::close(fd_);
      ::unlink(part_.path().c_str());
    }
  }
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  bool patch(uint64_t offset, std::string_view bytes) override {
    flush();
    while (!bytes.empty()) {
      const ssize_t n =
          ::pwrite(fd_, bytes.data(), bytes.size(), static_cast<off_t>(offset));
      if (n < 0 && errno == EINTR) continue;
      if (n < 0) throw IoError(path_, "write", errno);
      bytes.remove_prefix(static_cast<size_t>(n));
      offset += static_cast<uint64_t>(n);
    }
    return true;
  }

  void finish() override {
    flush();
    if (::fsync(fd_) != 0) throw IoError(path_, "sync", errno);
    // The lock of the part is held until nobody can open the part any more.
    if (std::rename(part_.path().c_str(), path_.c_str()) != 0) {
      throw IoError(path_, "rename", errno);
    }
    if (::close(std::exchange(fd_, -1)) != 0) {
      throw IoError(path_, "close", errno);
    }
    sync_folder(std::filesystem::path(path_).parent_path().string());
  }

 private:
  TempFile part_;
};

class AppendedFile final : public DescriptorOutput {
 public:
  using DescriptorOutput::DescriptorOutput;
  ~AppendedFile() override {
    if (fd_ >= 0) ::close(fd_);
  }
  AppendedFile(const AppendedFile&) = delete;
  AppendedFile& operator=(const AppendedFile&) = delete;

  void finish() override {
    flush();
    if (::fsync(fd_) != 0) throw IoError(path_, "sync", errno);
    if (::close(std::exchange(fd_, -1)) != 0) {
      throw IoError(path_, "close", errno);
    }
  }
};

class MemoryOutput final : public Output, public PatchedOutput {
 public:
  explicit MemoryOutput(std::string& bytes) : bytes_(&bytes) {}
  void write(std::string_view bytes) override { bytes_->append(bytes); }
  void flush() override {}
  void finish() override {}
  bool patch(uint64_t offset, std::string_view bytes) override {
    bytes_->replace(offset, bytes.size(), bytes);
    return true;
  }

 private:
  std::string* bytes_;
};

class ChangingOutput final : public Output {
 public:
  explicit ChangingOutput(const std::string& path)
      : output_(open_output(path, /*force=*/true)) {
    std::error_code none;
    if (std::filesystem::is_regular_file(path, none)) {
      before_ = open_file(path);
    }
  }
  void write(std::string_view bytes) override {
    output_->write(bytes);
    while (before_ && !bytes.empty()) {
      std::string_view same = before_->peek().substr(0, bytes.size());
      if (same.empty() || !bytes.starts_with(same)) {
        before_.reset();
        return;
      }
      bytes.remove_prefix(same.size());
      before_->consume(same.size());
    }
  }
  void flush() override { output_->flush(); }
  void finish() override {
    if (!before_ || !before_->peek().empty()) output_->finish();
  }

 private:
  std::unique_ptr<Output> output_;
  std::unique_ptr<FileSource> before_;  // null: there is a difference
};

}  // namespace

std::unique_ptr<Output> open_output(const std::string& path, bool force) {
  if (path == "-") {
    return std::make_unique<DescriptorOutput>("<stdout>", STDOUT_FILENO);
  }
  struct stat status {};
  if (::stat(path.c_str(), &status) == 0) {
    if (S_ISDIR(status.st_mode)) throw IoError(path, "write", EISDIR);
    // A device or a pipe (/dev/full, a fifo) is written in place.
    if (!S_ISREG(status.st_mode)) {
      int fd = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
      if (fd < 0) throw IoError(path, "open", errno);
      return std::make_unique<DescriptorOutput>(path, fd);
    }
    if (!force) {
      throw UsageError(path + ": already exists; --force replaces it");
    }
  }
  remove_leftover_files(path);
  std::string part = path + ".part-" + std::to_string(::getpid());
  for (;;) {
    int fd = ::open(part.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    if (fd < 0) throw IoError(path, "create", errno);
    // On another host, a process with the same number may be writing it.
    if (!lock_file(fd, LockKind::kExclusive)) {
      part += "-2";
    } else if (is_named(fd, part)) {
      if (::ftruncate(fd, 0) == 0) {
        return std::make_unique<NewFile>(path, std::move(part), fd);
      }
      int code = errno;
      ::unlink(part.c_str());
      ::close(fd);
      throw IoError(path, "create", code);
    }
    ::close(fd);
  }
}

std::unique_ptr<Output> open_appending_output(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) {
    return open_output(path, /*force=*/false);
  }
  int fd = ::open(path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
  if (fd < 0) throw IoError(path, "open", errno);
  return std::make_unique<AppendedFile>(path, fd);
}

std::unique_ptr<Output> open_memory(std::string& bytes) {
  return std::make_unique<MemoryOutput>(bytes);
}

std::unique_ptr<Output> open_changing_output(const std::string& path) {
  return std::make_unique<ChangingOutput>(path);
}

bool patch_output(Output& output, uint64_t offset, std::string_view bytes) {
  auto* patched = dynamic_cast<PatchedOutput*>(&output);
  return patched != nullptr && patched->patch(offset, bytes);
}

}  // namespace wax::io
