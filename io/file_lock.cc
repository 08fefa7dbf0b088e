#include "io/file_lock.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <fstream>
#include <utility>

#include "io/error.h"
#include "text/number.h"

namespace wax::io {
namespace {

std::string host_name() {
  std::array<char, 256> name{};
  if (::gethostname(name.data(), name.size() - 1) != 0) return {};
  return name.data();
}

struct ProcessText {
  pid_t number = 0;  // 0: none
  std::string_view host;
};

ProcessText parts_of(std::string_view text) {
  while (text.ends_with('\n')) text.remove_suffix(1);
  const size_t space = std::min(text.find(' '), text.size());
  ProcessText parts;
  parts.number = text::whole_number<pid_t>(text.substr(0, space)).value_or(0);
  if (space < text.size()) parts.host = text.substr(space + 1);
  return parts;
}

bool is_other_host(std::string_view host) {
  return !host.empty() && host != host_name();
}

// Whether a process has ended that nobody has waited for. Containers are full
// of them when their first process does not wait for those of others.
bool is_zombie(pid_t number) {
  std::ifstream stat("/proc/" + std::to_string(number) + "/stat");
  std::string line;
  std::getline(stat, line);
  // "17 (name) Z ...": the name may have anything in it.
  const size_t name_end = line.rfind(')');
  return name_end != line.npos && line.size() > name_end + 2 &&
         line[name_end + 2] == 'Z';
}

}  // namespace

std::string process_text() {
  return std::to_string(::getpid()) + ' ' + host_name();
}

std::string named_process(std::string_view text) {
  const ProcessText process = parts_of(text);
  if (process.number == 0) return "another process";
  const std::string number = std::to_string(process.number);
  if (is_other_host(process.host)) {
    return "process " + number + " on " + std::string(process.host);
  }
  std::string command;
  std::ifstream("/proc/" + number + "/comm") >> command;
  return "process " + number + (command.empty() ? "" : " (" + command + ")");
}

bool may_be_running(std::string_view text) {
  const ProcessText process = parts_of(text);
  if (process.number <= 0) return false;
  if (is_other_host(process.host)) return true;
  return (::kill(process.number, 0) == 0 || errno == EPERM) &&
         !is_zombie(process.number);
}

bool lock_file(int fd, LockKind kind) {
  struct flock lock {};
  lock.l_type = kind == LockKind::kShared ? F_RDLCK : F_WRLCK;
  lock.l_whence = SEEK_SET;  // and no length: all of it
  return ::fcntl(fd, F_OFD_SETLK, &lock) == 0 ||
         (errno != EAGAIN && errno != EACCES);
}

bool has_locks(int fd) {
  struct flock lock {};
  lock.l_type = F_RDLCK;
  lock.l_whence = SEEK_SET;
  return ::fcntl(fd, F_OFD_GETLK, &lock) == 0;
}

bool is_named(int fd, const std::string& path) {
  struct stat opened {};
  struct stat named {};
  return ::fstat(fd, &opened) == 0 && ::stat(path.c_str(), &named) == 0 &&
         opened.st_dev == named.st_dev && opened.st_ino == named.st_ino;
}

LockFile::LockFile(std::string path, const std::string& what)
    : path_(std::move(path)) {
  // Again when its holder has removed the file meanwhile.
  for (int left = 1000; left > 0; --left) {
    fd_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (fd_ < 0) throw IoError(path_, "create", errno);
    if (!lock_file(fd_, LockKind::kExclusive)) {
      std::array<char, 300> text{};
      ssize_t size = ::pread(fd_, text.data(), text.size(), 0);
      ::close(std::exchange(fd_, -1));
      throw UsageError(
          what + ": is being written by " +
          named_process({text.data(), size < 0 ? 0 : size_t(size)}));
    }
    if (!is_named(fd_, path_)) {
      ::close(std::exchange(fd_, -1));
      continue;
    }
    const std::string text = process_text();
    // Who holds it is a help for people; the lock does not need it.
    (void)!::ftruncate(fd_, 0);
    (void)!::pwrite(fd_, text.data(), text.size(), 0);
    return;
  }
  throw IoError(path_, "lock", ESTALE);
}

LockFile::~LockFile() {
  if (fd_ < 0) return;
  // Its folder may have been replaced, with the lock of another process there.
  if (is_named(fd_, path_)) ::unlink(path_.c_str());
  ::close(fd_);
}

LockFile::LockFile(LockFile&& other) noexcept
    : path_(std::move(other.path_)), fd_(std::exchange(other.fd_, -1)) {}

LockFile& LockFile::operator=(LockFile&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(fd_, other.fd_);
  return *this;
}

std::string lock_path(const std::string& path) { return path + ".part-lock"; }

}  // namespace wax::io
