#include "io/file_stamp.h"

#include <sys/stat.h>

namespace wax::io {
namespace {

std::string stamp_of_time(const timespec& time) {
  return std::to_string(time.tv_sec) + '.' + std::to_string(time.tv_nsec);
}

}  // namespace

std::string file_stamp(const std::string& path, StampOf what) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return kNoFile;
  std::string stamp =
      std::to_string(status.st_size) + ' ' + stamp_of_time(status.st_mtim);
  if (what == StampOf::kFile) stamp += ' ' + stamp_of_time(status.st_ctim);
  return stamp;
}

std::string folder_stamp(const std::string& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 ? stamp_of_time(status.st_mtim)
                                            : kNoFile;
}

}  // namespace wax::io
