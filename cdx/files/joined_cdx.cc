#include "cdx/files/joined_cdx.h"

#include <utility>

#include "cdx/files/open_cdx.h"

namespace wax::cdx {

JoinedCdx::JoinedCdx(std::vector<std::string> paths)
    : paths_(std::move(paths)) {}

bool JoinedCdx::next(std::string_view& line) {
  while (true) {
    if (file_ != nullptr && file_->next(line)) {
      if (!kind_known_) kind_known_ = header_.check_key(file_->name(), line);
      ++count_;
      return true;
    }
    file_.reset();
    if (next_path_ == paths_.size()) return false;
    file_ = open_cdx(paths_[next_path_++]);
    header_.add(*file_);
    kind_known_ = false;
  }
}

}  // namespace wax::cdx
