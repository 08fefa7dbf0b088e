// Folders that cannot be listed, also where tests run as root.
#pragma once

#include <unistd.h>

#include <filesystem>
#include <string>
#include <utility>

namespace wax::tests {

// Makes the folder `path`, which lies in `home`, and is a user who can list all
// in `home` but for `path`, until it is destroyed.
class UnlistedFolder {
 public:
  UnlistedFolder(const std::string& home, std::string path)
      : path_(std::move(path)) {
    namespace fs = std::filesystem;
    fs::permissions(home, fs::perms(0755));
    fs::create_directory(path_);
    fs::permissions(path_, fs::perms::none);
    if (root_ && ::seteuid(kNobody) != 0) ::_exit(1);
  }
  ~UnlistedFolder() {
    if (root_ && ::seteuid(0) != 0) ::_exit(1);
    std::filesystem::permissions(path_, std::filesystem::perms(0700));
  }
  UnlistedFolder(const UnlistedFolder&) = delete;
  UnlistedFolder& operator=(const UnlistedFolder&) = delete;

 private:
  static constexpr uid_t kNobody = 65534;
  std::string path_;
  bool root_ = ::geteuid() == 0;
};

}  // namespace wax::tests
