#include "cdx/files/joined_cdx.h"

#include <filesystem>
#include <system_error>
#include <utility>

#include "cdx/files/open_cdx.h"

namespace wax::cdx {
namespace {

// Enough for a header and a line, mostly.
constexpr size_t kHeadBlock = 16 * 1024;
constexpr size_t kHeadRoom = 128 * 1024;

bool can_be_opened_again(const std::string& path) {
  namespace fs = std::filesystem;
  if (path == "-") return false;
  std::error_code none;
  fs::file_status status = fs::status(path, none);
  return fs::is_regular_file(status) || fs::is_directory(status);
}

}  // namespace

JoinedCdx::JoinedCdx(std::vector<std::string> paths, KeyKinds kinds)
    : paths_(std::move(paths)), open_(paths_.size()), header_(kinds) {
  for (size_t i = 0; i < paths_.size(); ++i) {
    const std::string& path = paths_[i];
    if (i == 0 || !can_be_opened_again(path)) {
      open_[i] = open_cdx(path);
      header_.add(*open_[i]);
    } else {
      header_.add(CdxLines(
          path, lines::lines_of(open_bytes(path, kHeadBlock, 1, kHeadRoom))));
    }
  }
}

bool JoinedCdx::open_next() {
  file_.reset();
  if (next_path_ == paths_.size()) return false;
  size_t i = next_path_++;
  file_ = open_[i] != nullptr ? std::move(open_[i]) : open_cdx(paths_[i]);
  header_.add(*file_);
  kind_known_ = false;
  return true;
}

bool JoinedCdx::next_of_file(std::string_view& line) {
  if (file_ == nullptr || !file_->next(line)) return false;
  if (!kind_known_) kind_known_ = header_.check_key(file_->name(), line);
  ++count_;
  return true;
}

bool JoinedCdx::next(std::string_view& line) {
  while (!next_of_file(line)) {
    if (!open_next()) return false;
  }
  return true;
}

}  // namespace wax::cdx
