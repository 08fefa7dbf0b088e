#include "io/unnamed_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "io/error.h"

namespace wax::io {
namespace {

int open_unnamed(const std::string& folder) {
  int descriptor =
      ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  // Not every file system has O_TMPFILE.
  if (descriptor < 0 &&
      (errno == EOPNOTSUPP || errno == EISDIR || errno == EINVAL)) {
    std::string name = folder + "/wax-XXXXXX";
    descriptor = ::mkostemp(name.data(), O_CLOEXEC);
    if (descriptor >= 0) ::unlink(name.c_str());
  }
  if (descriptor < 0) throw IoError(folder, "create a temporary file", errno);
  return descriptor;
}

}  // namespace

std::string temp_folder(const std::string& named) {
  if (!named.empty()) return named;
  const char* folder = ::getenv("TMPDIR");
  return folder != nullptr && *folder != '\0' ? folder : "/tmp";
}

UnnamedFile::UnnamedFile(const std::string& folder)
    : folder_(temp_folder(folder)), descriptor_(open_unnamed(folder_)) {}

UnnamedFile::~UnnamedFile() { ::close(descriptor_); }

void UnnamedFile::write(std::string_view bytes, uint64_t offset) {
  while (!bytes.empty()) {
    ssize_t n = ::pwrite(descriptor_, bytes.data(), bytes.size(),
                         static_cast<off_t>(offset));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) throw IoError(folder_, "write a temporary file", errno);
    offset += static_cast<uint64_t>(n);
    bytes.remove_prefix(static_cast<size_t>(n));
  }
}

void UnnamedFile::read(char* out, size_t size, uint64_t offset) const {
  while (size > 0) {
    ssize_t n = ::pread(descriptor_, out, size, static_cast<off_t>(offset));
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) {
      // None: somebody cut the file.
      throw IoError(folder_, "read a temporary file", n < 0 ? errno : EIO);
    }
    out += n;
    offset += static_cast<uint64_t>(n);
    size -= static_cast<size_t>(n);
  }
}

}  // namespace wax::io
